"""How people write seats: a row for each seat, table or player, blocks, lines of numbers."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from tournament.errors import Refused
from tournament.imports.seat_cells import (
    COMPASS,
    LEAST_OF_LINE,
    MOST,
    MOST_AT_TABLE,
    NUMBER_FIRST,
    ONLY_TABLE,
    TABLE_BEFORE,
    TITLES,
    WHO,
    Fault,
    Found,
    Plan,
    cell_of,
    count_in,
    people_of,
    person_in,
    round_of_title,
    seat_names,
    section_of,
    unread_notes,
    who_in,
    word_of,
)
from tournament.imports.seat_rows import read_below_heading, shape_of
from tournament.imports.tables import TextRow, TextTable, column_of, spelling
from tournament.seating.rules import PlannedSeat, PlanNote


def is_titled(row: TextRow) -> bool:
    """Whether a row is a heading or the title of a round or table, as only tables have them."""
    is_line = any(map(TABLE_BEFORE.match, row.cells))
    return bool(is_line or section_of(row) or _blocks_of(row) or shape_of(row, TextRow(0, ())))


# Blocks: a title "Tisch 1", its people below.


@dataclass(slots=True)
class _Block:
    round: int
    table: int
    start: int
    end: int
    columns: dict[str, int]
    beside: int | None  # where the position stands, left of all tables


def _blocks_of(row: TextRow) -> list[_Block]:
    """Return the blocks that begin in this row: "Tisch 1", perhaps with titles beside it."""
    found = [(at, ONLY_TABLE.fullmatch(cell)) for at, cell in enumerate(row.cells)]
    tables = [(at, each) for at, each in found if each]
    if not tables:
        return []
    first = tables[0][0]
    for at, cell in enumerate(row.cells):
        is_title = _title(cell) or round_of_title(cell) or ONLY_TABLE.fullmatch(cell)
        if cell and (not is_title or (at < first and _title(cell) not in ("", "seat"))):
            return []
    seat = next((at for at, cell in enumerate(row.cells[:first]) if _title(cell)), None)
    ends = [at for at, _each in tables[1:]] + [MOST]
    blocks = []
    for (at, each), end in zip(tables, ends, strict=True):
        columns = _columns(row, at, end)
        beside = next(filter(None, map(round_of_title, row.cells[:first])), 0)
        round = int(each[1] or each[2] or beside)
        blocks.append(_Block(round, int(each[3]), at, end, columns, seat))
    return blocks


def _title(cell: str) -> str:
    """Return which column of a block a title names."""
    if spelling(cell) in TITLES["seat"]:
        return "seat"
    column = column_of(cell)
    return column if column in WHO else ""


def _columns(row: TextRow, start: int, end: int) -> dict[str, int]:
    columns: dict[str, int] = {}
    for at, cell in enumerate(row.cells[:end]):
        if at >= start and cell and (title := _title(cell)):
            columns.setdefault(title, at)
    return columns


def _read_blocks(table: TextTable) -> Plan | None:
    current = 0
    blocks: list[_Block] = []
    above: list[TextRow] = []
    seats: list[Found] = []
    faults: list[Fault] = []
    has_begun = is_compass = False
    for row in table.rows:
        if number := section_of(row):
            current, blocks = number, []
        elif begun := _blocks_of(row):
            blocks, has_begun = begun, True
            current = blocks[0].round or current
        elif not blocks:
            if sum(map(bool, row.cells)) > 1:
                return None
            above.append(row)
        elif all(_title(cell) for cell in row.cells if cell):
            for block in blocks:
                block.columns = _columns(row, block.start, block.end)
        else:
            places = [each.start if each.beside is None else each.beside for each in blocks]
            is_compass = is_compass or any(word_of(row.cell(at)) in COMPASS for at in places)
            for block in blocks:
                try:
                    seats += _in_block(block, row, current)
                except Refused as refused:
                    faults.append((current, refused))
    notes = [*unread_notes(above), *([PlanNote("compass", {})] if is_compass else [])]
    is_plan = has_begun and (seats or faults)
    return Plan(_with_leads(seats), notes, faults=faults) if is_plan else None


def _in_block(block: _Block, row: TextRow, round: int) -> Iterator[Found]:
    """Yield who sits at a table by a row of its block."""
    heading, table = TextRow(0, ()), block.table
    position = 0
    is_taken = any(row.cell(at) for at in range(block.start, min(block.end, len(row.cells))))
    if is_taken and block.beside is not None:
        sign = word_of(row.cell(block.beside))
        position = seat_names([sign]).get(sign) or count_in(row, heading, block.beside, "seat") or 0
    if block.columns:
        who = {name: at for name, at in block.columns.items() if name in WHO}
        number, name = person_in(row, who, heading)
        position = count_in(row, heading, block.columns.get("seat"), "seat") or position
        if number or name:
            yield Found(round, PlannedSeat(table, row.line, number, name, position))
        return
    places = range(block.start, min(block.end, len(row.cells)))
    texts = [text for at in places if (text := cell_of(row, at))]
    names = seat_names(texts[:1])
    if len(texts) > 1 and names:
        position, texts = names[word_of(texts[0])], texts[1:]
    if len(texts) == 1 and len(several := people_of(texts[0])) > 1:
        for number, name in map(who_in, several):
            yield Found(round, PlannedSeat(table, row.line, number, name))
    elif texts:
        number, name = who_in(" ".join(texts))
        is_lead = number.isdecimal() and bool(name)
        if is_lead:
            number, name = who_in(name) if NUMBER_FIRST.fullmatch(name) else ("", name)
        lead = int(who_in(" ".join(texts))[0]) if is_lead else 0
        yield Found(round, PlannedSeat(table, row.line, number, name, position), lead)


def _with_leads(seats: list[Found]) -> list[Found]:
    """Return seats whose number before the name is a position, or else the start number."""
    leads: dict[tuple[int, int], list[int]] = defaultdict(list)
    for each in seats:
        leads[each.round, each.seat.table].append(each.lead)
    counts = all(each == list(range(1, len(each) + 1)) for each in leads.values())
    named = []
    for each in seats:
        if each.lead and counts:
            named.append(each._replace(seat=replace(each.seat, position=each.lead)))
        elif each.lead:
            named.append(each._replace(seat=replace(each.seat, number=str(each.lead))))
        else:
            named.append(each)
    return named


# Lines with the people of a table each, without a heading.


def _read_lines(table: TextTable) -> Plan | None:
    current = count = 0
    lines: list[tuple[int, int, TextRow, list[str]]] = []
    above: list[TextRow] = []
    for row in table.rows:
        if number := section_of(row):
            current, count = number, 0
            continue
        cells = [text for at, _text in enumerate(row.cells) if (text := cell_of(row, at))]
        said = 0  # the table that the line names
        found = None
        if cells and (found := ONLY_TABLE.fullmatch(cells[0])):
            said, cells = int(found[3]), cells[1:]
        elif cells and (found := TABLE_BEFORE.fullmatch(cells[0])):
            said, cells = int(found[3] or found[4]), [found[5], *cells[1:]]
        if found and (number := int(found[1] or found[2] or 0)) not in (0, current):
            current, count = number, 0
        people = people_of(cells[0]) if len(cells) == 1 else cells
        if len(people) < 2:
            above.append(row)
            continue
        count += 1
        lines.append((current, said or count, row, people))
    every = [people for _round, _table, _row, people in lines]
    if not every or max(map(len, every)) < LEAST_OF_LINE or len(above) > len(every):
        return None
    numbers = all(word.isdecimal() for people in every for word in people)
    names = all(not word.isdecimal() and re.search(r"\w[ ,]", word) for p in every for word in p)
    if not numbers and not (names and max(map(len, every)) <= MOST_AT_TABLE):
        return None
    if numbers and _counts_tables(every):
        lines = [(at, int(people[0]), row, people[1:]) for at, _table, row, people in lines]
    seats = [
        Found(round, PlannedSeat(number, row.line, *who_in(word)))
        for round, number, row, people in lines
        for word in people
    ]
    return Plan(seats, unread_notes(above))


def _counts_tables(lines: Sequence[Sequence[str]]) -> bool:
    """Whether the first number of each line is that of its table: it counts, and is a player's."""
    firsts = [int(people[0]) for people in lines]
    others = {int(word) for people in lines for word in people[1:]}
    rises = firsts[0] == 1 and all(other - one in (1, 1 - one) for one, other in pairwise(firsts))
    return len(lines) > 1 and rises and not others.isdisjoint(firsts)


LAYOUTS: tuple[tuple[Callable[[TextTable], Plan | None], ...], ...]
LAYOUTS = ((_read_blocks, read_below_heading), (_read_lines,))
"""Every reading of a file is tried with the first ones before the last: a wrong one has lines."""
