"""Long lists on paper for the wall: head and foot on every page, unbreakable items between them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product, takewhile

from django.utils.translation import gettext

from tournament.exports.base import Document, Imprint
from tournament.exports.pdf.drawing import (
    CLUB_SIGN,
    HAIRLINE,
    THICK,
    Anchor,
    Block,
    Drawing,
    DrawnPages,
    Item,
    Sheet,
    Weight,
    block,
    fill_evenly,
    fill_pages,
    largest,
    qr_svg,
    sign_width,
    svg_ratio,
    typed_address,
    uncut,
    upright,
    width,
)
from tournament.exports.pdf.table import Cell, PaperColumn, Table
from tournament.lists.columns import Kind, List, Marked, text_of

PORTRAIT, LANDSCAPE = upright(20, 10), Sheet(297, 210, 12, 15)
"""Two holes can be punched on the left in portrait, at the top in landscape."""
RIGHT, BELOW_HEAD, FOOT_HEIGHT, ABOVE_FOOT = 12.0, 4.0, 15.0, 2.0
SIGN, WIDEST_SIGN, CODE = 11.0, 34.0, 21.0
"""The club's sign, the widest mark of its own, and the QR code for phones, in millimetres."""
SIZES = (14, 14.5, 15, 15.5, 16, 16.5, 17, 17.5, 18, 18.5, 19)
"""Legible from two metres at 14 points and from three at 19."""
TOURNAMENT_LETTERS, TITLE_LETTERS, CAUTION_LETTERS = (11.0, 8.0), (22.0, 18.0, 14.0, 11.0), 12.0
NUMBER_ROOM, NUMBER_LETTERS, NUMBER_GAP, TABLE_GAP = 24.0, 38.0, 3.0, 3.5
"""The number beside a table: room in mm, font size, gaps behind it and below a table."""
FOOT_LETTERS, FOOT_TEXT, FOOT_BASE, FOOT_LINES = 9.0, 1.2, 3.9, 3
NOTE_LETTERS, NOTE_GAP, NOTE_LINES = 11.0, 4.0, 12
"""A note longer than these lines may continue on the next page."""


@dataclass(frozen=True, slots=True)
class Wall:
    """A list for the wall, by font size in points.

    `opening` is on the first page only, `following` below the last row as far as it fits there.
    """

    items: Callable[[float], Iterable[Item]]
    heading: Callable[[float], Item] | None = None
    opening: Item | None = None
    sizes: Sequence[float] = SIZES
    following: Sequence[Item] = ()


def width_of(sheet: Sheet) -> float:
    """Return the width of lists on a sheet, in millimetres."""
    return sheet.wide - sheet.left - RIGHT


def numbered_rows(number: int, rows: Sequence[Item], wide: float) -> Item:
    """Return a table's rows, beside its number and below a line."""

    def draw(drawing: Drawing, top: float) -> None:
        drawing.across(0, wide, top, THICK)
        drawing.write(0, top + 4, gettext("Table"), 10, Weight.SEMIBOLD)
        drawing.write(0, top + 17, str(number), NUMBER_LETTERS, Weight.BOLD)
        for row in rows:
            row.draw(drawing, top)
            top += row.height

    return Item(sum(row.height for row in rows) + TABLE_GAP, draw)


def sentence(text: str, wide: float) -> Item:
    """A sentence above a list."""
    words = block(text, wide, NOTE_LETTERS, Weight.REGULAR)
    return Item(words.height + NOTE_GAP, partial(_draw_words, words, 0.0))


def picture(svg: str, wide: float) -> Item:
    """A drawing above a list, as high as it is when so many mm wide."""
    high = wide * svg_ratio(svg)
    return Item(high + NOTE_GAP, lambda drawing, top: drawing.place(0, top, wide, svg))


def _draw_words(words: Block, gap: float, drawing: Drawing, top: float) -> None:
    drawing.block(0, top + gap, words)


def draw_wall(
    paper: DrawnPages,
    head: Imprint,
    wall: Wall,
    notes: Iterable[str] = (),
    sheet: Sheet = PORTRAIT,
    phones: str = "",
) -> int:
    """Draw a list in the largest letters that need no more pages; `phones`: their address.

    Return how many of the items that follow are drawn, those that need no more pages either.
    """
    wide, form = width_of(sheet), Drawing()
    top = _draw_head(form, head, wide, phones)
    foot = sheet.high - sheet.top - FOOT_HEIGHT
    form.across(0, wide, foot, HAIRLINE)
    beside = wide - width(_printed(head, 1000, 1000), FOOT_LETTERS, Weight.REGULAR) - 8
    lower = form.block(0, foot + FOOT_TEXT, _foot_line(head.status, beside, Weight.SEMIBOLD))
    if phones:
        words = f"{gettext('My seat on the phone')}: {typed_address(phones)}"
        form.block(0, max(lower, foot + 5), _foot_line(words, wide, Weight.REGULAR))
    before = [wall.opening] if wall.opening else []
    below = []
    for note in filter(None, notes):
        lines = block(note, wide, NOTE_LETTERS, Weight.REGULAR)
        for number, part in enumerate(lines.parts(NOTE_LINES)):
            gap = 0.0 if number else NOTE_GAP
            below.append(Item(gap + part.height, partial(_draw_words, part, gap)))

    def items(points: float) -> list[Item]:
        return [*before, *wall.items(points), *below]

    room = foot - ABOVE_FOOT - top - (wall.heading(wall.sizes[0]).height if wall.heading else 0.0)
    followed = _that_fit(items(wall.sizes[0]), wall.following, room)
    below += wall.following[:followed]
    points = largest(wall.sizes, items, room)
    pages = fill_evenly(items(points), room)
    paper.turn(sheet)
    name = paper.keep(form)
    for number, page in enumerate(pages, start=1):
        if wall.heading:
            page.insert(1 if before and number == 1 else 0, wall.heading(points))
        drawing, at = Drawing(), top
        for item in page:
            item.draw(drawing, at)
            at += item.height
        printed = _printed(head, number, len(pages))
        drawing.write(wide, foot + FOOT_BASE, printed, FOOT_LETTERS, anchor=Anchor.END)
        paper.add(name, drawing)
    return followed


def _that_fit(items: Sequence[Item], following: Sequence[Item], room: float) -> int:
    """Return how many items can follow these without a page more."""
    pages = len(fill_pages(items, room))
    numbers = range(1, len(following) + 1)
    fitting = takewhile(
        lambda number: len(fill_pages([*items, *following[:number]], room)) == pages, numbers
    )
    return max(fitting, default=0)


def _draw_head(drawing: Drawing, head: Imprint, wide: float, phones: str) -> float:
    """Draw tournament, title, caution and signs; return where the list begins."""
    right = wide
    if phones:
        right -= CODE
        drawing.place(right, -2, CODE, qr_svg(phones))
    sign = sign_width(head.logo, SIGN, WIDEST_SIGN)
    right -= sign
    drawing.place(right, (SIGN - sign) / 2, sign, CLUB_SIGN)
    room = right - 4
    top = 0.0
    for words in (
        uncut(head.named, room, 9, TOURNAMENT_LETTERS, Weight.REGULAR),
        uncut(head.title, room, 20, TITLE_LETTERS, Weight.BOLD),
        block(head.caution, room, CAUTION_LETTERS, Weight.BOLD),
    ):
        top = drawing.block(0, top, words)
    return max(top, CODE - 2 if phones else SIGN) + BELOW_HEAD


def _foot_line(text: str, room: float, weight: Weight) -> Block:
    words = block(text, room, FOOT_LETTERS, weight)
    return words.cut(FOOT_LINES * words.leading)


def _printed(head: Imprint, page: int, pages: int) -> str:
    printed = gettext("Printed %(time)s") % {"time": head.printed}
    return f"{printed} · {gettext('Page %(page)s of %(pages)s') % {'page': page, 'pages': pages}}"


SMALLER = (13, 12, 11, 10, 9, 8, 7, 6)
"""Font sizes of lists too wide for larger ones even in landscape."""
Columns = Sequence[PaperColumn]
Titled = tuple[str, List, Sequence[str]]
"""A list with its title and the notes below it."""
BOX = "box"  # CSS class of columns to be ticked by hand
MINOR, EARLIER = 0.72, 0.85
"""Scale of clubs and the like, and of points of single rounds, relative to names and totals."""


def print_list(
    head: Imprint,
    listed: List,
    notes: Iterable[str] = (),
    *,
    opening: Item | None = None,
    sizes: Sequence[float] = SIZES,
    name: str = "",
) -> Document:
    """Return a list as PDF, drawn by `draw_list`; its file has the name of its head, or `name`."""
    paper = DrawnPages(head)
    draw_list(paper, head, listed, notes, opening=opening, sizes=sizes)
    return paper.document(name)


def draw_list(
    paper: DrawnPages,
    head: Imprint,
    listed: List,
    notes: Iterable[str] = (),
    *,
    opening: Item | None = None,
    sizes: Sequence[float] = SIZES,
    below: Sequence[bool] = (False, True),
    following: Iterable[Titled] = (),
) -> int:
    """Draw the pages of a list; smaller letters come last.

    below: whether clubs and the like may stand below the names, what is better first.
    following: lists drawn below as far as they fit; returned is how many.
    """
    listed = listed.without("tags")
    choices = [tuple(_columns(listed, below=each)) for each in below]
    sheet, columns, points = layout(choices, sizes)

    table = partial(Table, columns, width_of(sheet))
    fitting = growing_sizes(points, sizes[-1], lambda size: table(size).fits)
    wall = Wall(
        lambda size: table(size).rows(),
        lambda size: table(size).heading(),
        opening,
        fitting,
        [_whole(*each, sheet) for each in following],
    )
    return draw_wall(paper, head, wall, notes, sheet)


def draw_lists(
    paper: DrawnPages,
    headed: Callable[[str], Imprint],
    lists: Sequence[Titled],
    *,
    below: Sequence[bool] = (False, True),
) -> None:
    """Draw lists, each below the one before if it fits there; `below` is of the first."""
    (title, listed, notes), *others = lists
    followed = draw_list(paper, headed(title), listed, notes, below=below, following=others)
    if left := others[followed:]:
        draw_lists(paper, headed, left)


def _whole(title: str, listed: List, notes: Iterable[str], sheet: Sheet) -> Item:
    """Return a list with its title and notes as it stands below another one, unbroken."""
    wide = width_of(sheet)
    columns = tuple(_columns(listed.without("tags"), below=True))
    sizes = (SIZES[0], *SMALLER)
    tables = [Table(columns, wide, points) for points in sizes]
    table = next((each for each in tables if each.fits), tables[-1])
    words = block(title, wide, table.points, Weight.BOLD)
    named = Item(2 * NOTE_GAP + words.height, partial(_draw_words, words, 1.5 * NOTE_GAP))
    parts = [named, table.heading(), *table.rows()]
    for note in filter(None, notes):
        words = block(note, wide, NOTE_LETTERS, Weight.REGULAR)
        parts.append(Item(NOTE_GAP + words.height, partial(_draw_words, words, NOTE_GAP)))

    def draw(drawing: Drawing, top: float) -> None:
        for each in parts:
            each.draw(drawing, top)
            top += each.height

    return Item(sum(each.height for each in parts), draw)


def layout(
    choices: Sequence[Columns], sizes: Sequence[float], left: float = 0.0
) -> tuple[Sheet, Columns, float]:
    """Return paper, columns and font size in which all fits; landscape before smaller letters."""
    smaller = [size for size in SMALLER if size < sizes[0]]
    for points, sheet, each in product((sizes[0], *smaller), (PORTRAIT, LANDSCAPE), choices):
        if Table(each, width_of(sheet) - left, points).fits:
            return sheet, each, points
    return LANDSCAPE, choices[-1], SMALLER[-1]


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
            has_codes="club" in classes,
        )
