"""The rows of a worksheet as XML text, written directly (ECMA-376, part 1, 18.3.1.4).

Written cell by cell through XlsxWriter, which writes the rest, they took five times as long, and a
name that looks like its markup was interpreted as such.
"""

import re
from collections.abc import Sequence
from html import escape

from xlsxwriter.utility import xl_rowcol_to_cell
from xlsxwriter.worksheet import Worksheet

LONGEST_TEXT = 32_767
NOT_IN_TEXTS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
# Excel reads _x0041_ in a text as the character with that number.
CODED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


class Sheet(Worksheet):  # type: ignore[misc]
    """A worksheet that takes its rows as XML text."""

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
