"""The podium, and the players whose course is drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from tournament.standings.reads.standings import StandingRow, StandingsReport
from tournament.standings.rules.standings import ON_THE_PODIUM

MOST_ON_PODIUM = 9
"""With more people on the first places no podium is shown."""
COURSES, MOST_COURSES = 5, 8
"""Places whose course is drawn, and the most lines that can be told apart."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the podium, with everybody who shares the place."""

    rank: int
    rows: tuple[StandingRow, ...]

    @property
    def total(self) -> int:
        """Their common total."""
        return self.rows[0].total


def podium(report: StandingsReport) -> tuple[Step, ...]:
    """Return the first three places, best first; shared ones as in the list (1-1-3, 1-2-2).

    Empty before the first result, and where too many would share the podium.
    """
    rows = _best(report, ON_THE_PODIUM, MOST_ON_PODIUM)
    steps = groupby(rows, key=lambda row: row.rank or 0)
    return tuple(Step(rank, tuple(shared)) for rank, shared in steps)


def first_rows(report: StandingsReport) -> Sequence[StandingRow]:
    """Return the first five places, fewer if those have more than eight people: only whole ones."""
    return _best(report, COURSES, MOST_COURSES)


def _best(report: StandingsReport, places: int, most: int) -> list[StandingRow]:
    """Return the rows on the first `places`, dropping the last places while there are too many."""
    if report.nothing_played:
        return []
    rows = [row for row in report.rows if row.rank is not None and row.rank <= places]
    while len(rows) > most:
        rows = [row for row in rows if row.rank != rows[-1].rank]
    return rows
