"""A workbook of formulas, each beside the value the program knows, written with XlsxWriter.

Readers that do not calculate show that value. Rows go to the disk as they are written, so that a
large tournament needs little memory. This module is imported where a workbook is made.
"""

from collections.abc import Sequence
from io import BytesIO

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from tournament.exports.excel.book import Book, Cells
from tournament.exports.excel.page import (
    A4,
    CHART,
    FIRST_ROW,
    FOOTER,
    HEADING_ROW,
    MARGINS,
    Look,
    Page,
    Place,
    Width,
    in_sheet,
)

PIXELS = 96 / 2.54  # of a centimetre


class PlainFormulas(Worksheet):  # type: ignore[misc]  # it comes without types
    """A sheet whose formulas name no function of recent versions of Excel.

    XlsxWriter looks for each of forty in every formula: half the time of a large workbook.
    """

    def _prepare_formula(self, formula: str, expand_future_functions: bool = False) -> str:
        return formula.removeprefix("=")


class FormulaBook(Book):
    """A workbook whose figures are formulas wherever a page has one."""

    def __init__(self) -> None:
        super().__init__()
        self._file = BytesIO()
        self._book = Workbook(self._file, {"constant_memory": True})
        self._book.set_properties({"author": "Kreuzdame"})

    def _saved(self, opens_on: str) -> bytes:
        self._book.get_worksheet_by_name(opens_on).activate()
        self._book.close()
        return self._file.getvalue()

    def _add_style(self, look: Look) -> Format:
        return self._book.add_format(look)

    def _begin(self, name: str, widths: Sequence[Width]) -> None:
        self._sheet = self._book.add_worksheet(name, PlainFormulas)
        for at, width in enumerate(widths):
            options = {"hidden": width.is_hidden, "level": int(width.is_folded)}
            self._sheet.set_column(at, at, width.letters, None, options)

    def _row(self, number: int, cells: Cells, height: float = 0, across: int = 1) -> None:
        sheet, row = self._sheet, number - 1
        if height:
            sheet.set_row(row, height)
        if across > 1 and cells[0] is not None:
            sheet.merge_range(row, 0, row, across - 1, "", cells[0].style)
        for column, cell in enumerate(cells):
            if cell is None:
                continue
            value, style = cell.value, cell.style
            if cell.formula:
                sheet.write_formula(row, column, cell.formula, style, value)
            elif cell.link:
                sheet.write_url(row, column, f"internal:{in_sheet(cell.link)}", style, value)
            elif isinstance(value, str) and value.startswith("<r>") and value.endswith("</r>"):
                # XlsxWriter would take the whole for its own markup of formatted text.
                sheet.write_rich_string(row, column, value[:1], style, value[1:], style)
            elif isinstance(value, str):
                sheet.write_string(row, column, value, style)
            else:
                sheet.write_number(row, column, value, style)

    def _chart(self, place: Place, page: Page, row: int) -> None:
        chart = self._book.add_chart({"type": "line"})
        first, last, name = page.chart_columns()
        for at in range(FIRST_ROW - 1, FIRST_ROW - 1 + len(page.listed.rows)):
            chart.add_series(
                {
                    "name": [place.sheet, at, name],
                    "categories": [place.sheet, HEADING_ROW - 1, first, HEADING_ROW - 1, last],
                    "values": [place.sheet, at, first, at, last],
                }
            )
        chart.set_x_axis({"label_position": "low"})
        width, height = (round(each * PIXELS) for each in CHART)
        chart.set_size({"width": width, "height": height})
        self._sheet.insert_chart(row, 0, chart)

    def _end(self, place: Place, page: Page, shown: int) -> None:
        sheet = self._sheet
        for key, is_equal, value, look in page.colours():
            rule = {"type": "cell", "criteria": "==" if is_equal else "!=", "value": value}
            sheet.conditional_format(place.span(key), {**rule, "format": self._add_style(look)})
        sheet.freeze_panes(FIRST_ROW - 1, 0)
        sheet.autofilter(HEADING_ROW - 1, 0, place.last - 1, shown - 1)
        sheet.repeat_rows(0, HEADING_ROW - 1)
        sheet.set_paper(A4)
        sheet.set_portrait()
        sheet.set_margins(**MARGINS)
        sheet.fit_to_pages(1, 0)
        sheet.set_footer(f"&C{FOOTER}")
