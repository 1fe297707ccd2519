"""One sheet of a workbook: imprint, frozen headings, safe cells, ready to be printed on A4.

Names are text and nothing else, whatever they begin with; numbers are numbers. A formula has the
figure the program knows beside it, so that whoever reads the file without calculating it sees it.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_col_to_name
from xlsxwriter.worksheet import Worksheet

from tournament.exports.base import Imprint
from tournament.labels.amounts import CENTS
from tournament.lists.columns import Column, Kind, List, Marked, Value, figure_of

HEADING_ROW = 4
FIRST_ROW = HEADING_ROW + 1
LONGEST_NAME = 31
LONGEST_TEXT = 32_767
NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
NOT_IN_TEXTS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
WIDEST = 60
SIGNED = '+0;"−"0;0'
"""Number format of points: with sign, a true minus, 0 without sign."""
AVERAGE = '+0.00;"−"0.00;0.00'
MARKED = '+0"%(mark)s";"−"0"%(mark)s";0"%(mark)s"'
"""The same with the marks of footnotes."""
AMOUNT = '#,##0.00 "€";"−"#,##0.00 "€"'
FORMATS = {Kind.POINTS: SIGNED, Kind.AVERAGE: AVERAGE, Kind.AMOUNT: AMOUNT}
# A spreadsheet takes these for the beginning of a formula when the cell is edited.
FORMULA_SIGNS = ("=", "+", "-", "@")
FONT = {"font_name": "Calibri", "font_size": 11}
HEADING = {"bold": True, "bg_color": "#D5E5DB", "bottom": 1, "text_wrap": True, "valign": "bottom"}
AGREES = {"bg_color": "#CDEBD3", "font_color": "#0B5A26", "bold": True}
DIFFERS = {"bg_color": "#F8CFCB", "font_color": "#8C1010", "bold": True}
PODIUM = {1: "#F2DC8C", 2: "#DDE1E4", 3: "#EBC8A4"}
"""The colours of the first three places; the figure says the place, too."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a list stands: the sheet, the letter of each column, the last row."""

    sheet: str
    letters: Mapping[str, str]
    last: int

    def cell(self, key: str, row: int) -> str:
        """A cell of the same sheet."""
        return f"{self.letters[key]}{row}"

    def span(self, key: str, first: int = 0, last: int = 0) -> str:
        """Rows of a column as seen from its own sheet, all of them unless told."""
        letter = self.letters[key]
        return f"${letter}${first or FIRST_ROW}:${letter}${last or self.last}"

    def column(self, key: str, first: int = 0, last: int = 0) -> str:
        """The same as seen from another sheet."""
        quoted = self.sheet.replace("'", "''")
        return f"'{quoted}'!{self.span(key, first, last)}"


NOT_EMPTY = '"<>"'


def sums_where(figures: str, *conditions: tuple[str, object]) -> str:
    """SUMIFS; a condition is a column with a figure, a cell or a comparison."""
    return f"SUMIFS({','.join([figures, *(str(each) for pair in conditions for each in pair)])})"


def count_where(*conditions: tuple[str, object]) -> str:
    """COUNTIFS in the same way."""
    return f"COUNTIFS({','.join(str(each) for pair in conditions for each in pair)})"


Formula = Callable[[int, Any], str]
"""The formula in a row of the sheet for a row of the list; empty where the figure stands."""


@dataclass(frozen=True, slots=True)
class Page:
    """What a sheet shows: its head, its list, and what is calculated in it.

    `formulas` by the key of the column. `hidden` are the keys of columns at the right that a press
    on + unfolds; `sums` those added up below the list; `notes` are sentences below it. `podium` is
    the key of a column of places; `verdicts` one of words, of which `agrees` is the good one.
    """

    head: Imprint
    listed: List
    formulas: Mapping[str, Formula] = field(default_factory=dict)
    hidden: Collection[str] = ()
    sums: Mapping[str, str] = field(default_factory=dict)
    notes: Iterable[str] = ()
    podium: str = ""
    verdicts: str = ""
    agrees: str = ""


class Book:
    """A workbook while it is written, row by row: nothing of it is held in memory."""

    def __init__(self) -> None:
        self._file = BytesIO()
        self._book = Workbook(self._file, {"constant_memory": True})
        self._book.set_properties({"author": "Kreuzdame"})
        self._formats: dict[tuple[tuple[str, Any], ...], Format] = {}
        self._names: list[str] = []

    def place(self, name: str, listed: List) -> Place:
        """Where a list will stand; others may point there before it is written."""
        taken = {other.casefold() for other in self._names}
        clean = " ".join(NOT_IN_NAMES.sub(" ", name).strip("' ").split())[:LONGEST_NAME] or "–"
        names = (clean, *(f"{clean[: LONGEST_NAME - 4]} {more}" for more in range(2, 1000)))
        free = next(each for each in names if each.casefold() not in taken)
        self._names.append(free)
        letters = {column.key: xl_col_to_name(at) for at, column in enumerate(listed.columns)}
        return Place(free, letters, HEADING_ROW + max(1, len(listed.rows)))

    def write(self, place: Place, page: Page) -> None:
        """Append the sheet: tournament, title, status in three rows, headings, then the rows."""
        sheet = self._book.add_worksheet(place.sheet)
        _prepare(sheet, place, page)
        self._write_imprint(sheet, page.head)
        columns = page.listed.columns
        for at, column in enumerate(columns):
            side = {"align": "left", "indent": 1} if column.is_text else {"align": "right"}
            form = self._format({**HEADING, **side})
            sheet.write_string(HEADING_ROW - 1, at, _clean(column.heading), form)
        widths = self._write_rows(sheet, page)
        last = self._write_sums(sheet, place, page)
        for row, note in enumerate(filter(None, page.notes)):
            self._write_text(sheet, last + 2 * row + 1, 0, note, {})
        for at, (column, width) in enumerate(zip(columns, widths, strict=True)):
            hidden = {"hidden": True, "level": 1} if column.key in page.hidden else {}
            sheet.set_column(at, at, min(width, WIDEST) + 3, None, hidden)
        self._colour(sheet, place, page)

    def saved(self) -> bytes:
        """The bytes of the workbook, which opens on its last sheet."""
        last = self._book.worksheets()[-1]
        last.activate()
        last.set_first_sheet()
        self._book.close()
        return self._file.getvalue()

    def _format(self, properties: Mapping[str, Any]) -> Format:
        key = tuple(sorted(properties.items()))
        if key not in self._formats:
            self._formats[key] = self._book.add_format({**FONT, **properties})
        return self._formats[key]

    def _write_text(
        self, sheet: Worksheet, row: int, at: int, text: str, properties: Mapping[str, Any]
    ) -> None:
        """Write a text that stays a text: no formula, no error value, no control characters."""
        clean = _clean(text)
        if clean.startswith(FORMULA_SIGNS):
            properties = {**properties, "quote_prefix": True}
        sheet.write_string(row, at, clean, self._format(properties))

    def _write_imprint(self, sheet: Worksheet, imprint: Imprint) -> None:
        lines = (
            (imprint.tournament, imprint.occasion),
            (imprint.title,),
            (imprint.status, imprint.printed),
        )
        for row, line in enumerate(lines):
            look = {"bold": True, "font_size": 14} if row == 1 else {}
            self._write_text(sheet, row, 0, " · ".join(filter(None, line)), look)

    def _write_rows(self, sheet: Worksheet, page: Page) -> list[int]:
        """Write every row; how wide each column has become."""
        columns = page.listed.columns
        widths = [min(len(column.heading), 14) for column in columns]
        parts = [
            (*enumerated, page.formulas.get(enumerated[1].key)) for enumerated in enumerate(columns)
        ]
        for row, line in enumerate(page.listed.rows, start=HEADING_ROW):
            for at, column, formula in parts:
                value = column.value(line)
                if value is None or value == "":
                    continue
                made = formula(row + 1, line) if formula else ""
                width = self._write_value(sheet, (row, at), column, value, made)
                if width > widths[at]:
                    widths[at] = width
        return widths

    def _write_value(
        self, sheet: Worksheet, at: tuple[int, int], column: Column, value: Value, formula: str
    ) -> int:
        """Write a figure, its formula beside it, or a text; how wide it is."""
        look = _look(column, value)
        if formula:
            known = value if isinstance(value, str) else _number(column, value)
            sheet.write_formula(*at, formula, self._format(look), known)
        elif isinstance(value, str):
            self._write_text(sheet, *at, value, look)
            return len(value)
        else:
            sheet.write_number(*at, _number(column, value), self._format(look))
        return len(str(figure_of(value))) + (2 if column.kind in FORMATS else 0)

    def _write_sums(self, sheet: Worksheet, place: Place, page: Page) -> int:
        """Sums below the list, outside its filter; the first free row behind it, from 0."""
        if not page.sums or not page.listed.rows:
            return place.last
        bold = {"bold": True, "top": 1}
        for at, column in enumerate(page.listed.columns):
            if column.key in page.sums:
                figures = [figure_of(column.value(line)) or 0 for line in page.listed.rows]
                total = sum(each for each in figures if not isinstance(each, str))
                form = self._format({**_look(column, total), **bold})
                formula = f"=SUM({place.span(column.key)})"
                sheet.write_formula(place.last + 1, at, formula, form, _number(column, total))
            elif at == 0:
                words = next(iter(page.sums.values()))
                self._write_text(sheet, place.last + 1, at, words, {**bold, "indent": 1})
        return place.last + 2

    def _colour(self, sheet: Worksheet, place: Place, page: Page) -> None:
        if page.podium:
            for rank, colour in PODIUM.items():
                rule = {"type": "cell", "criteria": "==", "value": rank}
                form = self._format({"bg_color": colour, "bold": True})
                sheet.conditional_format(place.span(page.podium), {**rule, "format": form})
        if page.verdicts:
            for criteria, look in (("==", AGREES), ("!=", DIFFERS)):
                rule = {"type": "cell", "criteria": criteria, "value": f'"{page.agrees}"'}
                form = self._format(look)
                sheet.conditional_format(place.span(page.verdicts), {**rule, "format": form})


def one_sheet(name: str, page: Page) -> bytes:
    """A workbook of one list."""
    book = Book()
    book.write(book.place(name, page.listed), page)
    return book.saved()


def _clean(text: str) -> str:
    return NOT_IN_TEXTS.sub("", text)[:LONGEST_TEXT]


def _look(column: Column, value: Value) -> dict[str, Any]:
    """How a cell looks; what counts in the end is bold."""
    look: dict[str, Any] = {"bold": True} if "main" in column.classes.split() else {}
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


def _number(column: Column, value: Value) -> float:
    figure = figure_of(value)
    if isinstance(figure, str) or figure is None:
        raise TypeError(figure)
    return figure / CENTS if column.kind is Kind.AMOUNT else figure


def _prepare(sheet: Worksheet, place: Place, page: Page) -> None:
    """Frozen headings and filters on the screen; on paper A4 upright, headings, page numbers."""
    shown = len(page.listed.columns) - len(page.hidden)
    sheet.freeze_panes(HEADING_ROW, 0)
    sheet.autofilter(HEADING_ROW - 1, 0, place.last - 1, shown - 1)
    sheet.repeat_rows(0, HEADING_ROW - 1)
    sheet.set_paper(9)
    sheet.set_portrait()
    sheet.set_margins(left=0.6, right=0.4, top=0.5, bottom=0.7)
    sheet.fit_to_pages(1, 0)
    sheet.set_footer("&C&P / &N")
