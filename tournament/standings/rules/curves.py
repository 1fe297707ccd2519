"""Points over the rounds as curves: from figures to places in a drawing.

A drawing has its origin at the upper left; its units are whatever it is scaled to.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from tournament.sheets.rules.results import RoundPoints

Figures = tuple[int | None, ...]
"""What somebody had at the start, after round 1, after round 2 ...; None where nothing is in."""
Spot = tuple[float, float]


def running_totals(rounds: RoundPoints, deductions: Mapping[int, int] | None = None) -> Figures:
    """The total after each round, from the 0 before the first.

    Deductions stand by the round from which they count. A round without a result has None, and a
    deduction in it counts from the next result on. The last figure is the total, whatever was
    taken off and when.
    """
    if not deductions and None not in rounds:
        return (0, *accumulate(rounds))
    off = dict(deductions or {})
    played = [number for number, points in enumerate(rounds, start=1) if points is not None]
    if not played:
        return (0, *rounds)
    figures: list[int | None] = [0]
    total = 0
    for number, points in enumerate(rounds, start=1):
        if points is None:
            figures.append(None)
            continue
        due = [each for each in off if each <= number or number == played[-1]]
        total += points + sum(off.pop(each) for each in due)
        figures.append(total)
    return tuple(figures)


@dataclass(frozen=True, slots=True)
class Frame:
    """Where figures lie: `low` at `bottom`, `high` at `top`, `steps` equal steps to the right."""

    left: float
    right: float
    top: float
    bottom: float
    steps: int
    low: int
    high: int

    def across(self, step: int) -> float:
        """How far to the right a step is, the start being 0."""
        return self.left + (self.right - self.left) * step / self.steps

    def down(self, figure: float) -> float:
        """How far down a figure lies; in the middle where all are the same."""
        if self.high == self.low:
            return (self.top + self.bottom) / 2
        return self.bottom - (self.bottom - self.top) * (figure - self.low) / (self.high - self.low)

    def spots(self, figures: Figures) -> tuple[Spot, ...]:
        """Where a line bends: one spot for each figure there is."""
        return tuple(
            (self.across(step), self.down(figure))
            for step, figure in enumerate(figures)
            if figure is not None
        )


def bounds(lines: Iterable[Figures]) -> tuple[int, int]:
    """The lowest and the highest figure of all lines; 0 and 0 without any."""
    figures = [figure for line in lines for figure in line if figure is not None]
    return min(figures, default=0), max(figures, default=0)


def centred(figures: Figures, span: int) -> tuple[int, int]:
    """Bounds so many points apart, with the figures in their middle: slopes can be compared."""
    low, high = bounds([figures])
    below = (span - (high - low)) // 2
    return low - below, low - below + span


def round_figures(low: int, high: int, most: int = 5) -> tuple[int, ...]:
    """Figures to draw lines at: at most so many multiples of 1, 2 or 5 times a power of ten."""
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            first = -(-low // step) * step
            found = tuple(range(first, high + 1, step))
            if len(found) <= most:
                return found
        power *= 10


def apart(heights: Sequence[float], gap: float, top: float, bottom: float) -> tuple[float, ...]:
    """The heights moved as little as need be so that none is nearer to another than the gap.

    Their order stays, equal ones in the order given. Where there is no room they share what is
    there evenly.
    """
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
