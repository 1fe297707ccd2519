"""Drawings in millimetres from the upper left corner, the standard signs, and filling pages."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import count, takewhile

from tournament.exports.base import REHEARSAL
from tournament.exports.pdf.letters import MM_PER_POINT, Block, Weight

HAIRLINE = 0.3 * MM_PER_POINT
MIDDLE = 0.7 * MM_PER_POINT
THICK = 1.1 * MM_PER_POINT

Four = tuple[float, float, float, float]


class Anchor(StrEnum):
    """Which part of a text is at its coordinates."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Words:
    """Text of a size in points on the base line `y`; `rising`: rotated, read from below."""

    x: float
    y: float
    text: str
    points: float
    weight: Weight = Weight.REGULAR
    anchor: Anchor = Anchor.START
    rising: bool = False


class Drawing:
    """A drawing: lines (x1, y1, x2, y2), boxes (x, y, width, height), dotted `leaders`."""

    def __init__(self) -> None:
        self.lines: dict[float, list[Four]] = defaultdict(list)
        self.boxes: dict[float, list[Four]] = defaultdict(list)
        self.leaders: list[Four] = []
        self.words: list[Words] = []
        self.pictures: list[tuple[float, float, float, str]] = []

    def across(self, x1: float, x2: float, y: float, weight: float = HAIRLINE) -> None:
        """Add a horizontal line."""
        self.lines[weight].append((x1, y, x2, y))

    def down(self, x: float, y1: float, y2: float, weight: float = HAIRLINE) -> None:
        """Add a vertical line."""
        self.lines[weight].append((x, y1, x, y2))

    def box(self, x: float, y: float, w: float, h: float, weight: float = HAIRLINE) -> None:
        """Add the outline of a rectangle."""
        self.boxes[weight].append((x, y, w, h))

    def hatch(self, x: float, y: float, w: float, h: float, gap: float = 1.6) -> None:
        """Fill a rectangle with hairlines rising at 45 degrees, `gap` apart along its top."""
        for offset in takewhile(lambda at: at < w + h, count(gap, gap)):
            x1, y1 = x + max(0.0, offset - h), y + min(h, offset)
            x2, y2 = x + min(w, offset), y + max(0.0, offset - w)
            self.lines[HAIRLINE].append((x1, y1, x2, y2))

    def write(
        self,
        x: float,
        y: float,
        text: str,
        points: float,
        weight: Weight = Weight.REGULAR,
        *,
        anchor: Anchor = Anchor.START,
        rising: bool = False,
    ) -> None:
        """Write text on the base line `y`."""
        self.words.append(Words(x, y, text, points, weight, anchor, rising))

    def place(self, x: float, y: float, wide: float, svg: str) -> None:
        """Place a picture with its upper left corner at (x, y)."""
        self.pictures.append((x, y, wide, svg))

    def block(self, x: float, top: float, block: Block) -> float:
        """Write lines below each other; return the lower edge."""
        for number, line in enumerate(block.lines, 1):
            base = top + number * block.leading - 0.25 * block.points * MM_PER_POINT
            self.write(x, base, line, block.points, block.weight)
        return top + block.height


@dataclass(frozen=True, slots=True)
class Item:
    """An item that must not break across pages, `height` mm high; `draw` gets its upper edge."""

    height: float
    draw: Callable[[Drawing, float], object]


Pages = list[list[Item]]
STEP = 0.5
"""Step in mm to which evenly filled pages are searched."""


def fill_pages(items: Sequence[Item], room: float) -> Pages:
    """Fill page after page, each before the next begins; `room` is the page height in mm."""
    pages: Pages = [[]]
    free = room
    for item in items:
        if item.height > free and pages[-1]:
            pages.append([])
            free = room
        pages[-1].append(item)
        free -= item.height
    return pages


def fill_evenly(items: Sequence[Item], room: float) -> Pages:
    """Use the same number of pages, but fill them evenly, so that none holds only the last row."""
    count = len(fill_pages(items, room))
    steps = range(int(room / STEP))
    least = bisect_left(steps, -count, key=lambda step: -len(fill_pages(items, step * STEP)))
    return fill_pages(items, min(room, least * STEP))


def largest(sizes: Sequence[float], items: Callable[[float], Sequence[Item]], room: float) -> float:
    """Return the largest size (ascending input) that needs no more pages than the smallest."""
    count = len(fill_pages(items(sizes[0]), room))
    return sizes[
        bisect_left(sizes, count + 1, key=lambda size: len(fill_pages(items(size), room))) - 1
    ]


# The sign of templates/components/club.html, black.
CLUB_SIGN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="'
    "M12 2.2a4.6 4.6 0 0 0-3.7 7.3A4.7 4.7 0 1 0 10.7 17c-.2 1.9-1 3.4-2.6 4.6h7.8c-1.6-1.2-2.4-2.7"
    '-2.6-4.6a4.7 4.7 0 1 0 2.4-7.5A4.6 4.6 0 0 0 12 2.2z"/></svg>'
)
# The word of a rehearsal across the page, outlined so that the text below stays readable.
REHEARSAL_SIGN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><text x="100" y="116" '
    'font-family="Source Sans Pro" font-weight="700" font-size="58" letter-spacing="3" '
    'text-anchor="middle" transform="rotate(-45 100 100)" fill="none" stroke="#8c8c8c" '
    f'stroke-width="0.5">{REHEARSAL}</text></svg>'
)
