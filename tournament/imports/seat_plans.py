"""The seats of a round from a file: JSON, or a table of any kind that people write."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from scoring.json_format import NotJson, parse
from tournament.errors import Refused
from tournament.imports.files import read_tables
from tournament.imports.seat_cells import LEAST_AT_TABLE, Fault, Plan, people_of, round_of_title
from tournament.imports.seat_layouts import LAYOUTS, is_titled
from tournament.imports.seat_rows import DATE_IS
from tournament.imports.tables import (
    DEEPEST_HEADING,
    TextRow,
    TextTable,
    check_size,
    decode,
    is_workbook,
    read_csv,
    with_formulas,
)
from tournament.seating.rules import PlannedSeat, PlanNote

_BARRED = re.compile(rb"\s*\|[^|]*\|.*\|\s*")
LEAST_BARRED = 2
Tables = tuple[tuple[PlannedSeat, ...], ...]


class SeatPlanFile(NamedTuple):
    """The tables of the round, and what is to be told about the file.

    `turned`: the same with day and month of its dates the other way round, if both fit. Each of
    the two has a note `DATE_IS`.
    """

    tables: Tables
    notes: tuple[PlanNote, ...] = ()
    turned: "SeatPlanFile | None" = None


def read_seat_plan(data: bytes, round: int) -> SeatPlanFile:
    """Return a round's tables from a file of `plan_seating` or `seats` (JSON, CSV), or a table.

    How a table may be written says `seat_layouts`. Refused: `seat_plan_unreadable`,
    `seat_plan_without_round`, `seat_plan_other_rounds`, `seat_plan_without_columns`,
    `too_many_rows`, `too_many_columns`, what `read_tables` and the
    layouts refuse.
    """
    check_size(data)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"["):
        return _read_round(_read_json(data), [], [], round)
    plan, *others = (_read_round(*each, round) for each in _read_rounds(data))
    for other in others:
        if other.tables != plan.tables:
            return plan._replace(turned=other)
    return plan._replace(notes=tuple(note for note in plan.notes if note.code != DATE_IS))


def _read_round(
    rounds: dict[int, list[PlannedSeat]],
    notes: list[PlanNote],
    faults: list[Fault],
    round: int,
) -> SeatPlanFile:
    """Return the tables of a round of those in a file; refused without them, as above.

    What is wrong in another round is told.
    """
    wrong: dict[int, Refused] = {}
    for number, refused in faults:
        wrong.setdefault(number, refused)
    named = sorted((rounds.keys() | wrong.keys()) - {0})
    if fault := wrong.get(round) or wrong.get(0):
        raise fault
    for number, refused in wrong.items():
        place = {each: refused.params[each] for each in ("line", "column")}
        notes.append(PlanNote("wrong_round", {"round": number, **place}))
    of_table = attrgetter("table")
    seated = sorted(rounds.get(round if named else 0, ()), key=attrgetter("table", "position"))
    tables = tuple(tuple(found) for _table, found in groupby(seated, key=of_table))
    others = [number for number in named if number != round]
    if not tables and others:
        raise Refused("seat_plan_other_rounds", round=round, rounds=", ".join(map(str, others)))
    if not tables:
        raise Refused("seat_plan_without_round", round=round)
    if named and (outside := rounds.get(0)):
        seats = {"line": outside[0].line, "people": len(outside)}
        notes.append(PlanNote("outside_rounds", seats))
    if others:
        notes.append(PlanNote("other_rounds", {"round": round, "rounds": others}))
    people = sum(map(len, tables))
    notes.insert(0, PlanNote("found", {"tables": len(tables), "people": people}))
    for table in tables:
        positions = sorted(filter(None, {seat.position for seat in table}))
        if positions and positions[-1] > len(positions):
            words: dict[str, Any] = {"table": table[0].table, "people": len(table)}
            notes.append(PlanNote("gaps", words | {"positions": positions}))
    notes += [
        PlanNote("few_at_table", {"table": table[0].table, "people": len(table)})
        for table in tables
        if len(table) < LEAST_AT_TABLE
    ]
    return SeatPlanFile(tables, tuple(notes))


def is_plan(text: str) -> bool:
    """Whether a typed text is more than lines of start numbers: a pasted table, or names."""
    data = text.strip().encode()
    if (without := _without_bars(data)) != data:
        return True
    try:
        readings = read_csv(without)
    except Refused:  # an endless cell; the field says what is wrong
        return False
    return any(
        any(map(is_titled, table.rows[:DEEPEST_HEADING])) or any(map(_has_names, table.rows))
        for table in readings
    )


def _without_bars(data: bytes) -> bytes:
    """Return a text with the tables of a README ("| 1 | 2 |") as columns, on the same lines."""
    lines = data.removeprefix(b"\xef\xbb\xbf").splitlines()
    barred = [bool(_BARRED.fullmatch(line)) for line in lines]
    if sum(barred) < LEAST_BARRED:
        return data
    plain = [
        b"" if is_barred and not line.strip(b" \t|:-") else line.strip().strip(b"|")
        for line, is_barred in zip(lines, barred, strict=True)
    ]
    return b"\n".join(
        b"\t".join(map(bytes.strip, line.replace(b"\t", b" ").split(b"|"))) if is_barred else line
        for line, is_barred in zip(plain, barred, strict=True)
    )


def _has_names(row: TextRow) -> bool:
    people = people_of(row.cells[0]) if len(row.cells) == 1 else row.cells
    return sum(any(map(str.isalpha, each)) for each in people) > 1


def _read_json(data: bytes) -> dict[int, list[PlannedSeat]]:
    """Return the seats by round, 0 for those of a file with one round."""
    try:
        parsed: Any = parse(decode(data))
        if isinstance(parsed, list):
            return {0: [*map(_read_seat, parsed)]}
        rounds = _require_list(parsed["rounds"])
        return {
            number: [
                PlannedSeat(at, 0, str(who))
                for at, table in enumerate(_require_list(tables), start=1)
                for who in _require_list(table)
            ]
            for number, tables in enumerate(rounds, start=1)
        } or {0: []}
    except (NotJson, KeyError, TypeError, ValueError, Refused) as error:
        raise Refused("seat_plan_unreadable") from error


def _require_list(value: Any) -> list[Any]:
    """Require a list: in a text each letter would count as a person."""
    if not isinstance(value, list):
        raise TypeError
    return value


def _read_seat(each: Any) -> PlannedSeat:
    table, number, position = int(each["table"]), str(each["number"]), int(each["seat"])
    return PlannedSeat(table, 0, number, str(each.get("name", "")), position)


Rounds = tuple[dict[int, list[PlannedSeat]], list[PlanNote], list[Fault]]


def _read_rounds(data: bytes) -> Iterator[Rounds]:
    """Yield the seats of a file by round, 0 where none is named, and what is to be told.

    Twice if its dates can be read in two ways. Taken are the sheets titled with a round, else the
    first sheet, or reading, with seats.
    """
    data = data if is_workbook(data) else _without_bars(data)
    tables = read_tables(data, calculated=True)
    if is_workbook(data):
        tables = tuple(map(with_formulas, tables, read_tables(data)))
    read: list[tuple[TextTable, Plan]] = []
    fault: Refused | None = None
    for layouts in LAYOUTS:
        for table in () if read or fault else tables:
            try:
                if plan := next(filter(None, (layout(table) for layout in layouts)), None):
                    table.check_whole()
                    read.append((table, plan))
            except Refused as refused:
                fault = fault or refused
    if not read:
        for table in () if fault else tables:
            table.check_whole()
        raise fault or Refused("seat_plan_without_columns")
    named = [(table, plan) for table, plan in read if round_of_title(table.title)]
    taken = named or read[:1]
    yield _rounds_in(data, tables, taken)
    if any(plan.turned for _table, plan in taken):
        yield _rounds_in(data, tables, [(table, plan.turned or plan) for table, plan in taken])


def _rounds_in(
    data: bytes, tables: Sequence[TextTable], taken: Sequence[tuple[TextTable, Plan]]
) -> Rounds:
    rounds: dict[int, list[PlannedSeat]] = defaultdict(list)
    notes = [PlanNote(table.letters, {}) for table, _plan in taken if table.letters]
    faults: list[Fault] = []
    for table, plan in taken:
        of_sheet = round_of_title(table.title)
        for found in plan.seats:
            rounds[found.round or of_sheet].append(found.seat)
        faults += [(round or of_sheet, refused) for round, refused in plan.faults]
        notes += plan.notes
    if is_workbook(data):
        used = [table for table, _plan in taken]
        left = [table.title for table in tables if table.rows and table not in used]
        notes += [PlanNote("sheets", {"sheets": left})] if left else []
    return rounds, notes, faults
