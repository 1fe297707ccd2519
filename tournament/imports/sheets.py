"""A file of score sheets (formats.md, "Sheets of a tournament"), read defensively.

If the file cannot be parsed, it is refused; an entry that does not name its table is refused alone.
Whether a sheet is right, or a sheet at all, is decided where sheets are checked.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.json_format import NotJson, Unreadable, parse
from tournament.errors import Refused
from tournament.models import SheetKind

LARGEST_FILE = 64 * 1024 * 1024
"""Bytes. A round of 256 tables with every game is about two million."""
HIGHEST_NUMBER = 10_000
PLACE_KEYS = frozenset({"round", "table"})


@dataclass(frozen=True, slots=True)
class SheetRecord:
    """One entry of the file; `content` as the service of its kind takes it."""

    round: int
    table: int
    kind: SheetKind
    content: Any


@dataclass(frozen=True, slots=True)
class UnreadableRecord:
    """An entry, counted from 1, that does not say which table's sheet it is, and why."""

    number: int
    code: str
    round: int | None = None


Record = SheetRecord | UnreadableRecord


def read_sheets(data: bytes) -> tuple[Record, ...]:
    """Return the entries of a file in order.

    Refused: `sheets_file_too_large`, `sheets_file_not_json`, `sheets_file_too_deep`,
    `sheets_file_key_twice`, `sheets_file_without_sheets`.
    """
    if len(data) > LARGEST_FILE:
        raise Refused("sheets_file_too_large", megabytes=LARGEST_FILE // 1024 // 1024)
    try:
        parsed = parse(data.decode("utf-8-sig"))
    except (NotJson, UnicodeDecodeError) as error:
        raise Refused("sheets_file_not_json") from error
    if isinstance(parsed, Unreadable):
        raise _unreadable(parsed)
    sheets = parsed.get("sheets") if isinstance(parsed, Mapping) else None
    if isinstance(sheets, Unreadable):
        raise _unreadable(sheets)
    if not isinstance(sheets, list):
        raise Refused("sheets_file_without_sheets")
    return tuple(_record(number, entry) for number, entry in enumerate(sheets, start=1))


def _unreadable(part: Unreadable) -> Refused:
    if part.problem == "repeated_key":
        return Refused("sheets_file_key_twice", key=part.key)
    return Refused("sheets_file_too_deep")


def _record(number: int, entry: Any) -> Record:
    if isinstance(entry, Unreadable) or not isinstance(entry, Mapping):
        return UnreadableRecord(number, "sheet_entry_no_object")
    round, table = _number(entry.get("round")), _number(entry.get("table"))
    if round is None or table is None:
        return UnreadableRecord(number, "sheet_entry_without_place", _whole(entry.get("round")))
    content = {key: value for key, value in entry.items() if key not in PLACE_KEYS}
    ruling = content.get("ruling")
    is_ruling = content.get("kind", SheetKind.RULING) == SheetKind.RULING
    if is_ruling and isinstance(ruling, Mapping) and content.keys() <= {"kind", "ruling"}:
        return SheetRecord(round, table, SheetKind.RULING, dict(ruling))
    if content.get("kind") == SheetKind.RULING:
        del content["kind"]
        return SheetRecord(round, table, SheetKind.RULING, content)
    if "sheet" not in content:
        return SheetRecord(round, table, SheetKind.TOTALS, content)
    if len(content) > 1:
        return UnreadableRecord(number, "sheet_entry_ambiguous", round)
    return SheetRecord(round, table, SheetKind.ROWS, content["sheet"])


def _number(value: Any) -> int | None:
    """Return a round or table number that a database can look up."""
    number = _whole(value)
    return number if number is not None and 0 < number < HIGHEST_NUMBER else None


def _whole(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
