"""Lists of players: every row below the heading becomes a row with a verdict, none is dropped."""

import re
from dataclasses import dataclass
from operator import attrgetter

from tournament.core.fields import PlayerData
from tournament.core.names import CLUB_CODE, SplitName, is_sum, small_capitals, split_name
from tournament.core.registration import PlayerRow, RowFinding, Verdict, doubt_doubles
from tournament.errors import Refused
from tournament.imports.base import (
    MAX_COLUMNS,
    Quotes,
    TextRow,
    TextTable,
    UnusedColumn,
    check_size,
)
from tournament.imports.csv_files import read_csv
from tournament.imports.headings import NOTHING_LEARNED, Column, Heading, Learned, find_heading
from tournament.imports.player_tables import NO_HEADING, PlayerTable
from tournament.imports.workbooks import is_workbook, read_workbook

HIGHEST_NUMBER = 9999
HIGHEST_TABLE = 999
MOST_CHARACTERS = {
    Column.NAME: 200,
    Column.LAST_NAME: 200,
    Column.FIRST_NAME: 200,
    Column.CLUB: 200,
    Column.CLUB_CODE: 20,
    Column.STATE: 60,
    Column.TAGS: 200,
    Column.TEAM: 100,
}
PAID = frozenset({"ja", "j", "yes", "y", "x", "✓", "✔", "ok", "wahr", "true", "bezahlt", "paid"})
NOT_PAID = frozenset(
    {"", "nein", "n", "no", "-", "–", "falsch", "false", "offen", "open", "nicht bezahlt"}
)
KEEPS_LIST = frozenset({"", "ja", "j", "yes", "y", "x", "✓", "✔", "wahr", "true", "1"})
KEEPS_NO_LIST = frozenset({"nein", "n", "no", "falsch", "false", "0"})
NO_FIXED_TABLE = frozenset({"", "-", "–", "nein", "kein", "keiner", "no"})
NO_CLUB = frozenset({"-", "–", "/", "ohne", "kein", "keiner", "ohne verein", "vereinslos", "none"})
_AMOUNT = re.compile(r"(?:€|eur)?\s*(\d{1,4})(?:[.,](\d{1,2}|-))?\s*(?:€|eur|euro)?")


@dataclass(frozen=True, slots=True)
class PlayerList:
    """A list as read: its rows, and what was left aside in it, to be told."""

    rows: tuple[PlayerRow, ...]
    heading_line: int
    blank_rows: int
    unused: tuple[UnusedColumn, ...] = ()
    unused_names: tuple[UnusedColumn, ...] = ()
    ignored_sheets: tuple[str, ...] = ()
    ignored_rows: tuple[str, ...] = ()
    """What stands above the heading."""


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


def read_player_table(data: bytes, learned: Learned = NOTHING_LEARNED) -> PlayerTable:
    """Read a list of players as text; where no heading names people, its columns are open.

    Refused: "file_too_large", "file_unreadable", "old_or_locked_excel", "too_many_rows",
    "too_many_columns", "no_heading" (nothing in it), "no_players", "heading_quote_open".
    """
    check_size(data)
    workbook = is_workbook(data)
    tables = read_workbook(data) if workbook else read_csv(data)
    found = [(heading, table) for table in tables if (heading := find_heading(table, learned))]
    if found:
        heading, table = max(found, key=_fits)
    else:
        heading = NO_HEADING
        table = max(tables, key=attrgetter("filled"), default=TextTable("", ()))
    table.check_length()
    if not table.rows:
        raise Refused("no_heading")
    if table.too_wide:
        raise Refused("too_many_columns", most=MAX_COLUMNS)
    others = [other.title for other in tables if workbook and other is not table and other.rows]
    return _player_table(table, heading, tuple(others))


def _fits(candidate: tuple[Heading, TextTable]) -> tuple[int, int]:
    """How well a heading fits: how many columns it names, and how few texts stand beside it."""
    heading, table = candidate
    width = len(heading.row.cells)
    return len(heading.places), -sum(any(row.cells[width:]) for row in table.rows)


def _player_table(table: TextTable, heading: Heading, ignored: tuple[str, ...]) -> PlayerTable:
    if heading.row.quotes is Quotes.OPEN:
        raise Refused("heading_quote_open", line=heading.row.line)
    below = tuple(row for row in table.rows if row.line > heading.row.line)
    if not below:
        raise Refused("no_players", line=heading.row.line)
    return PlayerTable(
        heading=heading,
        rows=below,
        blank_rows=table.blank_rows,
        ignored_sheets=ignored,
        ignored_rows=tuple(row.text for row in table.rows if row.line < heading.row.line),
    )


def player_rows(table: PlayerTable) -> tuple[PlayerRow, ...]:
    """The rows of a list, each with a verdict; none while nobody knows where the names stand."""
    if not table.heading.names_people:
        return ()
    rows = [_player_row(row, table.heading) for row in table.rows]
    if rows and table.has_heading is None:
        at = table.heading_at
        rows[at] = rows[at].doubted("perhaps_heading")
    return doubt_doubles(rows)


def _player_row(row: TextRow, heading: Heading) -> PlayerRow:
    """One row judged by itself: refused, doubtful, or fine, perhaps with a note."""
    refusal = _reason_to_refuse(row, heading)
    if refusal:
        return PlayerRow(
            row.line, row.text, PlayerData(""), verdict=Verdict.REFUSED, findings=(refusal,)
        )
    name = _name(row, heading)
    number, number_notes = _number(heading.cell(row, Column.NUMBER))
    fee_paid, fee_doubts = _fee(heading.cell(row, Column.FEE))
    fixed_table, table_doubts = _fixed_table(heading.cell(row, Column.FIXED_TABLE))
    keeps_list, list_doubts = _keeps_list(heading.cell(row, Column.KEEPS_LIST))
    club_code, club_name = _club(row, heading)
    player = PlayerData(
        last_name=name.last_name,
        first_name=name.first_name,
        club_name=club_name,
        club_code=club_code,
        state=_unless_formula(heading.cell(row, Column.STATE)),
        tags=_tags(_unless_formula(heading.cell(row, Column.TAGS))),
        fee_paid=fee_paid,
        team=_unless_formula(heading.cell(row, Column.TEAM)),
        fixed_table=fixed_table,
        keeps_list=keeps_list,
    )
    no_player = _no_player(row, heading)
    doubts = [*_doubts_about_name(row, heading, player), *_formulas(row, heading)]
    doubts += [*fee_doubts, *table_doubts, *list_doubts]
    if row.quotes is Quotes.SWALLOWING:
        doubts.insert(0, RowFinding("quote_swallows"))
    notes = [*_name_notes(name), *number_notes]
    verdict = Verdict.DOUBTFUL if no_player or doubts else Verdict.OK
    findings = tuple(no_player or [*doubts, *notes])
    return PlayerRow(row.line, row.text, player, number, verdict, findings)


def _names_in(row: TextRow, heading: Heading) -> list[str]:
    """The cells that make the name: the whole name, or last and first name."""
    if Column.LAST_NAME in heading.places:
        columns = [Column.LAST_NAME, Column.FIRST_NAME]
    else:
        columns = [Column.NAME]
    return [heading.cell(row, column) for column in columns]


def _name(row: TextRow, heading: Heading) -> SplitName:
    names = _names_in(row, heading)
    if len(names) == 1:
        return split_name(names[0])
    last, first = names
    if ";" in last and not first:
        return split_name(last)
    return small_capitals(last, first) if last else small_capitals(first, "")


def _name_notes(name: SplitName) -> list[RowFinding]:
    whole = f"{name.first_name} {name.last_name}".strip()
    return [RowFinding("capitals", {"name": whole})] if name.from_capitals else []


def _reason_to_refuse(row: TextRow, heading: Heading) -> RowFinding | None:
    names = _names_in(row, heading)
    if row.quotes is Quotes.OPEN:
        return RowFinding("quote_open")
    if any(map(_is_formula, names)):
        return RowFinding("formula")
    if not any(character.isalpha() for name in names for character in name):
        return RowFinding("no_name")
    for column, most in MOST_CHARACTERS.items():
        if len(heading.cell(row, column)) > most:
            return RowFinding("text_too_long", {"column": heading.title(column), "most": most})
    return None


def _no_player(row: TextRow, heading: Heading) -> list[RowFinding]:
    """A row that holds something else than a player: a heading again, or sums."""
    if heading.is_repeated_in(row):
        return [RowFinding("heading_again")]
    if is_sum("".join(_names_in(row, heading))):
        return [RowFinding("sum_row")]
    return []


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


def _formulas(row: TextRow, heading: Heading) -> list[RowFinding]:
    """Formulas beside the name: the player is clear, the cell is not."""
    return [
        RowFinding("formula_elsewhere", {"column": heading.title(column)})
        for column in heading.places
        if _is_formula(heading.cell(row, column))
    ]


def _number(text: str) -> tuple[int | None, list[RowFinding]]:
    """The start number asked for; what is none is noted."""
    digits = text.removesuffix(".").removeprefix("#").strip()
    if digits.isdecimal() and len(digits) < 9 and 1 <= int(digits) <= HIGHEST_NUMBER:
        return int(digits), []
    return None, [RowFinding("number_unclear", {"text": text})] if text else []


def _fee(text: str) -> tuple[bool, list[RowFinding]]:
    """Whether the fee is paid: yes or no in words, a cross, or an amount."""
    word = _unless_formula(text).casefold().strip()
    if word in PAID:
        return True, []
    if word in NOT_PAID:
        return False, []
    if amount := _AMOUNT.fullmatch(word):
        return int(amount[1]) > 0 or (amount[2] or "").strip("0-") != "", []
    return False, [RowFinding("fee_unclear", {"text": text[:40]})]


def _fixed_table(text: str) -> tuple[int | None, list[RowFinding]]:
    """The table where somebody always sits: a number, perhaps after the word."""
    word = _unless_formula(text).casefold().strip()
    if word in NO_FIXED_TABLE:
        return None, []
    digits = word.removeprefix("tisch").removesuffix(".").strip()
    if digits.isdecimal() and len(digits) < 9 and 1 <= int(digits) <= HIGHEST_TABLE:
        return int(digits), []
    return None, [RowFinding("fixed_table_unclear", {"text": text[:40]})]


def _keeps_list(text: str) -> tuple[bool, list[RowFinding]]:
    """Whether somebody keeps the list: yes, unless the list says no."""
    word = _unless_formula(text).casefold().strip()
    if word in KEEPS_NO_LIST:
        return False, []
    return True, [] if word in KEEPS_LIST else [
        RowFinding("keeps_list_unclear", {"text": text[:40]})
    ]


def _club(row: TextRow, heading: Heading) -> tuple[str, str]:
    """Code and name. Without a column for codes, a short one in the club's column is a code."""
    club = _unless_formula(heading.cell(row, Column.CLUB))
    code = _unless_formula(heading.cell(row, Column.CLUB_CODE))
    club, code = ("" if text.casefold() in NO_CLUB else text for text in (club, code))
    if Column.CLUB_CODE not in heading.places and CLUB_CODE.fullmatch(club):
        return club, ""
    return code, club


def _tags(text: str) -> tuple[str, ...]:
    tags = (tag.strip() for tag in re.split(r"[,;/+]", text))
    return tuple(dict.fromkeys(filter(None, tags)))


def _is_formula(text: str) -> bool:
    return text.startswith("=")


def _unless_formula(text: str) -> str:
    return "" if _is_formula(text) else text
