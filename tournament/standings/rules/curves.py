"""Points over the rounds as curves; the origin is at the upper left."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from tournament.sheets.rules.results import RoundPoints

Figures = tuple[int | None, ...]
"""Figures at the start, after round 1, after round 2 ...; None where no result is in."""
Spot = tuple[float, float]


def running_totals(rounds: RoundPoints, deductions: Mapping[int, int] | None = None) -> Figures:
    """Return the total after each round, from 0; None without a result.

    A deduction (by the round it counts from) counts from the next result on, and in the last
    figure.
    """
    if not deductions and None not in rounds:
        return (0, *accumulate(rounds))
    off = dict(deductions or {})
    played = [number for number, points in enumerate(rounds, start=1) if points is not None]
    figures: list[int | None] = [0]
    total = 0
    for number, points in enumerate(rounds, start=1):
        if points is not None:
            total += points
            if off:
                due = [each for each in off if each <= number or number == played[-1]]
                total += sum(off.pop(each) for each in due)
        figures.append(None if points is None else total)
    return tuple(figures)


@dataclass(frozen=True, slots=True)
class Frame:
    """A coordinate system: `low` at `bottom`, `high` at `top`, `steps` equal steps to the right."""

    left: float
    right: float
    top: float
    bottom: float
    steps: int
    low: int
    high: int

    def across(self, step: int) -> float:
        """Return the x coordinate of a step, 0 being the start."""
        return self.left + (self.right - self.left) * step / self.steps

    def down(self, figure: float) -> float:
        """Return the y coordinate of a figure; the middle where all are the same."""
        if self.high == self.low:
            return (self.top + self.bottom) / 2
        return self.bottom - (self.bottom - self.top) * (figure - self.low) / (self.high - self.low)

    def spots(self, figures: Figures) -> tuple[Spot, ...]:
        """Return the points of a polyline: one for each figure that is not None."""
        return tuple(
            (self.across(step), self.down(figure))
            for step, figure in enumerate(figures)
            if figure is not None
        )


def bounds(lines: Iterable[Figures]) -> tuple[int, int]:
    """Return the lowest and the highest figure of all lines; 0 and 0 without any."""
    figures = [figure for line in lines for figure in line if figure is not None]
    return min(figures, default=0), max(figures, default=0)


def centre_bounds(figures: Figures, span: int) -> tuple[int, int]:
    """Return bounds `span` apart with the figures centred, so that slopes are comparable."""
    low, high = bounds([figures])
    below = (span - (high - low)) // 2
    return low - below, low - below + span


def round_figures(low: int, high: int, most: int = 5) -> tuple[int, ...]:
    """Return grid lines: at most `most` multiples of 1, 2 or 5 times a power of ten."""
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            first = -(-low // step) * step
            found = tuple(range(first, high + 1, step))
            if len(found) <= most:
                return found
        power *= 10


def apart(heights: Sequence[float], gap: float, top: float, bottom: float) -> tuple[float, ...]:
    """Move heights as little as needed to be `gap` apart, in order; evenly if there is no room."""
    if not heights:
        return ()
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    gap = min(gap, (bottom - top) / max(len(heights) - 1, 1))
    placed = list(heights)
    lowest = top
    for at in order:
        placed[at] = lowest = max(placed[at], lowest)
        lowest += gap
    highest = bottom
    for at in reversed(order):
        placed[at] = highest = min(placed[at], highest)
        highest -= gap
    return tuple(placed)
