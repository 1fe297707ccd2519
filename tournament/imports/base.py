"""Reading lists that people send: Excel workbooks and CSV files, as rows of plain text.

Files are hostile until read: sizes are limited before unpacking, nothing is ever calculated, and
any reader error becomes a refusal.
"""

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import Enum, auto

from tournament.errors import Refused
from tournament.shared.rules.names import tidy

MEGABYTE = 1024 * 1024
MAX_MEGABYTES = 4
MAX_ROWS = 2000
MAX_COLUMNS = 50
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
    """One row: its number in the file, from 1, and its cells as tidy text.

    A formula is not calculated: its text begins with "=". `quotes` says whether a quotation mark
    may have merged several rows.
    """

    line: int
    cells: tuple[str, ...]
    quotes: Quotes = Quotes.FINE

    def __bool__(self) -> bool:
        return any(self.cells)

    @property
    def text(self) -> str:
        """The row as one line, for people to recognise it."""
        return " · ".join(filter(None, self.cells))[:MAX_TEXT]


@dataclass(frozen=True, slots=True)
class TextTable:
    """One sheet of a workbook, or one reading of a CSV file; blank rows are only counted.

    `too_wide`: there are more columns than a list of players has; `too_long`: there are more rows;
    the excess was not read.
    """

    title: str
    rows: tuple[TextRow, ...]
    blank_rows: int = 0
    too_wide: bool = False
    too_long: bool = False

    @property
    def filled(self) -> int:
        """The number of non-empty cells: highest if the file was read with the right delimiter."""
        return sum(1 for row in self.rows for cell in row.cells if cell)

    def check_length(self) -> None:
        """Refuse a table with rows that were not read ("too_many_rows")."""
        if self.too_long:
            raise Refused("too_many_rows", most=MAX_ROWS)


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


def text_table(title: str, rows: Iterable[RawRow]) -> TextTable:
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
    return TextTable(title, tuple(kept), blank, too_wide, too_long)
