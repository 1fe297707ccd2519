"""What a sheet of a workbook holds and how it looks, whichever library writes it.

Names are text, whatever they begin with. Rows 1 to 3 hold tournament, title and status, row 4 the
headings.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tournament.exports.base import Imprint
from tournament.lists.columns import Column, Kind, List, Marked, Value
from tournament.shared.rules.typed import CENTS

LONGEST_TEXT = 32_767
NOT_IN_TEXTS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
# Excel reads _x0041_ in a text as the character with that number.
CODED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
HEADING_ROW = 4
FIRST_ROW = HEADING_ROW + 1
LONGEST_NAME = 31
NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
WIDEST = 60
SIGNED = '+0;"−"0;0'  # number format of points: with sign, a true minus, 0 without sign
AVERAGE = '+0.00;"−"0.00;0.00'
MARKED = '+0"%(mark)s";"−"0"%(mark)s";0"%(mark)s"'  # the same with footnote marks
NUMBER = 'General;"−"General'
AMOUNT = '#,##0.00 "€";"−"#,##0.00 "€"'
DATE = 14  # the built-in date format, which spreadsheets show in the reader's own locale
FORMATS = {
    Kind.NUMBER: NUMBER,
    Kind.POINTS: SIGNED,
    Kind.AVERAGE: AVERAGE,
    Kind.AMOUNT: AMOUNT,
    Kind.DATE: DATE,
}
# Spreadsheets take these for the start of a formula when the cell is edited.
FORMULA_SIGNS = ("=", "+", "-", "@")
FONT_SIZE = 11
FONT = {"font_name": "Calibri", "font_size": FONT_SIZE}
Look = Mapping[str, Any]
"""Properties of a style, named as XlsxWriter names them."""
PLAIN: Look = {}
TITLE = {"bold": True, "font_size": 14}
LINE = 15  # line height in points
MARGINS = {"left": 0.6, "right": 0.4, "top": 0.5, "bottom": 0.7}  # inches
A4 = 9
FOOTER = "&P / &N"
CHART_ROWS = 16  # what a chart covers
CHART = (16.0, CHART_ROWS * LINE * 2.54 / 72)  # its width and height in centimetres
HEADING = {"bold": True, "bg_color": "#D5E5DB", "bottom": 1, "text_wrap": True, "valign": "bottom"}
HEADINGS = {True: {**HEADING, "align": "left", "indent": 1}, False: {**HEADING, "align": "right"}}
"""By whether the column holds text: text left, figures right."""
WIDEST_HEADING = 14
TOTALS = {"bold": True, "top": 1}
LINK = {"font_color": "#0B5A3A", "underline": 1, "indent": 1}
AGREES = {"bg_color": "#CDEBD3", "font_color": "#0B5A26", "bold": True}
DIFFERS = {"bg_color": "#F8CFCB", "font_color": "#8C1010", "bold": True}
PODIUM = {1: "#F2DC8C", 2: "#DDE1E4", 3: "#EBC8A4"}
"""Colours of the first three ranks; the figure shows the rank too."""


ROW = "[row]"  # placeholder for the formula's own row number; no sheet name can contain it


def in_sheet(sheet: str, cells: str = "A1") -> str:
    """Return cells as another sheet refers to them."""
    quoted = sheet.replace("'", "''")
    return f"'{quoted}'!{cells}"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a list is: the sheet, the letter of each column, the last row."""

    sheet: str
    letters: Mapping[str, str]
    last: int

    def cell(self, key: str, row: int | str = ROW) -> str:
        """Return a cell of the same sheet, by default in the formula's own row."""
        return f"{self.letters[key]}{row}"

    def span(self, key: str, first: int = 0, last: int = 0) -> str:
        """Return a column range for use in its own sheet, by default all rows."""
        letter = self.letters[key]
        return f"${letter}${first or FIRST_ROW}:${letter}${last or self.last}"

    def column(self, key: str, first: int = 0, last: int = 0) -> str:
        """Return the same range for use in another sheet."""
        return in_sheet(self.sheet, self.span(key, first, last))


NOT_EMPTY = '"<>"'


def sums_where(figures: str, *conditions: tuple[str, object]) -> str:
    """Return SUMIFS; a condition is a column with a figure, a cell or a comparison."""
    return f"SUMIFS({','.join([figures, *(str(each) for pair in conditions for each in pair)])})"


def count_where(*conditions: tuple[str, object]) -> str:
    """Return COUNTIFS, with the same kind of conditions."""
    return f"COUNTIFS({','.join(str(each) for pair in conditions for each in pair)})"


def clean(text: str) -> str:
    """Return the text as a cell can hold it, without control characters."""
    return NOT_IN_TEXTS.sub("", text)[:LONGEST_TEXT]


Formula = str | Callable[[int, Any], str]
"""The formula of a column, or a function from sheet row and list row to one.

Empty where the plain figure is written.
"""


@dataclass(frozen=True, slots=True)
class Width:
    """The width of a column; hidden ones that are folded come back by a press on +."""

    letters: int
    is_hidden: bool = False
    is_folded: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """Contents of a sheet; formulas, the column `summed` below the list, `hidden` ones by key.

    `notes` are sentences below the list, `podium` is the key of the column of ranks, `verdicts` of
    a column of words, of which `agrees` is the good one. `charted` are adjacent columns: each row
    is drawn as a line below the list. `leads`: links to all other sheets stand there.
    """

    head: Imprint
    listed: List
    formulas: Mapping[str, Formula] = field(default_factory=dict)
    hidden: Collection[str] = ()
    summed: str = ""
    notes: Iterable[str] = ()
    podium: str = ""
    verdicts: str = ""
    agrees: str = ""
    charted: tuple[str, ...] = ()
    leads: bool = False

    def chart_columns(self) -> tuple[int, int, int]:
        """Return the first and the last column that is charted, and that of the names, from 0."""
        columns = self.listed.columns
        keys = [column.key for column in columns]
        named = next(at for at, column in enumerate(columns) if column.is_name)
        return keys.index(self.charted[0]), keys.index(self.charted[-1]), named

    def colours(self) -> Iterator[tuple[str, bool, str | int, Look]]:
        """Yield what colours cells of a column: its key, whether equal or not, to what, how."""
        for rank, colour in PODIUM.items() if self.podium else ():
            yield self.podium, True, rank, {"bg_color": colour, "bold": True}
        if self.verdicts:
            yield self.verdicts, True, f'"{self.agrees}"', AGREES
            yield self.verdicts, False, f'"{self.agrees}"', DIFFERS


def known_value(column: Column, value: Value) -> str | float:
    """Return what stands in the cell of a value that is not None; amounts are in euros."""
    known = value.points if isinstance(value, Marked) else value
    assert known is not None
    return known / CENTS if column.kind is Kind.AMOUNT and not isinstance(known, str) else known


def look_of(column: Column, value: Value) -> dict[str, Any]:
    """Return the look of a cell; the main column is bold."""
    look: dict[str, Any] = {"bold": True} if column.is_main else {}
    if isinstance(value, str):
        return {**look, "indent": 1}
    if column.kind in FORMATS:
        look["num_format"] = FORMATS[column.kind]
    if isinstance(value, Marked):
        if value.mark:
            look["num_format"] = MARKED % {"mark": value.mark}
        if value.struck:
            look["font_strikeout"] = True
    return look
