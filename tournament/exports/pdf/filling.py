"""Filling pages with unbreakable items: as few pages as possible, evenly filled."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tournament.exports.pdf.drawing import Drawing


@dataclass(frozen=True, slots=True)
class Item:
    """An item that must not break across pages, `height` mm high; `draw` gets its upper edge."""

    height: float
    draw: Callable[[Drawing, float], None]


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
