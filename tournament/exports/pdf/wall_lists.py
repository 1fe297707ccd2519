"""Long lists for the wall: head and foot on every page, unbreakable items between them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.translation import gettext

from tournament.exports.base import Imprint
from tournament.exports.pdf.drawing import (
    CLUB_SIGN,
    HAIRLINE,
    THICK,
    Anchor,
    Drawing,
    Item,
    fill_evenly,
    largest,
)
from tournament.exports.pdf.drawn import DrawnPages, Sheet, svg_ratio, upright
from tournament.exports.pdf.letters import Block, Weight, block, first_that_fits, width
from tournament.exports.qr import qr_svg, typed_address

UPRIGHT, CROSSWISE = upright(20, 10), Sheet(297, 210, 12, 15)
"""Two holes can be punched on the left in portrait, at the top in landscape."""
RIGHT, BELOW_HEAD, FOOT_HEIGHT, ABOVE_FOOT = 12.0, 4.0, 15.0, 2.0
SIGN, CODE = 11.0, 21.0
"""The club's sign and the QR code for phones, in millimetres."""
SIZES = (14, 14.5, 15, 15.5, 16, 16.5, 17, 17.5, 18, 18.5, 19)
"""Legible from two metres at 14 points and from three at 19."""
TOURNAMENT_LETTERS, TITLE_LETTERS, CAUTION_LETTERS = (11.0, 8.0), (22.0, 18.0, 14.0), 12.0
NUMBER_ROOM, NUMBER_LETTERS, NUMBER_GAP, TABLE_GAP = 24.0, 38.0, 3.0, 3.5
"""The number beside a table: room in mm, font size, gaps behind it and below a table."""
FOOT_LETTERS, FOOT_TEXT, FOOT_BASE, FOOT_LINES = 9.0, 1.2, 3.9, 3
NOTE_LETTERS, NOTE_GAP, NOTE_LINES = 11.0, 4.0, 12
"""A note longer than these lines may continue on the next page."""


@dataclass(frozen=True, slots=True)
class Wall:
    """A list for the wall, by font size in points; `opening` is on the first page only."""

    items: Callable[[float], Iterable[Item]]
    heading: Callable[[float], Item] | None = None
    opening: Item | None = None
    sizes: Sequence[float] = SIZES


def width_of(sheet: Sheet) -> float:
    """Return the width of lists on a sheet, in millimetres."""
    return sheet.wide - sheet.left - RIGHT


def beside_number(number: int, rows: Sequence[Item], wide: float) -> Item:
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
    sheet: Sheet = UPRIGHT,
    phones: str = "",
) -> None:
    """Draw a list in the largest letters that need no more pages; `phones`: their address."""
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


def _draw_head(drawing: Drawing, head: Imprint, wide: float, phones: str) -> float:
    """Draw tournament, title, caution and signs; return where the list begins."""
    right = wide
    if phones:
        right -= CODE
        drawing.place(right, -2, CODE, qr_svg(phones))
    right -= SIGN
    drawing.place(right, 0, SIGN, CLUB_SIGN)
    room = right - 4
    named = " · ".join(filter(None, (head.tournament, head.occasion)))
    top = 0.0
    for words in (
        first_that_fits(named, room, 9, TOURNAMENT_LETTERS, Weight.REGULAR),
        first_that_fits(head.title, room, 20, TITLE_LETTERS, Weight.BOLD),
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
