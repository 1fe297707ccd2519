"""The seats of a round from a file: JSON, a table in CSV, or a workbook."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import attrgetter
from typing import Any

from scoring.json_format import NotJson, parse
from tournament.errors import Refused
from tournament.imports.tables import (
    DEEPEST_HEADING,
    FIRST_NAME,
    LAST_NAME,
    NAME,
    NUMBER,
    TextRow,
    TextTable,
    check_size,
    column_of,
    decode,
    is_workbook,
    read_csv,
    read_workbook,
    spelling,
)
from tournament.seating.rules import PlannedSeat
from tournament.shared.rules.typed import Unclear, counted_number

TITLES = {
    "round": frozenset({"runde", "round"}),
    "table": frozenset({"tisch", "tischnr", "tischnummer", "table"}),
    "seat": frozenset({"platz", "position", "sitz", "sitzplatz", "seat"}),
}
_ONE_POSITION = re.compile(f"(?:{'|'.join(sorted(TITLES['seat']))})([1-9])")
"""The heading of a position's column, in a table with one row per table."""
WHO = (NUMBER, NAME, LAST_NAME, FIRST_NAME)
MOST = 9999
Tables = tuple[tuple[PlannedSeat, ...], ...]


def read_seat_plan(data: bytes, round: int) -> Tables:
    """Return a round's tables from a file of `plan_seating` or `seats` (JSON, CSV), or a table.

    A table has columns for table and number or name, optionally for position and round; without a
    position the order is that of the file. Or it has one row per table, with columns for the
    positions ("Position 1"). Refused: `file_too_large`, `seat_plan_unreadable`,
    `seat_plan_without_round`, `seat_plan_without_columns`, `seat_plan_row`, and what
    `read_workbook` refuses.
    """
    check_size(data)
    if is_workbook(data):
        tables = _read_tables(read_workbook(data, calculated=True), round)
    else:
        try:
            text = decode(data)
        except Refused as error:
            raise Refused("seat_plan_unreadable") from error
        is_json = text.lstrip()[:1] in ("{", "[")
        tables = _read_json(text, round) if is_json else _read_tables(read_csv(data), round)
    if not tables or not all(tables):
        raise Refused("seat_plan_without_round", round=round)
    return tables


def has_headings(text: str) -> bool:
    """Whether a text begins with headings, as a pasted table does."""
    first = text.strip().partition("\n")[0]
    return bool(_places(TextRow(1, tuple(re.split("[;\t,]", first)))))


def _read_json(text: str, round: int) -> Tables:
    try:
        parsed: Any = parse(text)
        if isinstance(parsed, list):
            return _group_by_table(map(_read_seat, parsed))
        tables = _require_list(_require_list(parsed["rounds"])[round - 1 : round][0])
        return tuple(
            tuple(PlannedSeat(at, 0, str(who)) for who in _require_list(table))
            for at, table in enumerate(tables, start=1)
        )
    except IndexError as error:
        raise Refused("seat_plan_without_round", round=round) from error
    except (NotJson, KeyError, TypeError, ValueError) as error:
        raise Refused("seat_plan_unreadable") from error


def _require_list(value: Any) -> list[Any]:
    """Require a list: in a text each letter would count as a person."""
    if not isinstance(value, list):
        raise TypeError
    return value


def _read_seat(each: Any) -> PlannedSeat:
    table, number, position = int(each["table"]), str(each["number"]), int(each["seat"])
    return PlannedSeat(table, 0, number, str(each.get("name", "")), position)


def _read_tables(tables: Iterable[TextTable], round: int) -> Tables:
    """Return the seats of the first sheet, or reading, whose heading names table and people."""
    for table in tables:
        for row in table.rows[:DEEPEST_HEADING]:
            places = _places(row)
            if "table" in places and not places.keys().isdisjoint((*WHO[:3], "1")):
                table.check_length()
                return _group_by_table(_read_rows(table, row, places, round))
    raise Refused("seat_plan_without_columns")


def _places(heading: TextRow) -> dict[str, int]:
    """Return which column holds what."""
    places: dict[str, int] = {}
    for at, cell in enumerate(heading.cells):
        title, column = spelling(cell), column_of(cell)
        name = next((name for name, titles in TITLES.items() if title in titles), column)
        if position := _ONE_POSITION.fullmatch(title):
            name = position[1]
        if name:
            places.setdefault(name, at)
    return places


def _read_rows(
    table: TextTable, heading: TextRow, places: dict[str, int], round: int
) -> Iterator[PlannedSeat]:
    for row in table.rows:
        cells = {name: row.cells[place] for name, place in places.items() if place < len(row.cells)}
        if row.line <= heading.line:
            continue
        name = cells.get(NAME) or " ".join(
            filter(None, (cells.get(FIRST_NAME), cells.get(LAST_NAME)))
        )
        try:
            of, number, position = (
                counted_number(cells.get(name, ""), MOST, titles) for name, titles in TITLES.items()
            )
        except Unclear as unclear:
            raise Refused("seat_plan_row", line=row.line) from unclear
        if "round" in places and of != round:
            continue
        if number is None or (position is None and "seat" in places):
            raise Refused("seat_plan_row", line=row.line)
        if "1" not in places:
            yield PlannedSeat(number, row.line, cells.get(NUMBER, ""), name, position or 0)
        for title, who in cells.items():
            if title.isdecimal() and who:
                yield PlannedSeat(number, row.line, who, position=int(title))


def _group_by_table(seats: Iterable[PlannedSeat]) -> Tables:
    in_order = sorted(seats, key=attrgetter("table", "position"))
    by_table = groupby(in_order, key=attrgetter("table"))
    return tuple(tuple(found) for _table, found in by_table)
