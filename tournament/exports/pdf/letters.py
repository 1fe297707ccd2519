"""The largest letters in which a name fits: a paper one keeps never cuts one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.conf import settings

from tournament.exports.pdf.drawing import MM_PER_POINT, typeface

WORDS = re.compile(r"[^\s-]*-+|[^\s-]+")  # a line may end after a hyphen


@dataclass(frozen=True, slots=True)
class Place:
    """Where a name stands: the sizes in points, the room in mm, the lines it takes.

    more: lines it takes in letters smaller than the `least` of those.
    """

    sizes: tuple[int, ...]
    room: float
    lines: int
    least: int
    more: int


PLACES = {
    "head": Place((11, 10, 9, 8, 7, 6, 5), 135, 1, 9, 2),
    "certificate": Place((54, 48, 42, 36, 30, 24, 18, 14), 150, 3, 42, 4),
    "below": Place((14, 12, 10, 9, 8, 7, 6, 5), 150, 2, 10, 3),
    "event": Place((18, 16, 14, 12, 10, 9), 150, 2, 12, 3),
    "cover": Place((34, 30, 26, 22, 20, 18, 16, 14, 12), 168, 2, 20, 3),
    "winner": Place((17, 14, 13, 12, 11, 10, 9, 8, 7, 6), 50, 2, 11, 3),
    "podium": Place((14, 13, 12, 11, 10, 9, 8, 7, 6), 50, 2, 11, 3),
    "best": Place((10, 9, 8, 7), 29, 2, 9, 4),
}
"""By what stands in templates; the sizes are classes in templates/pdf/paper.css."""


def letters_for(name: str, place: str) -> int:
    """Return the largest size that keeps every word whole, else the lines few."""
    of = PLACES[place]
    for may_break in (False, True):
        for points in of.sizes:
            found = list(_lines(name, points, of.room))
            few = of.lines if points >= of.least else of.more
            if len(found) <= few and (may_break or not any(found)):
                return points
    return of.sizes[-1]


def _lines(name: str, points: int, room: float) -> Iterator[bool]:
    """Yield for each line of a name whether a word breaks in it."""
    left, broken = room, False
    for word in WORDS.findall(name):
        wide = _width(word, points)
        if wide > left and left < room:
            yield broken
            left, broken = room, False
        while wide > room:  # the word is broken
            yield True
            wide, broken = wide - room, True
        left -= wide + _width(" ", points)
    yield broken


def _width(text: str, points: float) -> float:
    serif = typeface(settings.SERIF_DIRECTORY / "SourceSerifPro-Bold.ttf")
    return float(serif.stringWidth(text, points)) * MM_PER_POINT
