"""Arrival rate of score sheets: counts per minute."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

MOST_STEPS = 45
"""For longer times a step is several minutes."""
LATELY = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Arrivals:
    """Counts of sheets received: `counts` for each step of `step` minutes from `start` on.

    `lately`: those of the last five minutes before `end`.
    """

    start: datetime
    end: datetime
    step: int
    counts: tuple[int, ...]
    lately: int

    @property
    def minutes(self) -> int:
        """The minutes from the first sheet until `end`."""
        return (self.end - self.start) // timedelta(minutes=1)


def arrivals_until(moments: Sequence[datetime], end: datetime) -> Arrivals | None:
    """Count the sheets received at these moments; None for less than five minutes."""
    moments = [moment for moment in moments if moment <= end]
    start = min(moments, default=end)
    if end - start < LATELY:
        return None
    minutes = (end - start) // timedelta(minutes=1) + 1
    step = ceil(minutes / MOST_STEPS)
    counts = [0] * ceil(minutes / step)
    for moment in moments:
        counts[(moment - start) // timedelta(minutes=step)] += 1
    lately = sum(moment > end - LATELY for moment in moments)
    return Arrivals(start, end, step, tuple(counts), lately)
