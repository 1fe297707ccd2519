"""How fast score sheets come in: how many in each minute."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import ceil

MOST_STEPS = 45
"""A longer time is told in steps of several minutes."""
LATELY = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Arrivals:
    """How many sheets came in: `counts` for each step of `step` minutes from `start` on.

    `lately`: those of the last five minutes before `end`.
    """

    start: datetime
    end: datetime
    step: int
    counts: tuple[int, ...]
    lately: int

    @property
    def minutes(self) -> int:
        """From the first sheet until now."""
        return (self.end - self.start) // timedelta(minutes=1)


def arrivals_until(moments: Sequence[datetime], end: datetime) -> Arrivals | None:
    """The sheets that came in at these moments; None before there are five minutes to tell of."""
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
