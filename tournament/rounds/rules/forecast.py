"""Estimate of when a table with a time limit will be done, from the games it has played.

All times are net minutes: since the start of the table, without pauses. Two facts are rules: a
begun game is finished when the time is up (TSR 8.5.1), and owed solos are still played (8.6).
"""

from collections.abc import Iterable
from dataclasses import dataclass

HALL_COUNTS_AS = 4.0
"""Weight of the hall's mean pace, in games of the table itself (docs/forecast.md)."""
UNDERWAY = 0.5
"""An observer finds half a game in progress on average, besides the finished ones."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a table after `minutes` net minutes; begun games count as a half.

    planned: the games of the round. limit: when time is up. solos_left: None if unknown.
    is_additional: a solo still owed afterwards is played in an additional game.
    """

    minutes: float
    games: float
    planned: int
    limit: float
    solos_left: int | None
    owed_by_all: int
    is_additional: bool = False

    @property
    def solos_share(self) -> float:
        """The share of compulsory solos in the games to come; as at the start if unknown."""
        left = self.planned - self.games
        if self.solos_left is None or left <= 0:
            return self.owed_by_all / self.planned
        return min(self.solos_left / left, 1.0)

    def additional(self, until: float) -> float:
        """Return the expected number of additional games, if those until `until` are played.

        A player who owes a solo bids it in one of those games before, the likelier the more there
        are.
        """
        if not self.is_additional:
            return 0.0
        owed = self.owed_by_all if self.solos_left is None else self.solos_left
        return owed * (1 - max(until - self.games, 0.0) / self.planned)


def hall_pace(tables: Iterable[Progress]) -> float | None:
    """Return the average net minutes per game in the hall; None without observations."""
    seen = [table for table in tables if table.games > 0 and table.minutes > 0]
    games = sum(table.games for table in seen)
    return sum(table.minutes for table in seen) / games if seen else None


def expected_end(table: Progress, pace_of_hall: float, weight: float = HALL_COUNTS_AS) -> float:
    """Return the net minutes after which a table will be done.

    Its own pace is shrunk towards the hall's, the more the fewer games it has played. With the time
    up it finishes its game and plays owed solos; those to come are spread evenly.
    """
    pace = (table.minutes + weight * pace_of_hall) / (table.games + weight)
    left = max(table.planned - table.games, 0.0)
    normal_over = table.minutes + left * pace
    whole = normal_over + table.additional(table.planned) * pace
    after = max(table.limit, table.minutes)
    struck_from = max(normal_over - after, 0.0) / pace
    if not struck_from:
        return whole
    solos = table.additional(table.planned - struck_from)
    if not table.is_additional:
        solos = struck_from * table.solos_share
    return min(whole, after + (UNDERWAY + solos) * pace)
