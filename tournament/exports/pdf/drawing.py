"""What is drawn on a page: lines, boxes, hatching, words and pictures.

Everything is in millimetres from the upper left corner of the drawing.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import count, takewhile

from tournament.exports.pdf.letters import MM_PER_POINT, Block, Weight

HAIRLINE = 0.3 * MM_PER_POINT
MIDDLE = 0.7 * MM_PER_POINT
THICK = 1.1 * MM_PER_POINT

Four = tuple[float, float, float, float]


class Anchor(StrEnum):
    """Which part of a text stands at its place."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Words:
    """Text of a size in points on the base line `y`; `rising`: read from below."""

    x: float
    y: float
    text: str
    points: float
    weight: Weight = Weight.REGULAR
    anchor: Anchor = Anchor.START
    rising: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """An SVG with its upper left corner at a place, so many millimetres wide."""

    x: float
    y: float
    wide: float
    svg: str


class Drawing:
    """What is drawn: `lines` (x1, y1, x2, y2) and `boxes` (x, y, width, height) by their weight.

    `leaders` are dotted lines.
    """

    def __init__(self) -> None:
        self.lines: dict[float, list[Four]] = defaultdict(list)
        self.boxes: dict[float, list[Four]] = defaultdict(list)
        self.leaders: list[Four] = []
        self.words: list[Words] = []
        self.pictures: list[Picture] = []

    def across(self, x1: float, x2: float, y: float, weight: float = HAIRLINE) -> None:
        """A horizontal line."""
        self.lines[weight].append((x1, y, x2, y))

    def down(self, x: float, y1: float, y2: float, weight: float = HAIRLINE) -> None:
        """A vertical line."""
        self.lines[weight].append((x, y1, x, y2))

    def lead(self, x1: float, x2: float, y: float) -> None:
        """A dotted line that leads the eye from a name to its figure."""
        if x2 > x1:
            self.leaders.append((x1, y, x2, y))

    def box(self, x: float, y: float, w: float, h: float, weight: float = HAIRLINE) -> None:
        """The outline of a rectangle."""
        self.boxes[weight].append((x, y, w, h))

    def hatch(self, x: float, y: float, w: float, h: float, gap: float = 1.6) -> None:
        """Fill a rectangle with hairlines rising at 45 degrees, `gap` apart along its top."""
        for offset in _steps(gap, w + h):
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
        """Put words on the base line `y`."""
        self.words.append(Words(x, y, text, points, weight, anchor, rising))

    def place(self, x: float, y: float, wide: float, svg: str) -> None:
        """A picture with its upper left corner at (x, y)."""
        self.pictures.append(Picture(x, y, wide, svg))

    def block(self, x: float, top: float, block: Block) -> float:
        """Put lines below each other; the lower edge."""
        for number, line in enumerate(block.lines, 1):
            base = top + number * block.leading - 0.25 * block.points * MM_PER_POINT
            self.write(x, base, line, block.points, block.weight)
        return top + block.height


def _steps(step: float, stop: float) -> Iterator[float]:
    return takewhile(lambda at: at < stop, count(step, step))
