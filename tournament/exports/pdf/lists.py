"""A list of the pages (`tournament/lists`) on paper."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import product, takewhile

from tournament.exports.base import Imprint
from tournament.exports.pdf.drawing import Item
from tournament.exports.pdf.drawn import DrawnPages, Sheet
from tournament.exports.pdf.letters import Weight
from tournament.exports.pdf.table import Cell, PaperColumn, Table
from tournament.exports.pdf.wall_lists import CROSSWISE, SIZES, UPRIGHT, Wall, draw_wall, width_of
from tournament.lists.columns import Kind, List, Marked, text_of

SMALLER = (13, 12, 11, 10, 9, 8, 7, 6)
"""Font sizes of lists too wide for larger ones even in landscape."""
Columns = Sequence[PaperColumn]
BOX = "box"
"""CSS class of columns to be ticked by hand."""
MINOR, EARLIER = 0.72, 0.85
"""Scale of clubs and the like, and of points of single rounds, relative to names and totals."""


def print_list(
    head: Imprint,
    listed: List,
    notes: Iterable[str] = (),
    *,
    opening: Item | None = None,
    sizes: Sequence[float] = SIZES,
) -> bytes:
    """Return a list as PDF, drawn by `draw_list`."""
    paper = DrawnPages(head)
    draw_list(paper, head, listed, notes, opening=opening, sizes=sizes)
    return paper.pdf()


def draw_list(
    paper: DrawnPages,
    head: Imprint,
    listed: List,
    notes: Iterable[str] = (),
    *,
    opening: Item | None = None,
    sizes: Sequence[float] = SIZES,
) -> None:
    """Draw the pages of a list: clubs beside the names, else below; smaller letters come last."""
    listed = listed.without("tags")
    choices = [tuple(_columns(listed, below=below)) for below in (False, True)]
    sheet, columns, points = layout(choices, sizes)

    table = partial(Table, columns, width_of(sheet))
    fitting = growing_sizes(points, sizes[-1], lambda size: table(size).fits)
    wall = Wall(
        lambda size: table(size).rows(), lambda size: table(size).heading(), opening, fitting
    )
    draw_wall(paper, head, wall, notes, sheet)


def layout(
    choices: Sequence[Columns], sizes: Sequence[float], left: float = 0.0
) -> tuple[Sheet, Columns, float]:
    """Return the first paper, columns and font size in which everything fits beside `left` mm.

    Landscape is preferred to letters smaller than the first of the sizes.
    """
    smaller = [size for size in SMALLER if size < sizes[0]]
    for points, sheet, each in product((sizes[0], *smaller), (UPRIGHT, CROSSWISE), choices):
        if Table(each, width_of(sheet) - left, points).fits:
            return sheet, each, points
    return CROSSWISE, choices[-1], SMALLER[-1]


def growing_sizes(least: float, most: float, fits: Callable[[float], bool]) -> list[float]:
    """Return font sizes in half-point steps: the least, and those above it that still fit."""
    steps = range(1, int(2 * (most - least)) + 1)
    return [least, *takewhile(fits, (least + step / 2 for step in steps))]


def _columns(listed: List, *, below: bool) -> Iterator[PaperColumn]:
    """Yield the columns on paper; with `below`, minor texts go below the names."""
    rows = listed.by_key()
    of_class = {column.key: column.classes.split() for column in listed.columns}
    minor = [each for each in listed.columns if each.is_text and "minor" in of_class[each.key]]
    if not below:
        minor = []
    for column in listed.columns:
        if column.key == "note" or column in minor:
            continue
        cells = []
        for row in rows:
            value, note = row[column.key], row.get("note")
            if column.kind is Kind.NAME:
                small = filter(None, (text_of(each, row[each.key]) for each in minor))
                cells.append(Cell(f"{value} ({note})" if note else str(value), " · ".join(small)))
            elif isinstance(value, Marked):
                text = text_of(column, value.points)
                cells.append(Cell(text, mark=value.mark, is_struck=value.struck))
            else:
                cells.append(Cell(text_of(column, value)))
        classes, has_box = of_class[column.key], BOX in of_class[column.key]
        is_strong = column.is_main or column.key == "rank" or has_box
        is_minor = column.is_text and not {"minor", "club"}.isdisjoint(classes)
        yield PaperColumn(
            column.heading,
            cells,
            column.is_text and not has_box,
            EARLIER if "round" in classes else MINOR if is_minor else 1.0,
            Weight.BOLD if is_strong else Weight.REGULAR,
            has_box=has_box,
        )
