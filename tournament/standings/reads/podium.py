"""Who stands on the podium, and whose course over the rounds is drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from tournament.standings.reads.standings import StandingRow, StandingsReport
from tournament.standings.rules.standings import ON_THE_PODIUM

MOST_ON_PODIUM = 9
"""Where more would share the first places, nobody stands out."""
COURSES, MOST_COURSES = 5, 8
"""So many places have their course drawn; more lines than that nobody tells apart."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the podium, with everybody who shares the place."""

    rank: int
    rows: tuple[StandingRow, ...]

    @property
    def total(self) -> int:
        """Their total: only equal ones share a place."""
        return self.rows[0].total


def podium(report: StandingsReport) -> tuple[Step, ...]:
    """The first three places, the best first: shared ones as the list has them (1-1-3, 1-2-2).

    Empty before the first result, and where too many would stand there.
    """
    rows = _best(report, ON_THE_PODIUM, MOST_ON_PODIUM)
    steps = groupby(rows, key=lambda row: row.rank or 0)
    return tuple(Step(rank, tuple(shared)) for rank, shared in steps)


def first_rows(report: StandingsReport) -> Sequence[StandingRow]:
    """The first five places, or as many as leave no more than eight people: whole places only."""
    return _best(report, COURSES, MOST_COURSES)


def _best(report: StandingsReport, places: int, most: int) -> list[StandingRow]:
    """Everybody on so many places; the last of these are left out while they are too many."""
    if report.nothing_played:
        return []
    rows = [row for row in report.rows if row.rank is not None and row.rank <= places]
    while len(rows) > most:
        rows = [row for row in rows if row.rank != rows[-1].rank]
    return rows
