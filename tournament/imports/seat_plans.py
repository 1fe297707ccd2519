"""The seats of a round from a file, as they are typed: a line of start numbers per table."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from scoring.json_format import NotJson, parse
from tournament.core.names import plain_name
from tournament.errors import Refused
from tournament.imports.base import TextTable, check_size
from tournament.imports.csv_files import decode, read_csv

TABLE = frozenset({"tisch", "table"})
SEAT = frozenset({"platz", "position", "sitz", "seat"})
WHO = frozenset({"nr", "nr.", "no", "nummer", "startnummer", "number", "name", "spieler", "player"})


def read_seat_plan(data: bytes, round: int, numbers: Mapping[str, int]) -> str:
    """The tables of a round: `plan_seating`'s file, what `seats` writes (JSON, CSV), or a table.

    A table has columns for table and number or name, perhaps one for the position; else the order
    is that of the file. `numbers`: the start number of everybody by name as `plain_name` writes it.
    Whoever is not among them stays as written, for the form to name.

    Refused: `file_too_large`, `seat_plan_unreadable`, `seat_plan_without_round`,
    `seat_plan_without_columns`.
    """
    check_size(data)
    try:
        text = decode(data)
    except Refused as error:
        raise Refused("seat_plan_unreadable") from error
    if text.lstrip()[:1] in ("{", "["):
        tables = _from_json(text, round)
    else:
        tables = _from_rows(_best(read_csv(data)))
    return "\n".join(" ".join(_number(who, numbers) for who in table) for table in tables)


def _number(who: str, numbers: Mapping[str, int]) -> str:
    found = numbers.get(plain_name(who))
    return who.replace(" ", "_") if found is None else str(found)


def _from_json(text: str, round: int) -> Sequence[Sequence[str]]:
    try:
        parsed: Any = parse(text)
        if isinstance(parsed, list):
            return _by_table([_line(each) for each in parsed])
        rounds: Any = parsed["rounds"]
        tables = [[str(who) for who in table] for table in rounds[round - 1 : round][0]]
    except IndexError as error:
        raise Refused("seat_plan_without_round", round=round) from error
    except (NotJson, KeyError, TypeError, ValueError) as error:
        raise Refused("seat_plan_unreadable") from error
    return tables


def _line(each: Any) -> tuple[int, int, str]:
    return int(each["table"]), int(each["seat"]), str(each["number"])


def _from_rows(table: TextTable) -> Sequence[Sequence[str]]:
    heading = [cell.casefold().strip() for cell in table.rows[0].cells]
    at_table, at_seat, at_who = (
        next((place for place, title in enumerate(heading) if title in titles), None)
        for titles in (TABLE, SEAT, WHO)
    )
    if at_table is None or at_who is None:
        raise Refused("seat_plan_without_columns")
    lines = []
    for order, row in enumerate(table.rows[1:]):
        cells = dict(enumerate(row.cells))
        seat = cells.get(at_seat, "") if at_seat is not None else str(order)
        try:
            lines.append((int(cells.get(at_table, "")), int(seat), cells.get(at_who, "")))
        except ValueError as error:
            raise Refused("seat_plan_row", line=row.line) from error
    return _by_table(lines)


def _by_table(lines: Sequence[tuple[int, int, str]]) -> Sequence[Sequence[str]]:
    in_order = sorted(lines, key=lambda line: line[:2])
    return [
        [who for _table, _seat, who in found]
        for _number, found in groupby(in_order, key=lambda line: line[0])
    ]


def _best(readings: Sequence[TextTable]) -> TextTable:
    """The reading with the most columns that has any row."""
    with_rows = [each for each in readings if each.rows]
    if not with_rows:
        raise Refused("seat_plan_unreadable")
    return max(with_rows, key=lambda each: len(each.rows[0].cells))
