"""A workbook written sheet by sheet, row by row: layout, whichever library writes the file."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext

from tournament.exports.excel.page import (
    CHART_ROWS,
    FIRST_ROW,
    FONT,
    FONT_SIZE,
    FORMULA_SIGNS,
    HEADING_ROW,
    HEADINGS,
    LINE,
    LINK,
    LONGEST_NAME,
    NOT_IN_NAMES,
    PLAIN,
    ROW,
    TITLE,
    TOTALS,
    WIDEST,
    WIDEST_HEADING,
    Look,
    Page,
    Place,
    Width,
    clean,
    known_value,
    look_of,
)
from tournament.lists.columns import Column, List, Marked, Value, figure_of


class Cell(NamedTuple):
    """A cell: its value (text is clean), its style, its formula, the sheet it links to."""

    value: str | float
    style: Any
    formula: str = ""
    link: str = ""


Cells = Sequence[Cell | None]
"""A row from column A; None where a cell is empty."""


class Book(ABC):
    """A workbook being written; the sheets in the order in which they are written."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._styles: dict[tuple[tuple[str, Any], ...], Any] = {}

    def place(self, name: str, listed: List) -> Place:
        """Reserve the place of a list, so that others can refer to it before it is written."""
        from openpyxl.utils import get_column_letter

        taken = {other.casefold() for other in self.names}
        short = " ".join(NOT_IN_NAMES.sub(" ", name).strip("' ").split())[:LONGEST_NAME] or "–"
        names = (short, *(f"{short[: LONGEST_NAME - 4]} {more}" for more in range(2, 1000)))
        free = next(each for each in names if each.casefold() not in taken)
        self.names.append(free)
        letters = {
            column.key: get_column_letter(at + 1) for at, column in enumerate(listed.columns)
        }
        return Place(free, letters, HEADING_ROW + max(1, len(listed.rows)))

    def written(self, sheets: Sequence[tuple[Place, Page]]) -> bytes:
        """Write the sheets in this order; return the file, which opens on the first."""
        names = [place.sheet for place, _page in sheets]
        for place, page in sheets:
            self._write(place, page, [each for each in names if each != place.sheet])
        return self._saved(names[0])

    def _write(self, place: Place, page: Page, others: Sequence[str]) -> None:
        """Append the sheet: tournament, title, status in three rows, headings, then the rows."""
        columns = page.listed.columns
        # Columns of the same value and look share their cells.
        same = [(column.value, column.kind, column.is_main) for column in columns]
        once = dict(zip(same, columns, strict=True))
        of_key = {key: _Values(self, column, page.listed) for key, column in once.items()}
        known = [of_key[key] for key in same]
        widths = [
            Width(
                min(max(values.widest, min(len(column.heading), WIDEST_HEADING)), WIDEST) + 3,
                is_hidden=column.key in page.listed.idle or column.key in page.hidden,
                is_folded=column.key in page.hidden,
            )
            for column, values in zip(columns, known, strict=True)
        ]
        wide = sum(width.letters for width in widths if not width.is_hidden)
        shown = len(columns) - len(page.hidden)
        self._begin(place.sheet, widths)
        head = page.head
        above = (
            (head.named, PLAIN),
            (head.title, TITLE),
            (" · ".join(filter(None, (head.status, head.printed))), PLAIN),
        )
        for row, (text, look) in enumerate(above, start=1):
            self._write_sentence(row, text, wide, shown, look)
        headings = [self._text(each.heading, HEADINGS[each.is_text]) for each in columns]
        self._row(HEADING_ROW, headings)
        self._write_rows(page, known)
        last = self._write_sum(place, page) if page.summed and page.listed.rows else place.last
        if page.charted and page.listed.rows:
            self._chart(place, page, last + 1)
            last += CHART_ROWS + 1
        for row, name in enumerate(others if page.leads else (), start=last + 2):
            self._row(row, [self._text(name, LINK)._replace(link=name)])
            last = row
        for row, note in enumerate(filter(None, page.notes)):
            self._write_sentence(last + 2 * row + 2, note, wide, shown, PLAIN)
        self._end(place, page, shown)

    def _write_rows(self, page: Page, known: Sequence["_Values"]) -> None:
        """Write the rows below the headings, with the formulas of the page."""
        keys = [column.key for column in page.listed.columns]
        formulas = [(at, page.formulas[key]) for at, key in enumerate(keys) if key in page.formulas]
        for at, line in enumerate(page.listed.rows):
            row = FIRST_ROW + at
            cells = [values.cells[at] for values in known]
            for place, formula in formulas:
                if (cell := cells[place]) is not None:
                    text = formula(row, line) if callable(formula) else formula
                    cells[place] = cell._replace(formula=text.replace(ROW, str(row)))
            lines = max((values.lines.get(at, 0) for values in known if values.lines), default=0)
            self._row(row, cells, lines * LINE)

    @abstractmethod
    def _saved(self, opens_on: str) -> bytes:
        """Return the bytes of the workbook, which opens on this sheet."""

    def style(self, look: Look) -> Any:
        """Return the library's style for a look."""
        key = tuple(sorted(look.items()))
        if key not in self._styles:
            self._styles[key] = self._add_style({**FONT, **look})
        return self._styles[key]

    def _text(self, text: str, look: Look = PLAIN) -> Cell:
        """Return a text cell: never a formula or error value, no control characters."""
        shown = clean(text)
        quoted = {"quote_prefix": True} if shown.startswith(FORMULA_SIGNS) else {}
        return Cell(shown, self.style({**look, **quoted}))

    def _write_sentence(self, row: int, text: str, wide: int, shown: int, look: Look) -> None:
        """Write a sentence across the width of the list, in as many lines as it needs."""
        size = look.get("font_size", FONT_SIZE)
        lines = -(-len(text) * size // (FONT_SIZE * wide))
        cell = self._text(text, {**look, "text_wrap": True, "valign": "top"})
        self._row(row, [cell], lines * LINE * size // FONT_SIZE, across=shown)

    def _write_sum(self, place: Place, page: Page) -> int:
        """Write the sum below the list, outside its filter; return its row."""
        row = place.last + 2
        keys = [each.key for each in page.listed.columns]
        column = page.listed.columns[keys.index(page.summed)]
        figures = [figure_of(column.value(line)) or 0 for line in page.listed.rows]
        total = sum(each for each in figures if not isinstance(each, str))
        style = self.style({**look_of(column, total), **TOTALS})
        formula = f"=SUM({place.span(column.key)})"
        cells: list[Cell | None] = [None] * len(keys)
        cells[0] = self._text(gettext("Sum"), {**TOTALS, "indent": 1})
        cells[keys.index(page.summed)] = Cell(known_value(column, total), style, formula)
        self._row(row, cells)
        return row

    @abstractmethod
    def _add_style(self, look: Look) -> Any:
        """Return a style of the library."""

    @abstractmethod
    def _begin(self, name: str, widths: Sequence[Width]) -> None:
        """Append a sheet with columns of these widths, to which what follows belongs."""

    @abstractmethod
    def _row(self, number: int, cells: Cells, height: float = 0, across: int = 1) -> None:
        """Write a row below those written; `height` in points, 0 for automatic.

        `across`: over how many columns its only cell reaches.
        """

    @abstractmethod
    def _chart(self, place: Place, page: Page, row: int) -> None:
        """Draw the columns `page.charted` of the list as a line for each row, below this row."""

    @abstractmethod
    def _end(self, place: Place, page: Page, shown: int) -> None:
        """Set up colours, frozen headings and filters; for paper A4 portrait, page numbers."""


class _Values:
    """The cells of a column; equal values share one. `lines`: of rows that need several."""

    def __init__(self, book: Book, column: Column, listed: List) -> None:
        self._book, self._column = book, column
        self._styles: dict[tuple[object, ...], Any] = {}
        self.widest = 0
        self.lines: dict[int, int] = {}
        # Each value's cell, and its lines if a text needs several.
        known: dict[Value, tuple[Cell | None, int]] = {None: (None, 0), "": (None, 0)}
        self.cells: list[Cell | None] = []
        for at, line in enumerate(listed.rows):
            value = column.value(line)
            if value not in known:
                shown = known_value(column, value)
                if isinstance(shown, str):
                    text = clean(shown)
                    self.widest, wraps = max(self.widest, len(text)), len(text) > WIDEST
                    quoted = text.startswith(FORMULA_SIGNS)
                    style = self._style(value, wraps=wraps, quoted=quoted)
                    known[value] = Cell(text, style), -(-len(text) // WIDEST) if wraps else 0
                else:
                    self.widest = max(self.widest, len(str(shown)) + 1)
                    known[value] = Cell(shown, self._style(value)), 0
            cell, lines = known[value]
            self.cells.append(cell)
            if lines:
                self.lines[at] = lines

    def _style(self, value: Value, *, wraps: bool = False, quoted: bool = False) -> Any:
        """Return the style of a value, which few values of a column have alone."""
        marks = (value.mark, value.struck) if isinstance(value, Marked) else ()
        key = isinstance(value, str), marks, wraps, quoted
        if key not in self._styles:
            look = look_of(self._column, value)
            look |= {"text_wrap": True} if wraps else {}
            look |= {"quote_prefix": True} if quoted else {}
            self._styles[key] = self._book.style(look)
        return self._styles[key]
