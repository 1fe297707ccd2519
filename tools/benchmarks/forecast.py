"""The error of the forecast over 200 simulated rounds, the figures of docs/forecast.md.

python -m tools.benchmarks.forecast
"""

import sys
from dataclasses import dataclass
from itertools import accumulate
from math import log, sqrt
from random import Random
from statistics import mean

from tournament.rounds.rules.clock import (
    HALL_COUNTS_AS,
    UNDERWAY,
    Progress,
    expected_end,
    hall_pace,
)

ROUNDS, TABLES, MINUTES, GAMES, SEATS = 200, 16, 100.0, 24, 4
LOOKED_AT = (25, 50, 75)
BY_TABLE, BY_GAME, NOT_BID = 0.12, 0.45, 0.15
"""Spread of the tables' paces and of the games of a table; how many never bid their solo freely."""


@dataclass(frozen=True)
class PlayedTable:
    """When each game of a table ended, and how many solos were owed after it."""

    ends: list[float]
    owing: list[int]

    def seen_at(self, minutes: float) -> Progress | None:
        """Return what a passer-by sees; None where the table has finished."""
        games = sum(end <= minutes for end in self.ends)
        if games == len(self.ends):
            return None
        owing = self.owing[games - 1] if games else SEATS
        return Progress(minutes, games + UNDERWAY, GAMES, MINUTES, owing, SEATS)


def spread(random: Random, variation: float) -> float:
    """Return a factor of mean 1, lognormal."""
    sigma = sqrt(log(1 + variation**2))
    return random.lognormvariate(-(sigma**2) / 2, sigma)


def played_table(random: Random) -> PlayedTable:
    """Return a table with games of 100 / 24 minutes on average, solos bid at any time or forced."""
    pace = MINUTES / GAMES * spread(random, BY_TABLE)
    bidders = sum(random.random() >= NOT_BID for _seat in range(SEATS))
    is_solo = [False] * (GAMES - SEATS)
    for _bidder in range(bidders):
        is_solo.insert(random.randrange(len(is_solo) + 1), True)
    is_solo += [True] * (SEATS - bidders)
    now, ends, played = 0.0, [], []
    for solo in is_solo:
        if solo or now < MINUTES:
            now += pace * spread(random, BY_GAME)
            ends.append(now)
            played.append(solo)
    return PlayedTable(ends, [SEATS - each for each in accumulate(played)])


def errors(halls: list[list[PlayedTable]], minutes: int, weight: float) -> tuple[float, float]:
    """Return the mean absolute error in minutes of a playing table and of the hall's last one."""
    of_tables, of_halls = [], []
    for hall in halls:
        seen = [table.seen_at(minutes) for table in hall]
        pace = hall_pace(filter(None, seen)) or 0.0
        ends = [
            expected_end(now, pace, weight) if now else table.ends[-1]
            for table, now in zip(hall, seen, strict=True)
        ]
        of_tables += [
            abs(end - table.ends[-1])
            for table, now, end in zip(hall, seen, ends, strict=True)
            if now
        ]
        of_halls.append(abs(max(ends) - max(table.ends[-1] for table in hall)))
    return mean(of_tables), mean(of_halls)


def main() -> None:
    """Print a line for each minute: at the table's own pace, and as the program does it."""
    random = Random(1)
    halls = [[played_table(random) for _ in range(TABLES)] for _ in range(ROUNDS)]
    for minutes in LOOKED_AT:
        own, drawn = errors(halls, minutes, 0), errors(halls, minutes, HALL_COUNTS_AS)
        sys.stdout.write(
            f"minute {minutes}: own pace {own[0]:.1f} (hall {own[1]:.1f}), "
            f"drawn to the hall's {drawn[0]:.1f} (hall {drawn[1]:.1f})\n"
        )


if __name__ == "__main__":
    main()
