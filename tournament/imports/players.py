"""Lists of players: every row below the heading becomes a row with a verdict, none is dropped."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tournament.errors import Refused
from tournament.imports.base import Quotes, TextRow, UnusedColumn
from tournament.imports.headings import FIRST_NAME, LAST_NAME, NAME, NUMBER, Heading
from tournament.imports.player_tables import PlayerTable, read_player_table
from tournament.models import Entry, Person
from tournament.models.fields import highest, longest, stored
from tournament.people.rules.registration import PlayerRow, RowFinding, Verdict, doubt_doubles
from tournament.shared.rules.fields import FIELDS, PLAYER_FIELDS, Kind, Of, PlayerData, fields_of
from tournament.shared.rules.names import CLUB_CODE, SplitName, is_sum, small_capitals, split_name
from tournament.shared.rules.typed import (
    NO,
    Unclear,
    cents_of,
    counted_number,
    is_formula,
    text_of_cell,
    yes_or_no,
)

PAID, NOT_PAID = ("ok", "bezahlt", "paid"), ("offen", "open", "nicht bezahlt")
HIGHEST_FEE = 9999_99
NO_FIXED_TABLE = NO - {"0"} | {"kein", "keiner"}  # table 0 is a slip
NO_CLUB = frozenset({"-", "–", "/", "ohne", "kein", "keiner", "ohne verein", "vereinslos", "none"})
Reader = Callable[[str], tuple[Any, list[RowFinding]]]
"""Returns the value of a cell, and findings about what is unclear in it."""
HIGHEST_NUMBER, HIGHEST_TABLE = highest(Entry, "number"), highest(Entry, "fixed_table")
_LONGEST = {NAME: longest(Person, LAST_NAME)} | {
    field.key: stored(field).max_length for field in FIELDS if field.headings and field.is_typed
}


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A list as read: its rows, and what was ignored, to be reported."""

    rows: tuple[PlayerRow, ...]
    heading_line: int
    blank_rows: int
    unused: tuple[UnusedColumn, ...] = ()
    unused_names: tuple[UnusedColumn, ...] = ()
    ignored_sheets: tuple[str, ...] = ()
    ignored_rows: tuple[str, ...] = ()
    """The rows above the heading."""


def read_players(data: bytes) -> PlayerList:
    """Read a list of players from a workbook (.xlsx or .ods) or a CSV file.

    Refused: "no_heading", and what `read_player_table` refuses.
    """
    table = read_player_table(data)
    if not table.heading.names_people:
        raise Refused("no_heading")
    return PlayerList(
        rows=player_rows(table),
        heading_line=table.heading.row.line,
        blank_rows=table.blank_rows,
        unused=table.unused,
        unused_names=table.unused_names,
        ignored_sheets=table.ignored_sheets,
        ignored_rows=table.ignored_rows,
    )


def player_rows(table: PlayerTable) -> tuple[PlayerRow, ...]:
    """Return the rows of a list, each with a verdict; none while the name column is unknown."""
    if not table.heading.names_people:
        return ()
    rows = [_player_row(row, table.heading) for row in table.rows]
    if rows and table.has_heading is None:
        at = table.heading_at
        rows[at] = rows[at].doubted("perhaps_heading")
    return doubt_doubles(rows)


def _player_row(row: TextRow, heading: Heading) -> PlayerRow:
    """Return one row judged on its own: refused, doubtful, or fine, perhaps with a note."""
    refusal = _reason_to_refuse(row, heading)
    if refusal:
        return PlayerRow(
            row.line, row.text, PlayerData(""), verdict=Verdict.REFUSED, findings=(refusal,)
        )
    name = _name(row, heading)
    number, number_notes = _number(heading.cell(row, NUMBER))
    code, club = _club(row, heading)
    values: dict[str, Any] = {}
    unclear: list[RowFinding] = []
    for field, read in _READ:
        values[field.name], found = read(text_of_cell(heading.cell(row, field.key)))
        unclear += found
    player = PlayerData(name.last_name, name.first_name, club, code, **values)
    no_player = "heading_again" if heading.is_repeated_in(row) else ""
    if not no_player and is_sum("".join(_names_in(row, heading))):
        no_player = "sum_row"
    # Formulas beside the name: the player is clear, the cell is not.
    formulas = [
        RowFinding("formula_elsewhere", {"column": heading.title(column)})
        for column in heading.places
        if is_formula(heading.cell(row, column))
    ]
    doubts = [*_doubts_about_name(row, heading, player), *formulas, *unclear]
    if row.quotes is Quotes.SWALLOWING:
        doubts.insert(0, RowFinding("quote_swallows"))
    notes = list(number_notes)
    if name.from_capitals:
        whole = f"{name.first_name} {name.last_name}".strip()
        notes.insert(0, RowFinding("capitals", {"name": whole}))
    verdict = Verdict.DOUBTFUL if no_player or doubts else Verdict.OK
    findings = (RowFinding(no_player),) if no_player else (*doubts, *notes)
    return PlayerRow(row.line, row.text, player, number, verdict, findings)


def _names_in(row: TextRow, heading: Heading) -> list[str]:
    """Return the cells that make the name: the whole name, or last and first name."""
    columns = [LAST_NAME, FIRST_NAME] if LAST_NAME in heading.places else [NAME]
    return [heading.cell(row, column) for column in columns]


def _name(row: TextRow, heading: Heading) -> SplitName:
    names = [text_of_cell(name) for name in _names_in(row, heading)]
    if len(names) == 1:
        return split_name(names[0])
    last, first = names
    if ";" in last and not first:
        return split_name(last)
    return small_capitals(last, first) if last else small_capitals(first, "")


def _reason_to_refuse(row: TextRow, heading: Heading) -> RowFinding | None:
    names = _names_in(row, heading)
    if row.quotes is Quotes.OPEN:
        return RowFinding("quote_open")
    if any(map(is_formula, names)):
        return RowFinding("formula")
    if not any(character.isalpha() for name in names for character in name):
        return RowFinding("no_name")
    for column, most in _LONGEST.items():
        if len(heading.cell(row, column)) > most:
            return RowFinding("text_too_long", {"column": heading.title(column), "most": most})
    return None


def _doubts_about_name(row: TextRow, heading: Heading, player: PlayerData) -> list[RowFinding]:
    text = " ".join(_names_in(row, heading))
    tests = {
        "one_word": not player.first_name,
        "question_mark": any(character in text for character in "?\ufffd"),
        "markup": any(character in text for character in "<>"),
        "digits_in_name": any(map(str.isdigit, text)),
        "semicolon_in_name": ";" in text,
        "several_commas": text.count(",") > 1,
    }
    return [RowFinding(code) for code, found in tests.items() if found]


def _number(text: str) -> tuple[int | None, list[RowFinding]]:
    """Return the start number wanted; anything else becomes a finding."""
    try:
        return counted_number(text, HIGHEST_NUMBER, ["#"]), []
    except Unclear:
        return None, [RowFinding("number_unclear", {"text": text})]


def _fee(text: str) -> tuple[bool, list[RowFinding]]:
    """Return whether the fee is paid: yes or no in words, a cross, or an amount."""
    try:
        return bool(yes_or_no(text, PAID, NOT_PAID)), []
    except Unclear:
        pass
    try:
        cents = cents_of(text) or 0
        if cents > HIGHEST_FEE:
            raise Unclear(text)
    except Unclear:
        return False, [RowFinding("fee_unclear", {"text": text[:40]})]
    return cents > 0, []


def _fixed_table(text: str) -> tuple[int | None, list[RowFinding]]:
    """Return a player's fixed table: a number, perhaps after the word."""
    if text.casefold().strip() in NO_FIXED_TABLE:
        return None, []
    try:
        return counted_number(text, HIGHEST_TABLE, ["tisch"]), []
    except Unclear:
        return None, [RowFinding("fixed_table_unclear", {"text": text[:40]})]


def _keeps_list(text: str) -> tuple[bool, list[RowFinding]]:
    """Return whether somebody keeps the list: yes, unless the cell says no."""
    try:
        return yes_or_no(text) is not False, []
    except Unclear:
        return True, [RowFinding("keeps_list_unclear", {"text": text[:40]})]


def _club(row: TextRow, heading: Heading) -> tuple[str, str]:
    """Return code and name. Without a column for codes, a short club is taken as a code."""
    club = text_of_cell(heading.cell(row, _CLUB.key))
    code = text_of_cell(heading.cell(row, _CODE.key))
    club, code = ("" if text.casefold() in NO_CLUB else text for text in (club, code))
    if _CODE.key not in heading.places and CLUB_CODE.fullmatch(club):
        return club, ""
    return code, club


def _tags(text: str) -> tuple[str, ...]:
    tags = (tag.strip() for tag in re.split(r"[,;/+]", text))
    return tuple(dict.fromkeys(filter(None, tags)))


_READ_BY_NAME: Mapping[str, Reader] = {
    "fee_paid": _fee,
    "fixed_table": _fixed_table,
    "keeps_list": _keeps_list,
}
_READ_BY_KIND: Mapping[Kind, Reader] = {
    Kind.TEXT: lambda text: (text, []),
    Kind.TAGS: lambda text: (_tags(text), []),
}
_CLUB, _CODE = fields_of(Of.CLUB)
_READ = [
    (field, _READ_BY_NAME.get(field.name) or _READ_BY_KIND[field.kind])
    for field in PLAYER_FIELDS
    if field.of not in (Of.NAME, Of.CLUB)
]
"""How a cell is read; name and club are each made from several."""
