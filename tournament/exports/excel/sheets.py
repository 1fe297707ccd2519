"""One sheet of a workbook: imprint, frozen headings, safe cells, print setup for A4.

Names are text, whatever they begin with. A formula comes with the value the program knows, for
readers that do not calculate.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from io import BytesIO
from typing import Any

from django.utils.translation import gettext
from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_col_to_name, xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

from tournament.exports.base import Imprint
from tournament.lists.columns import Column, Kind, List, Marked, Value, figure_of
from tournament.shared.rules.typed import CENTS

LONGEST_TEXT = 32_767
NOT_IN_TEXTS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
# Excel reads _x0041_ in a text as the character with that number.
CODED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


class Sheet(Worksheet):  # type: ignore[misc]
    """A worksheet that takes its rows as XML text (ECMA-376, part 1, 18.3.1.4).

    Written cell by cell through XlsxWriter they took five times as long, and a name that looks
    like its markup was interpreted as such.
    """

    def __init__(self) -> None:
        super().__init__()
        self._lines: dict[int, str] = {}
        self.columns = self.shown = 1
        """The number of columns, and of those not folded."""

    def write_line(self, row: int, cells: Sequence[str], height: int = 0) -> None:
        """Add a row, counted from 1; `height` in points, 0 for automatic."""
        high = f' ht="{height}" customHeight="1"' if height else ""
        self._lines[row] = f'<row r="{row}"{high}>{"".join(cells)}</row>'

    def _write_dimension(self) -> None:
        """Write the size of the sheet, which some readers rely on."""
        last = xl_rowcol_to_cell(max(self._lines) - 1, self.columns - 1)
        self.fh.write(f'<dimension ref="A1:{last}"/>')

    def _write_sheet_data(self) -> None:
        """Write the rows where XlsxWriter calls for them."""
        self.fh.write("<sheetData>")
        self.fh.writelines(line for _row, line in sorted(self._lines.items()))
        self.fh.write("</sheetData>")


def clean(text: str) -> str:
    """Return the text as a cell can hold it, without control characters."""
    return NOT_IN_TEXTS.sub("", text)[:LONGEST_TEXT]


def content(style: int, known: float | str) -> str:
    """Return a cell's XML after its reference; text must be clean and always stays text."""
    if not isinstance(known, str):
        return f'" s="{style}"><v>{known}</v></c>'
    shown = escape(CODED.sub("_x005F_", known) if "_x" in known else known, quote=False)
    kept = f'<t xml:space="preserve">{shown}</t>'
    return f'" s="{style}" t="inlineStr"><is>{kept}</is></c>'


def cell(at: str, content: str) -> str:
    """Return a cell at its reference."""
    return f'<c r="{at}{content}'


def formula_cell(at: str, style: int, formula: str, known: float | str) -> str:
    """Return a formula cell with its known value; the formula begins with "="."""
    kind = ' t="str"' if isinstance(known, str) else ""
    value = escape(known, quote=False) if isinstance(known, str) else known
    shown = escape(formula[1:], quote=False)
    return f'<c r="{at}" s="{style}"{kind}><f>{shown}</f><v>{value}</v></c>'


HEADING_ROW = 4
FIRST_ROW = HEADING_ROW + 1
LONGEST_NAME = 31
NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
WIDEST = 60
SIGNED = '+0;"−"0;0'  # number format of points: with sign, a true minus, 0 without sign
AVERAGE = '+0.00;"−"0.00;0.00'
MARKED = '+0"%(mark)s";"−"0"%(mark)s";0"%(mark)s"'  # the same with footnote marks
AMOUNT = '#,##0.00 "€";"−"#,##0.00 "€"'
DATE = 14  # the built-in date format, which spreadsheets show in the reader's own locale
FORMATS = {Kind.POINTS: SIGNED, Kind.AVERAGE: AVERAGE, Kind.AMOUNT: AMOUNT, Kind.DATE: DATE}
# Spreadsheets take these for the start of a formula when the cell is edited.
FORMULA_SIGNS = ("=", "+", "-", "@")
FONT = {"font_name": "Calibri", "font_size": 11}
PLAIN: Mapping[str, Any] = {}
TITLE = {"bold": True, "font_size": 14}
LINE = 15  # line height in points
HEADING = {"bold": True, "bg_color": "#D5E5DB", "bottom": 1, "text_wrap": True, "valign": "bottom"}
HEADINGS = {True: {**HEADING, "align": "left", "indent": 1}, False: {**HEADING, "align": "right"}}
"""By whether the column holds text: text left, figures right."""
WIDEST_HEADING = 14
TOTALS = {"bold": True, "top": 1}
AGREES = {"bg_color": "#CDEBD3", "font_color": "#0B5A26", "bold": True}
DIFFERS = {"bg_color": "#F8CFCB", "font_color": "#8C1010", "bold": True}
PODIUM = {1: "#F2DC8C", 2: "#DDE1E4", 3: "#EBC8A4"}
"""Colours of the first three ranks; the figure shows the rank too."""


ROW = "[row]"  # placeholder for the formula's own row number; no sheet name can contain it


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
        quoted = self.sheet.replace("'", "''")
        return f"'{quoted}'!{self.span(key, first, last)}"


NOT_EMPTY = '"<>"'


def sums_where(figures: str, *conditions: tuple[str, object]) -> str:
    """Return SUMIFS; a condition is a column with a figure, a cell or a comparison."""
    return f"SUMIFS({','.join([figures, *(str(each) for pair in conditions for each in pair)])})"


def count_where(*conditions: tuple[str, object]) -> str:
    """Return COUNTIFS, with the same kind of conditions."""
    return f"COUNTIFS({','.join(str(each) for pair in conditions for each in pair)})"


Formula = str | Callable[[int, Any], str]
"""The formula of a column, or a function from sheet row and list row to one.

Empty where the plain figure is written.
"""


@dataclass(frozen=True, slots=True)
class Page:
    """Contents of a sheet; formulas, the column `summed` below the list, `hidden` ones by key.

    `notes` are sentences below the list, `podium` is the key of the column of ranks, `verdicts` of
    a column of words, of which `agrees` is the good one.
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


class Book:
    """A workbook being written, sheet by sheet."""

    def __init__(self) -> None:
        self._file = BytesIO()
        self._book = Workbook(self._file, {"in_memory": True})
        self._book.set_properties({"author": "Kreuzdame"})
        self._formats: dict[tuple[tuple[str, Any], ...], Format] = {}
        self._names: list[str] = []

    def place(self, name: str, listed: List) -> Place:
        """Reserve the place of a list, so that others can refer to it before it is written."""
        taken = {other.casefold() for other in self._names}
        short = " ".join(NOT_IN_NAMES.sub(" ", name).strip("' ").split())[:LONGEST_NAME] or "–"
        names = (short, *(f"{short[: LONGEST_NAME - 4]} {more}" for more in range(2, 1000)))
        free = next(each for each in names if each.casefold() not in taken)
        self._names.append(free)
        letters = {column.key: xl_col_to_name(at) for at, column in enumerate(listed.columns)}
        return Place(free, letters, HEADING_ROW + max(1, len(listed.rows)))

    def write(self, place: Place, page: Page) -> None:
        """Append the sheet: tournament, title, status in three rows, headings, then the rows."""
        sheet, columns = self._book.add_worksheet(place.sheet, Sheet), page.listed.columns
        sheet.columns, sheet.shown = len(columns), len(columns) - len(page.hidden)
        headings = [
            self._text(place.cell(each.key, HEADING_ROW), each.heading, HEADINGS[each.is_text])
            for each in columns
        ]
        sheet.write_line(HEADING_ROW, headings)
        lines: dict[int, int] = {}
        made = [self._cells(each, place, page, lines) for each in columns]
        rows = zip(*(cells for cells, _width in made), strict=True)
        for row, cells in enumerate(rows, start=FIRST_ROW):
            sheet.write_line(row, cells, lines.get(row, 0) * LINE)
        wide = 0  # of what is shown
        for at, (column, (_cells, longest)) in enumerate(zip(columns, made, strict=True)):
            needed = max(longest, min(len(column.heading), WIDEST_HEADING))
            width, is_idle = min(needed, WIDEST) + 3, column.key in page.listed.idle
            folded = {"hidden": True, "level": 1} if column.key in page.hidden else {}
            sheet.set_column(at, at, width, None, folded or {"hidden": is_idle})
            wide += 0 if is_idle or at >= sheet.shown else width
        last = self._write_sum(sheet, place, page)
        head = page.head
        above = (
            (" · ".join(filter(None, (head.tournament, head.occasion))), PLAIN),
            (head.title, TITLE),
            (" · ".join(filter(None, (head.status, head.printed))), PLAIN),
        )
        for row, (text, look) in enumerate(above, start=1):
            self._write_sentence(sheet, row, text, wide, look)
        for row, note in enumerate(filter(None, page.notes)):
            self._write_sentence(sheet, last + 2 * row + 2, note, wide, PLAIN)
        self._prepare(sheet, place, page)

    def saved(self) -> bytes:
        """Return the bytes of the workbook, which opens on its last sheet."""
        self._book.worksheets()[-1].activate()
        self._book.close()
        return self._file.getvalue()

    def _format(self, properties: Mapping[str, Any]) -> Format:
        key = tuple(sorted(properties.items()))
        if key not in self._formats:
            self._formats[key] = self._book.add_format({**FONT, **properties})
        return self._formats[key]

    def _style(self, properties: Mapping[str, Any]) -> int:
        """Return the number of a format in the file."""
        return int(self._format(properties)._get_xf_index())

    def _text(self, at: str, text: str, properties: Mapping[str, Any] = PLAIN) -> str:
        """Return a text cell: never a formula or error value, no control characters."""
        shown = clean(text)
        quoted = {"quote_prefix": True} if shown.startswith(FORMULA_SIGNS) else {}
        return cell(at, content(self._style({**properties, **quoted}), shown))

    def _write_sentence(
        self, sheet: Sheet, row: int, text: str, wide: int, look: Mapping[str, Any]
    ) -> None:
        """Write a sentence across the width of the list, in as many lines as it needs."""
        lines = -(-len(text) * look.get("font_size", 11) // (11 * wide))
        sheet.write_line(
            row,
            [self._text(f"A{row}", text, {**look, "text_wrap": True, "valign": "top"})],
            lines * LINE * look.get("font_size", 11) // 11,
        )
        if sheet.shown > 1:
            sheet.merge.append([row - 1, 0, row - 1, sheet.shown - 1])

    def _cells(
        self, column: Column, place: Place, page: Page, lines: dict[int, int]
    ) -> tuple[list[str], int]:
        """Return a column's cells, "" where empty, and its width; note the `lines` of tall rows."""
        cells = []
        letter, formula = place.letters[column.key], page.formulas.get(column.key, "")
        # Format, value, plain cell and length by value, for many values occur often.
        contents: dict[Value, tuple[int, str | float, str, int]] = {}
        for row, line in enumerate(page.listed.rows, start=FIRST_ROW):
            value = column.value(line)
            if value is None or value == "":
                cells.append("")
                continue
            if value not in contents:
                look = _look(column, value)
                known = value.points if isinstance(value, Marked) else value
                if isinstance(known, str):
                    known = clean(known)
                    width = len(known)
                    if width > WIDEST:
                        look["text_wrap"] = True
                    if known.startswith(FORMULA_SIGNS):
                        look["quote_prefix"] = True
                else:
                    known = known / CENTS if column.kind is Kind.AMOUNT else known
                    width = len(str(known)) + 1
                style = self._style(look)
                contents[value] = style, known, content(style, known), width
            style, known, plain, width = contents[value]
            if width > WIDEST:
                lines[row] = max(-(-width // WIDEST), lines.get(row, 1))
            at = f"{letter}{row}"
            text = formula(row, line) if callable(formula) else formula.replace(ROW, str(row))
            cells.append(formula_cell(at, style, text, known) if text else cell(at, plain))
        return cells, max((width for *_content, width in contents.values()), default=0)

    def _write_sum(self, sheet: Sheet, place: Place, page: Page) -> int:
        """Write the sum below the list, outside its filter; return the last row written."""
        if not page.summed or not page.listed.rows:
            return place.last
        row = place.last + 2
        (column,) = (each for each in page.listed.columns if each.key == page.summed)
        figures = [figure_of(column.value(line)) or 0 for line in page.listed.rows]
        total = sum(each for each in figures if not isinstance(each, str))
        known = total / CENTS if column.kind is Kind.AMOUNT else total
        style = self._style({**_look(column, total), **TOTALS})
        at, formula = place.cell(column.key, row), f"=SUM({place.span(column.key)})"
        label = self._text(f"A{row}", gettext("Sum"), {**TOTALS, "indent": 1})
        sheet.write_line(row, [label, formula_cell(at, style, formula, known)])
        return row

    def _prepare(self, sheet: Sheet, place: Place, page: Page) -> None:
        """Set up colours, frozen headings and filters; for paper A4 portrait, page numbers."""
        for rank, colour in PODIUM.items() if page.podium else ():
            rule = {"type": "cell", "criteria": "==", "value": rank}
            form = self._format({"bg_color": colour, "bold": True})
            sheet.conditional_format(place.span(page.podium), {**rule, "format": form})
        for criteria, look in (("==", AGREES), ("!=", DIFFERS)) if page.verdicts else ():
            rule = {"type": "cell", "criteria": criteria, "value": f'"{page.agrees}"'}
            form = self._format(look)
            sheet.conditional_format(place.span(page.verdicts), {**rule, "format": form})
        sheet.freeze_panes(HEADING_ROW, 0)
        sheet.autofilter(HEADING_ROW - 1, 0, place.last - 1, sheet.shown - 1)
        sheet.repeat_rows(0, HEADING_ROW - 1)
        sheet.set_paper(9)
        sheet.set_portrait()
        sheet.set_margins(left=0.6, right=0.4, top=0.5, bottom=0.7)
        sheet.fit_to_pages(1, 0)
        sheet.set_footer("&C&P / &N")


def one_sheet(name: str, page: Page) -> bytes:
    """Return a workbook with a single list."""
    book = Book()
    book.write(book.place(name, page.listed), page)
    return book.saved()


def _look(column: Column, value: Value) -> dict[str, Any]:
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
