"""Filling pages with what stays whole: as few as may be, each as far as the others."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournament.exports.pdf.drawing import Drawing


@dataclass(frozen=True, slots=True)
class Item:
    """What stands on one page whole, `height` mm of it; `draw` gets its upper edge."""

    height: float
    draw: Callable[[Drawing, float], None]


Pages = list[list[Item]]
STEP = 0.5
"""To which pages are filled evenly, in millimetres."""


def fill_pages(items: Sequence[Item], room: float) -> Pages:
    """Page after page, each filled before the next begins; `room` is its height in mm."""
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
    """The same number of pages, each filled as far as the others: none holds the last row alone."""
    count = len(fill_pages(items, room))
    steps = range(int(room / STEP))
    least = bisect_left(steps, -count, key=lambda step: -len(fill_pages(items, step * STEP)))
    return fill_pages(items, min(room, least * STEP))


def largest(sizes: Sequence[float], items: Callable[[float], Sequence[Item]], room: float) -> float:
    """The largest of the sizes, smallest first, that needs no more pages than the smallest."""
    count = len(fill_pages(items(sizes[0]), room))
    return sizes[
        bisect_left(sizes, count + 1, key=lambda size: len(fill_pages(items(size), room))) - 1
    ]
