"""When a table of a round with a time limit will be done: an estimate from the games it has played.

All times are net minutes: since the start of the table, without pauses. Two things are rules:
what is begun when the time is up is finished (TSR 8.5.1), and owed solos are still played (8.6).
"""

from collections.abc import Iterable
from dataclasses import dataclass

HALL_COUNTS_AS = 4.0
"""The hall's mean pace counts as much as so many games of the table itself (docs/forecast.md)."""
UNDERWAY = 0.5
"""Whoever looks at a table finds half a game played, on average, beside those that are over."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a table was after so many net minutes.

    games: begun ones count as the half they are on average. planned: the games of the round.
    solos_left: the compulsory solos it still owes, None where nobody has said. limit: when its
    time is up, extra time included. is_additional: a solo that is still owed behind the games of
    the round is played in one game more.
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
        """Which part of the games to come are compulsory solos; as at the start if unknown."""
        left = self.planned - self.games
        if self.solos_left is None or left <= 0:
            return self.owed_by_all / self.planned
        return min(self.solos_left / left, 1.0)

    def additional(self, until: float) -> float:
        """How many games will follow those of the round once so many of these are played.

        Whoever owes a solo now bids it in one of them before, the likelier the more there are.
        """
        if not self.is_additional:
            return 0.0
        owed = self.owed_by_all if self.solos_left is None else self.solos_left
        return owed * (1 - max(until - self.games, 0.0) / self.planned)


def hall_pace(tables: Iterable[Progress]) -> float | None:
    """Net minutes that a game takes in the hall, on average; None before the first is seen."""
    seen = [table for table in tables if table.games > 0 and table.minutes > 0]
    games = sum(table.games for table in seen)
    return sum(table.minutes for table in seen) / games if seen else None


def expected_end(table: Progress, pace_of_hall: float, weight: float = HALL_COUNTS_AS) -> float:
    """After how many net minutes a table will be done.

    Its own pace is drawn towards that of the hall, the more the fewer games it has played. When
    the time is up it finishes the game that is begun and plays the solos that are owed then, as if
    those to come were spread evenly.
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
