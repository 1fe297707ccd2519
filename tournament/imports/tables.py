"""Tables that people send, as rows of plain text with their headings: CSV, Excel, LibreOffice.

Files are hostile until read: sizes are limited before unpacking, nothing is ever calculated, and
any reader error becomes a refusal.
"""

import csv
import re
import zipfile
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum, auto
from io import BytesIO, StringIO
from itertools import chain, count, islice, repeat
from typing import Any
from xml.etree.ElementTree import Element

from defusedxml.ElementTree import iterparse

from tournament.errors import Refused
from tournament.imports.letters import read_letters
from tournament.people.rules.registration import PART
from tournament.shared.rules.fields import FIELDS
from tournament.shared.rules.names import list_name, split_name, tidy
from tournament.shared.rules.states import is_state
from tournament.shared.rules.typed import is_formula

MEGABYTE = 1024 * 1024
MAX_MEGABYTES = 4
MAX_ROWS = 2000
MAX_COLUMNS = 200  # as the administration of a club writes them
MAX_TEXT = 300
# Blank rows count too, or a single cell at the end of a sheet would mean a million rows.
MAX_ROWS_WITH_BLANK = 20_000


class Quotes(Enum):
    """What the quotation marks around a row's cells say about its end."""

    FINE = auto()
    SWALLOWING = auto()
    """A cell contains a line break and delimiters, as if it had swallowed rows."""
    OPEN = auto()
    """A quotation mark is never closed: everything after it is in this row."""


@dataclass(frozen=True, slots=True)
class TextRow:
    """A row, its number in the file from 1, its cells as tidy text; formulas begin with "="."""

    line: int
    cells: tuple[str, ...]
    quotes: Quotes = Quotes.FINE

    def __bool__(self) -> bool:
        return any(self.cells)

    def cell(self, place: int | None) -> str:
        """Return the text of a cell, empty if there is none."""
        return self.cells[place] if place is not None and place < len(self.cells) else ""

    @property
    def text(self) -> str:
        """The row as one line, for people to recognise it."""
        return " · ".join(filter(None, self.cells))[:MAX_TEXT]


@dataclass(frozen=True, slots=True)
class TextTable:
    """A sheet, or a reading of a CSV file; what is `too_wide` or `too_long` was not read.

    `letters`: how they were read, as in `imports.letters`.
    """

    title: str
    rows: tuple[TextRow, ...]
    blank_rows: int = 0
    too_wide: bool = False
    too_long: bool = False
    letters: str = ""

    @property
    def filled(self) -> int:
        """The number of non-empty cells: highest if the file was read with the right delimiter."""
        return sum(1 for row in self.rows for cell in row.cells if cell)

    def check_whole(self) -> None:
        """Refuse a table not read to its end ("too_many_rows", "too_many_columns")."""
        if self.too_long:
            raise Refused("too_many_rows", most=MAX_ROWS)
        if self.too_wide:
            raise Refused("too_many_columns", most=MAX_COLUMNS)


@dataclass(frozen=True, slots=True)
class UnusedColumn:
    """A column that is not read: its number from 1, its heading, its number of texts."""

    number: int
    title: str
    texts: int


def unused_columns(
    heading: TextRow, rows: Iterable[TextRow], used: Collection[int]
) -> tuple[UnusedColumn, ...]:
    """Return the non-empty columns that are not among those used, counted from 0."""
    titles = {at: title for at, title in enumerate(heading.cells) if title}
    texts = Counter(at for row in rows for at, text in enumerate(row.cells) if text)
    places = sorted({*titles, *texts}.difference(used))
    return tuple(UnusedColumn(at + 1, titles.get(at, ""), texts[at]) for at in places)


def with_formulas(
    table: TextTable, written: TextTable, places: Collection[int] = range(MAX_COLUMNS)
) -> TextTable:
    """Return a table whose empty cells at these places have the formula that was written there."""
    formulas: dict[int, dict[int, str]] = {}  # by line and place
    for row in written.rows:
        found = {at: cell for at, cell in enumerate(row.cells) if at in places and is_formula(cell)}
        if found:
            formulas[row.line] = found
    filled = []
    for row in table.rows if formulas else ():
        here = formulas.get(row.line, {})
        width = max([len(row.cells), *(at + 1 for at in here)])
        cells = (row.cell(at) or here.get(at, "") for at in range(width))
        filled.append(replace(row, cells=tuple(cells)))
    return replace(table, rows=tuple(filled) or table.rows)


def check_size(data: bytes) -> None:
    """Refuse a file too large to be a list of players ("file_too_large")."""
    if len(data) > MAX_MEGABYTES * MEGABYTE:
        raise Refused("file_too_large", megabytes=MAX_MEGABYTES)


@dataclass(frozen=True, slots=True)
class RawRow:
    """A row as a reader finds it: line, any number of cells, quotation marks."""

    line: int
    cells: Iterable[str]
    quotes: Quotes = Quotes.FINE


def text_table(title: str, rows: Iterable[RawRow], letters: str = "") -> TextTable:
    """Return a table from raw rows, cut at the maximum width and length."""
    kept: list[TextRow] = []
    blank = blank_since = 0
    too_wide = too_long = False
    for at, raw in enumerate(rows, start=1):
        texts = list(raw.cells)
        too_wide = too_wide or any(texts[MAX_COLUMNS:])
        row = TextRow(raw.line, tuple(map(tidy, texts[:MAX_COLUMNS])), raw.quotes)
        if row:
            kept.append(row)
            blank, blank_since = blank + blank_since, 0
        elif kept:
            blank_since += 1
        ends = row.line if row else at
        too_long = len(kept) > MAX_ROWS or ends > MAX_ROWS_WITH_BLANK
        if too_long:
            break
    return TextTable(title, tuple(kept), blank, too_wide, too_long, letters)


DELIMITERS = ";\t,"


def read_csv(data: bytes, chosen: str = "") -> tuple[TextTable, ...]:
    """Return the file read once per delimiter, the likeliest first; `chosen`: as `read_letters`.

    Refused: "file_unreadable".
    """
    text, how = read_letters(data, chosen)
    readings: list[TextTable] = []
    fault: csv.Error | None = None
    for delimiter in DELIMITERS:
        try:
            readings.append(text_table("", _csv_rows(text, delimiter), how))
        except csv.Error as error:
            fault = error
    if not readings:
        raise Refused("file_unreadable") from fault
    return tuple(readings)


def decode(data: bytes) -> str:
    """Return the text of a file. Refused: "file_unreadable"."""
    return read_letters(data).text


class _Lines:
    """The lines of a text, and whether a line beyond the last was requested."""

    def __init__(self, text: str) -> None:
        self._lines = StringIO(text, newline="")
        self.used_up = False

    def __iter__(self) -> Iterator[str]:
        yield from self._lines
        self.used_up = True


def _csv_rows(text: str, delimiter: str) -> Iterator[RawRow]:
    """Yield each row with the number of its first line."""
    lines = _Lines(text)
    reader = csv.reader(lines, delimiter=delimiter)
    line = 1
    for cells in reader:
        # A complete row is yielded before the next line is requested.
        quotes = Quotes.OPEN if lines.used_up else Quotes.FINE
        for cell in cells if quotes is Quotes.FINE else ():
            could_hold_a_row = delimiter in cell or len(cells) == 1
            if could_hold_a_row and len(cell.strip().splitlines()) > 1:
                quotes = Quotes.SWALLOWING
        yield RawRow(line, cells, quotes)
        line = reader.line_num + 1


MIMETYPE = b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet"
TABLE = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
OFFICE = "{urn:oasis:names:tc:opendocument:xmlns:office:1.0}"
ROW = f"{TABLE}table-row"
MOST_IN_ROW = 100_000  # starts and ends of elements; a row of 16,384 cells with texts has fewer
TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"


def read_open_document(data: bytes, *, calculated: bool = False) -> tuple[TextTable, ...]:
    """Return the sheets of an .ods file; a formula yields its text or, `calculated`, its figure.

    Parsed by hand: existing libraries build the whole sheet in memory, and a sheet of 200 bytes
    can declare a million equal rows.

    Raises what the parser raises. Refused: "too_many_columns", "old_or_locked_excel".
    """
    with zipfile.ZipFile(BytesIO(data)) as archive:
        if b"encryption-data" in archive.read("META-INF/manifest.xml"):
            raise Refused("old_or_locked_excel")
        with archive.open("content.xml") as content:
            events = iterparse(content, events=("start", "end"))
            tables = []
            for event, element in events:
                if event == "start" and element.tag == f"{TABLE}table":
                    tables.append(
                        text_table(element.get(f"{TABLE}name", ""), _sheet_rows(events, calculated))
                    )
                    # The rest of a sheet that is too long is skipped.
                    for ended, part in events if tables[-1].too_long else ():
                        if ended == "end" and part.tag in (ROW, element.tag):
                            element.clear()
                        if ended == "end" and part is element:
                            break
            return tuple(tables)


def _sheet_rows(events: Iterator[tuple[str, Element]], calculated: bool) -> Iterator[RawRow]:
    """Yield every row up to the end of the sheet, with its number, freeing what was read."""
    line = parts = 0
    for event, element in events:
        parts += 1
        if parts > MOST_IN_ROW:
            raise Refused("too_many_columns", most=MAX_COLUMNS)
        if event == "start" or element.tag not in (ROW, f"{TABLE}table"):
            continue
        if element.tag != ROW:
            element.clear()
            return
        parts = 0
        texts = (
            repeat(_typed_in(cell, calculated), _count(cell, "number-columns-repeated"))
            for cell in element
            if cell.tag in (f"{TABLE}table-cell", f"{TABLE}covered-table-cell")
        )
        cells = list(islice(chain.from_iterable(texts), MAX_COLUMNS + 1))
        repeated = _count(element, "number-rows-repeated")
        element.clear()
        # A sheet ends with a million equal blank rows: yielded once, all counted in the line
        # number.
        line += repeated if not any(cells) else 1
        yield RawRow(line, cells)
        for _ in range(min(repeated - 1, MAX_ROWS_WITH_BLANK) if any(cells) else 0):
            line += 1
            yield RawRow(line, cells)


def _count(element: Element, name: str) -> int:
    text = element.get(f"{TABLE}{name}", "1")
    return int(text) if text.isdecimal() else 1


def _typed_in(cell: Element, calculated: bool) -> str:
    """Return a cell as a person would type it."""
    formula = cell.get(f"{TABLE}formula", "")
    kind = cell.get(f"{OFFICE}value-type", "")
    if formula and not (calculated and kind):
        return "=" + formula.partition("=")[2]
    value = cell.get(f"{OFFICE}value", "")
    if kind == "float":
        return _figure(value)
    if kind == "boolean":
        return "1" if cell.get(f"{OFFICE}boolean-value") == "true" else "0"
    # Notes at a cell are inside it too, but not part of its text.
    lines = ("".join(_words(line)) for line in cell if line.tag == f"{TEXT}p")
    return "\n".join(lines)


def _words(element: Element) -> Iterator[str]:
    """Yield the text of a paragraph; repeated blanks, tabs and line breaks are elements."""
    yield element.text or ""
    for part in element:
        if part.tag == f"{TEXT}s":
            yield " " * min(int(part.get(f"{TEXT}c", "1")), 100)
        elif part.tag in (f"{TEXT}tab", f"{TEXT}line-break"):
            yield " "
        else:
            yield from _words(part)
        yield part.tail or ""


ZIP = b"PK\x03\x04"
# Container format of old Excel files and of new ones locked with a password.
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# Before 1997 without a container.
OLD_EXCEL = tuple(b"\x09" + version for version in (b"\x00\x04", b"\x02\x06", b"\x04\x06"))
MAX_UNPACKED = 50 * MEGABYTE
MAX_PARTS = 1000


def is_workbook(data: bytes) -> bool:
    """Whether the file looks like a workbook, of Excel, old or new, or of LibreOffice."""
    return data.startswith((ZIP, OLE))


def read_workbook(data: bytes, *, calculated: bool = False) -> tuple[TextTable, ...]:
    """Return the sheets of a workbook; a formula yields its text or, `calculated`, its figure.

    Refused: "old_or_locked_excel", "file_unreadable", "file_too_large", "too_many_columns".
    """
    if data.startswith(OLE):
        raise Refused("old_or_locked_excel")
    try:
        # A small file may unpack to a huge one, but no part to more than it declares.
        with zipfile.ZipFile(BytesIO(data)) as archive:
            parts = archive.infolist()
        if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
            raise Refused("file_too_large", megabytes=MAX_UNPACKED // MEGABYTE)
        if MIMETYPE in data[:120]:  # it declares itself, where the format requires it
            return read_open_document(data, calculated=calculated)
        from openpyxl import load_workbook  # a third of the time to read a CSV file without it

        workbook = load_workbook(
            BytesIO(data), read_only=True, data_only=calculated, keep_links=False
        )
        try:
            tables = []
            for sheet in workbook.worksheets:
                # What a sheet says about its own size may be wrong.
                sheet.reset_dimensions()
                rows = enumerate(sheet.iter_rows(), start=1)
                raw = (RawRow(line, map(_text_in, row)) for line, row in rows)
                tables.append(text_table(sheet.title, raw))
            return tuple(tables)
        finally:
            workbook.close()
    except Refused:
        raise
    except Exception as error:
        # A damaged workbook makes openpyxl fail in any way; the details are no use to a judge.
        raise Refused("file_unreadable") from error


def _text_in(cell: Any) -> str:
    """Return a cell of a workbook as it would stand in CSV: a text is no formula there either."""
    text = _typed(cell.value)
    return f"'{text}" if text.startswith("=") and cell.data_type != "f" else text


def _typed(value: object) -> str:
    """Return a cell as a person would type it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float):
        return _figure(str(int(value) if value.is_integer() else value))
    if isinstance(value, date):  # a day alone is a time at midnight
        return value.isoformat().removesuffix("T00:00:00")
    return str(value)


def _figure(text: str) -> str:
    """Return a figure with a comma: with three digits behind it, a point is one of thousands."""
    return text.removesuffix(".0").replace(".", ",")


# Anything further down would not be a heading.
DEEPEST_HEADING = 30


NUMBER, NAME, LAST_NAME, FIRST_NAME = "number", "name", "last_name", "first_name"
STATE, TEAM, FEE = "state", "team", "fee"
NAMES = frozenset({NAME, LAST_NAME})

Learned = Mapping[str, str]
"""Titles users have explained, by spelling: the column each names; built-in words go before.

Lists of players and of results share them: each ignores columns it does not have.
"""
NOTHING_LEARNED: Learned = {}
# Spellings without capitals, blanks and punctuation, by column: the key of a field, or the name.
SPELLINGS: Mapping[str, str] = {
    NAME: "name namen spieler spielerin spielername spielerinnen teilnehmer teilnehmerin"
    " teilnehmername nachnamevorname namevorname vornamename vornamenachname vorundnachname"
    " vornameundname vornameundnachname nameundvorname player playername participant fullname"
    " attendeename",
    **{field.key: field.headings for field in FIELDS if field.headings},
}
ROUNDS = "runde|rd|rde|round|serie|spielrunde|durchgang|dg|liste|spielliste"
"""The spellings of a round before or behind its number."""
COUNTRIES = frozenset({"land", "state"})
_HINT = re.compile(r"\([^()]*\)")
_PLAYER_TITLE = re.compile(r"([0-9]{1,2})(\D+)|(\D+?)([0-9]{1,2}|[a-h])")
_SAYS_PAID = re.compile("zahlt|paid|wiesen|gegangen|eingang", re.IGNORECASE)
_DIGITS = re.compile(r"[0-9]")
_MARKS = (_DIGITS, re.compile(","), re.compile(" "))
_COLUMN_OF = {
    spelling: column for column, spellings in SPELLINGS.items() for spelling in spellings.split()
}


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading of a table: its row, and the index of each column that is read."""

    row: TextRow
    places: Mapping[str, int]

    @property
    def names_people(self) -> bool:
        """Whether a column is known to hold the names."""
        return not NAMES.isdisjoint(self.places)

    def cell(self, row: TextRow, column: str) -> str:
        """Return the text of a column in a row, empty if there is none."""
        return row.cell(self.places.get(column))

    def title(self, column: str) -> str:
        """Return the column's heading as written, or its number."""
        place = self.places[column]
        return self.row.cells[place] if place < len(self.row.cells) else str(place + 1)

    def without(self, column: str) -> "Heading":
        """Return the heading without a column, which then is not read."""
        return replace(self, places={key: at for key, at in self.places.items() if key != column})


def spelling(title: str) -> str:
    """Return a title without capitals, spaces and punctuation."""
    return re.sub(r"[\W_]+", "", title.casefold()) or title.strip()


def by_spelling(columns: Mapping[str, str]) -> dict[str, str]:
    """Return columns by title with the spelling of each title, as they are remembered."""
    return {spelling(title): column for title, column in columns.items()}


def remembered(columns: Mapping[str, str], learned: Learned) -> dict[str, str]:
    """Return those of the columns, by title, that mean what users have said of earlier lists."""
    return {title: each for title, each in columns.items() if learned.get(spelling(title)) == each}


def spellings_of(title: str) -> tuple[str, ...]:
    """Return the spelling of a title, and without what stands in brackets as a hint."""
    return tuple(dict.fromkeys((spelling(title), spelling(_HINT.sub("", title)))))


def column_of(title: str, learned: Learned = NOTHING_LEARNED) -> str | None:
    """Return the column a title names, or None."""
    keys = spellings_of(title)
    known = next((_COLUMN_OF[key] for key in keys if key in _COLUMN_OF), None)
    told = next((learned[key] for key in keys if learned.get(key) in SPELLINGS), None)
    return known or (told if has_meaning(title) else None)


def has_meaning(title: str) -> bool:
    """Whether a title has a letter: a number or a date says nothing about other lists."""
    return any(map(str.isalpha, title))


def columns_of(row: TextRow, learned: Learned = NOTHING_LEARNED) -> list[str | None]:
    """Return what the columns of a heading hold; of several players in a row, the first's name."""
    columns = [column_of(cell, learned) for cell in row.cells]
    for player in numbered_names(row.cells)[:1]:
        for column, place in player.items():
            columns[place] = column
    return columns


def is_country(title: str, *cells: str) -> bool:
    """Whether a title of the federal state, "Land", is that of a country: no cell names a state."""
    return spelling(title) in COUNTRIES and not any(map(is_state, cells))


def numbered_titles(titles: Sequence[str]) -> Iterator[tuple[str, str, int]]:
    """Yield the number or letter, the word and the place of titles like "Spieler 1", "2. Nr."."""
    for place, title in enumerate(titles):
        if found := _PLAYER_TITLE.fullmatch(spelling(title)):
            before, word, other, behind = found.groups()
            yield before or behind, word or other, place


def numbered_names(titles: Sequence[str]) -> list[dict[str, int]]:
    """Return the places of each player's name in a heading with several in a row, in their order.

    "Spieler 1", "2. Spieler", "Spieler A", "Vorname 1" and "Nachname 1"; empty if there are not
    two of them.
    """
    players: dict[str, dict[str, int]] = {}
    for number, word, place in numbered_titles(titles):
        column = _COLUMN_OF.get(word)
        if column in (NAME, LAST_NAME, FIRST_NAME):
            players.setdefault(number, {}).setdefault(column, place)
    named = [places for places in players.values() if not NAMES.isdisjoint(places)]
    return named if len(named) > 1 else []


def rows_of_people(
    rows: Sequence[TextRow], line: int, people: Sequence[str], places: Mapping[str, int]
) -> tuple[TextRow, ...]:
    """Return the rows with one for each of these names instead of one row, else the same."""
    used = {each.line for each in rows}
    split = []
    for row in rows:
        if row.line != line:
            split.append(row)
            continue
        free = (number for number in count(line, PART) if number == line or number not in used)
        for number, name in zip(free, people, strict=False):
            texts = [*row.cells, *[""] * (1 + max(places.values()) - len(row.cells))]
            parts = split_name(name)
            if LAST_NAME in places and FIRST_NAME in places:
                texts[places[LAST_NAME]] = parts.last_name
                texts[places[FIRST_NAME]] = parts.first_name
            else:
                at = places[NAME] if NAME in places else places[LAST_NAME]
                texts[at] = list_name(parts.last_name, parts.first_name)
            split.append(TextRow(number, tuple(texts)))
    return tuple(split)


def make_heading(row: TextRow, columns: Sequence[str | None]) -> Heading:
    """Return the heading in this row, with what each of its columns holds."""
    if FIRST_NAME in columns and LAST_NAME not in columns:
        # "Name, Vorname" in two columns: the name is the last name.
        columns = [LAST_NAME if column is NAME else column for column in columns]
    places: dict[str, int] = {}  # the first of those with the same meaning
    for place, column in enumerate(columns):
        if column is not None:
            places.setdefault(column, place)
            # "Startgeld" and "bezahlt": what is due, and who has paid it.
            is_better = column == FEE and not _SAYS_PAID.search(row.cell(places[FEE]))
            if is_better and _SAYS_PAID.search(row.cell(place)):
                places[FEE] = place
    return Heading(row, places)


def refuse_twice(columns: Sequence[str | None], may_repeat: str = "") -> None:
    """Refuse two columns with the same meaning ("column_twice")."""
    for at, column in enumerate(columns):
        if column and column != may_repeat and column in columns[:at]:
            raise Refused("column_twice", one=columns.index(column) + 1, other=at + 1)


def heading_at(rows: Sequence[TextRow]) -> int:
    """Return the index of the heading, if any: single-cell rows above it are titles."""
    wide = (at for at, row in enumerate(rows) if sum(map(bool, row.cells)) > 1)
    return next(wide, 0)


def looks_like_heading(first: TextRow, others: Sequence[TextRow]) -> bool | None:
    """Whether a first row is a heading with unknown words; None if undecidable.

    It is one if it has a known word, or lacks what most texts below have: a comma, a blank, digits.
    With digits it is none.
    """
    if any(map(column_of, first.cells)):
        return True
    lacks = False
    for place, title in enumerate(first.cells):
        texts = [row.cells[place] for row in others if any(row.cells[place : place + 1])]
        for mark in _MARKS:
            if title and sum(bool(mark.search(text)) for text in texts) * 2 > len(texts):
                if mark is _DIGITS and mark.search(title):
                    return False
                lacks = lacks or not mark.search(title)
    return lacks or None
