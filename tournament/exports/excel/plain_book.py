"""Lists and results as values, written with openpyxl, row by row.

This module is imported where a workbook is made: openpyxl takes a twelfth of the start.
"""

from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from typing import Any

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.chart import LineChart, Reference, Series
from openpyxl.formatting.rule import CellIsRule
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.styles.numbers import BUILTIN_FORMATS
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet
from openpyxl.worksheet.hyperlink import Hyperlink

from tournament.exports.excel.book import Book, Cells
from tournament.exports.excel.page import (
    A4,
    CHART,
    CODED,
    FIRST_ROW,
    FOOTER,
    HEADING_ROW,
    MARGINS,
    Look,
    Page,
    Place,
    Width,
    in_sheet,
    known_value,
)

THIN = Side("thin")


class StyledCell(Cell):
    """A cell of one look, written again with every value: 26,000 for 176 people and 8 rounds.

    What openpyxl asks each of them is answered from what is known: the style, which it would look
    up, and the type, which it would guess.
    """

    __slots__ = ("known",)
    has_style = True

    @property
    def style_id(self) -> int:
        """The number of its style, looked up once it is complete."""
        if self.known is None:
            self.known: int | None = super().style_id
        return self.known

    def hold(self, value: str | float) -> None:
        """Hold a figure, or a text that is never a formula and never an error value."""
        self._value = value
        self.data_type = "s" if isinstance(value, str) else "n"


class StyledSheet(WriteOnlyWorksheet):
    """A sheet of such cells alone, so that openpyxl need not try each as a value first."""

    def _values_to_row(self, values: Iterable[Cell | None], row_idx: int) -> Iterator[Cell]:
        for at, cell in enumerate(values, start=1):
            if cell is not None:
                cell.row, cell.column = row_idx, at
                yield cell


class PlainBook(Book):
    """A workbook of values: formulas are left out, for openpyxl writes none with its value."""

    def __init__(self) -> None:
        super().__init__()
        self._book: Any = Workbook(write_only=True)
        self._book.properties.creator = "Kreuzdame"
        self._sheet: Any = StyledSheet(self._book, "")  # styles are looked up by way of a sheet
        self._last = 0

    def _saved(self, opens_on: str) -> bytes:
        self._book.active = self._book.sheetnames.index(opens_on)
        file = BytesIO()
        self._book.save(file)
        return file.getvalue()

    def _add_style(self, look: Look) -> StyledCell:
        """Return a cell of this look: it is written again with each value that has the look."""
        cell = StyledCell(self._sheet, 1, 1)
        cell.font = _font(look)
        horizontal = look.get("align", "left" if "indent" in look else None)
        cell.alignment = Alignment(
            horizontal=horizontal,
            vertical=look.get("valign"),
            wrap_text=look.get("text_wrap"),
            indent=look.get("indent", 0),
        )
        if "bg_color" in look:
            cell.fill = PatternFill("solid", fgColor=look["bg_color"][1:])
        cell.border = Border(
            top=THIN if "top" in look else None, bottom=THIN if "bottom" in look else None
        )
        number_format = look.get("num_format", "General")
        cell.number_format = str(BUILTIN_FORMATS.get(number_format, number_format))
        cell.quotePrefix = look.get("quote_prefix", False)
        cell.known = None
        return cell

    def _begin(self, name: str, widths: Sequence[Width]) -> None:
        sheet: Any = StyledSheet(self._book, name)
        self._book._add_sheet(sheet)  # create_sheet makes only sheets of its own kind
        self._sheet, self._last = sheet, 0
        # These stand above the rows in the file, so they are set before the first.
        sheet.freeze_panes = f"A{FIRST_ROW}"
        sheet.sheet_properties.pageSetUpPr.fitToPage = True
        for at, width in enumerate(widths, start=1):
            column = sheet.column_dimensions[get_column_letter(at)]
            column.width, column.hidden = width.letters, width.is_hidden
            column.outlineLevel = int(width.is_folded)

    def _row(self, number: int, cells: Cells, height: float = 0, across: int = 1) -> None:
        for _empty in range(self._last + 1, number):
            self._sheet.append([])
        self._last = number
        if height:
            self._sheet.row_dimensions[number].height = height
        if across > 1:
            self._sheet.merged_cells.add(f"A{number}:{get_column_letter(across)}{number}")
        self._sheet.append(_filled(number, cells))

    def _chart(self, place: Place, page: Page, row: int) -> None:
        chart = LineChart()
        chart.width, chart.height = map(int, CHART)
        first, last, named = page.chart_columns()
        name = page.listed.columns[named]
        for at, line in enumerate(page.listed.rows, start=FIRST_ROW):
            totals = Reference(self._sheet, first + 1, at, last + 1, at)
            series = Series(totals, title=str(known_value(name, name.value(line))))
            series.smooth = False
            chart.series.append(series)
        chart.set_categories(Reference(self._sheet, first + 1, HEADING_ROW, last + 1, HEADING_ROW))
        chart.x_axis.delete = chart.y_axis.delete = False  # else Excel hides them
        chart.x_axis.tickLblPos = "low"  # below the lowest total
        self._sheet.add_chart(chart, f"A{row + 1}")

    def _end(self, place: Place, page: Page, shown: int) -> None:
        sheet = self._sheet
        for key, is_equal, value, look in page.colours():
            operator = "equal" if is_equal else "notEqual"
            fill = PatternFill("solid", bgColor=look["bg_color"][1:])
            rule: Any = CellIsRule(operator, [str(value)], font=_font(look), fill=fill)  # type: ignore[no-untyped-call]
            sheet.conditional_formatting.add(place.span(key), rule)
        if page.listed.columns:
            sheet.auto_filter.ref = f"A{HEADING_ROW}:{get_column_letter(shown)}{place.last}"
        sheet.print_title_rows = f"1:{HEADING_ROW}"
        sheet.page_setup.paperSize, sheet.page_setup.orientation = A4, "portrait"
        for side, inches in MARGINS.items():
            setattr(sheet.page_margins, side, inches)
        sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
        sheet.oddFooter.center.text = FOOTER


def _filled(number: int, cells: Cells) -> Iterator[Cell | None]:
    """Yield the row's cells; each is written before the next is taken, so looks can be reused."""
    for at, cell in enumerate(cells, start=1):
        if cell is None:
            yield None
            continue
        written, value = cell.style, cell.value
        if isinstance(value, str) and "_x" in value:
            value = CODED.sub("_x005F_", value)
        written.hold(value)
        if cell.link:
            written.row, written.column = number, at
            written.hyperlink = Hyperlink(ref="", location=in_sheet(cell.link))
        yield written


def _font(look: Look) -> Font:
    return Font(
        name=look.get("font_name"),
        sz=look.get("font_size"),
        b=look.get("bold"),
        strike=look.get("font_strikeout"),
        u="single" if "underline" in look else None,
        color=look["font_color"][1:] if "font_color" in look else None,
    )


def one_sheet(name: str, page: Page) -> bytes:
    """Return a workbook with a single list."""
    book = PlainBook()
    return book.written([(book.place(name, page.listed), page)])
