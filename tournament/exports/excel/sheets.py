"""One sheet of a workbook: imprint, frozen headings, safe cells, ready to be printed on A4.

Names are text and nothing else, whatever they begin with; numbers are numbers. Totals are plain
numbers too: openpyxl writes no cached results beside a formula, so a program that reads the file
without calculating it would find empty cells.
"""

import re
from typing import cast

from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Alignment, Border, Font, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.header_footer import HeaderFooterItem
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

from tournament.exports.base import Imprint
from tournament.labels.amounts import CENTS
from tournament.lists.columns import Column, Kind, List, Marked, figure_of

HEADING_ROW = 4
LONGEST_NAME = 31
NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
A4 = "9"
WIDEST = 60
SIGNED = '+0;"−"0;0'
"""Number format of points: with sign, a true minus, 0 without sign."""
AVERAGE = '+0.00;"−"0.00;0.00'
MARKED = '+0"%(mark)s";"−"0"%(mark)s";0"%(mark)s"'
"""The same with the marks of footnotes."""
AMOUNT = '#,##0.00 "€"'
# A spreadsheet takes these for the beginning of a formula when the cell is edited.
FORMULA_SIGNS = ("=", "+", "-", "@")


def add_sheet(book: Workbook, name: str, imprint: Imprint, listed: List) -> Worksheet:
    """Append a sheet: tournament, title and status in three rows, headings, then the rows."""
    sheet: Worksheet = book.create_sheet(_sheet_name(book, name))
    _write_imprint(sheet, imprint)
    for number, column in enumerate(listed.columns, start=1):
        _write_heading(_cell(sheet, HEADING_ROW, number), column)
    widths = [len(column.heading) for column in listed.columns]
    for row_number, row in enumerate(listed.by_key(), start=HEADING_ROW + 1):
        for index, (column, value) in enumerate(zip(listed.columns, row.values(), strict=True)):
            if value is None or value == "":
                continue
            _write_value(_cell(sheet, row_number, index + 1), column.kind, value)
            widths[index] = max(widths[index], len(str(figure_of(value))))
    for index, width in enumerate(widths, start=1):
        sheet.column_dimensions[get_column_letter(index)].width = min(width, WIDEST) + 3
    _prepare_for_reading(sheet, len(listed.columns))
    return sheet


def _sheet_name(book: Workbook, name: str) -> str:
    """A name as Excel takes it: short, without signs of its own, and no other sheet's."""
    clean = " ".join(NOT_IN_NAMES.sub(" ", name).strip("' ").split())[:LONGEST_NAME] or "–"
    taken = {other.casefold() for other in book.sheetnames}
    names = (clean, *(f"{clean[: LONGEST_NAME - 4]} {more}" for more in range(2, 1000)))
    return next(each for each in names if each.casefold() not in taken)


def add_note(sheet: Worksheet, text: str) -> None:
    """Write a sentence below the last row, outside the filter; an empty one leaves no trace."""
    if not text:
        return
    write_text(_cell(sheet, sheet.max_row + 2, 1), text)


def write_text(cell: Cell, text: str) -> None:
    """Write a text that stays a text: no formula, no error value, no control characters."""
    clean = ILLEGAL_CHARACTERS_RE.sub("", text)
    cell.value = clean
    cell.data_type = "s"
    if clean.startswith(FORMULA_SIGNS):
        cell.quotePrefix = True


def _cell(sheet: Worksheet, row: int, column: int) -> Cell:
    """A cell of a sheet without merged cells."""
    return cast(Cell, sheet.cell(row, column))


def _write_imprint(sheet: Worksheet, imprint: Imprint) -> None:
    lines = (
        " · ".join(filter(None, (imprint.tournament, imprint.occasion))),
        imprint.title,
        " · ".join(filter(None, (imprint.status, imprint.printed))),
    )
    for row, line in enumerate(lines, start=1):
        write_text(_cell(sheet, row, 1), line)
    _cell(sheet, 2, 1).font = Font(bold=True, size=14)


def _write_heading(cell: Cell, column: Column) -> None:
    write_text(cell, column.heading)
    cell.font = Font(bold=True)
    cell.border = Border(bottom=Side(style="thin"))
    cell.alignment = Alignment(horizontal="left" if column.is_text else "right")


def _write_value(cell: Cell, kind: Kind, value: str | float | Marked) -> None:
    if isinstance(value, str):
        write_text(cell, value)
        return
    cell.value = figure_of(value)
    if kind is Kind.AMOUNT and isinstance(value, int):
        cell.value = value / CENTS
        cell.number_format = AMOUNT
    if kind is Kind.AVERAGE:
        cell.number_format = AVERAGE
    if kind is Kind.POINTS:
        mark = value.mark if isinstance(value, Marked) else ""
        cell.number_format = MARKED % {"mark": mark} if mark else SIGNED
        if isinstance(value, Marked) and value.struck:
            cell.font = Font(strike=True)


def _prepare_for_reading(sheet: Worksheet, columns: int) -> None:
    """Frozen headings and filters on the screen; on paper A4, headings and page numbers."""
    sheet.freeze_panes = f"A{HEADING_ROW + 1}"
    last = get_column_letter(columns)
    sheet.auto_filter.ref = f"A{HEADING_ROW}:{last}{max(sheet.max_row, HEADING_ROW)}"
    sheet.print_title_rows = f"1:{HEADING_ROW}"
    sheet.page_setup.paperSize = A4
    sheet.page_setup.orientation = "portrait" if columns <= 9 else "landscape"
    sheet.page_setup.fitToWidth = 1
    sheet.page_setup.fitToHeight = 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    cast(HeaderFooterItem, sheet.oddFooter).center.text = "&P / &N"
