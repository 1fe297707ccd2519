#!/usr/bin/env python3
"""Searches a plan for tournament/draw/designs/known_plans.py, with few repeats.

usage: scripts/find_known_plan.py PEOPLE ROUNDS [MILLIONS_OF_MOVES] [SEED]

Two people of one round change places, again and again, ever less ready to make the plan worse.
The plans in the file took up to a billion moves, for which this search was translated to C; a few
million show what it does. If there is a starter round for fewer rounds, those can stay as they
are (--keep) and only the last one is searched: so was found 24 people, 8 rounds.
"""

import math
import sys
from itertools import combinations
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tournament.draw.designs.starter_rounds import POINTS, STARTERS
from tournament.draw.table_sizes import FIVE_TABLE, table_sizes

HOT, COLD = 0.5, 0.12
FIVE_AGAIN = 0.5
"""What a five-table beyond the fair share is worth, in repeats."""


class Plan:
    """All rounds, and how often everybody has met everybody."""

    def __init__(self, people: int, rounds: int, random: Random, kept: list[list[list[int]]]):
        sizes = table_sizes(people).sizes
        self.rounds = list(kept)
        self.first_open = len(kept)
        while len(self.rounds) < rounds:
            order = list(range(people))
            random.shuffle(order)
            waiting = iter(order)
            self.rounds.append([[next(waiting) for _ in range(size)] for size in sizes])
        self.met = [[0] * people for _ in range(people)]
        self.fives = [0] * people
        for tables in self.rounds:
            for table in tables:
                self.count(table)
        self.share = -(-sum(self.fives) // people)

    def count(self, table: list[int]) -> None:
        """These people meet."""
        for one, other in combinations(table, 2):
            self.met[one][other] += 1
            self.met[other][one] += 1
        if len(table) == FIVE_TABLE:
            for person in table:
                self.fives[person] += 1

    def exchange(self, random: Random, heat: float) -> None:
        """Two people of one round change places, if that is not too bad."""
        tables = self.rounds[random.randrange(self.first_open, len(self.rounds))]
        here, there = random.sample(tables, 2)
        one, other = random.randrange(len(here)), random.randrange(len(there))
        leaving, coming = self.met[here[one]], self.met[there[other]]
        change = float(
            sum(coming[x] - leaving[x] + 1 for x in here if x != here[one])
            + sum(leaving[x] - coming[x] + 1 for x in there if x != there[other])
        )
        if len(here) != len(there):
            goes, comes = here[one], there[other]
            if len(here) < len(there):
                goes, comes = comes, goes
            too_often = (self.fives[comes] >= self.share) - (self.fives[goes] > self.share)
            change += FIVE_AGAIN * too_often
        if change <= 0 or random.random() < math.exp(-change / heat):
            self.swap(here, one, there, other)

    def swap(self, here: list[int], one: int, there: list[int], other: int) -> None:
        """Do it, and count again who has met whom."""
        for table, place, person in ((here, one, there[other]), (there, other, here[one])):
            for mate in table:
                if mate != table[place]:
                    for times, who in ((-1, table[place]), (1, person)):
                        self.met[mate][who] += times
                        self.met[who][mate] += times
        if len(here) != len(there):
            more = 1 if len(there) == FIVE_TABLE else -1
            self.fives[here[one]] += more
            self.fives[there[other]] -= more
        here[one], there[other] = there[other], here[one]

    @property
    def repeats(self) -> int:
        """Meetings beyond the first."""
        return sum(max(0, times - 1) for row in self.met for times in row) // 2


def main(people: int, rounds: int, millions: str, seed: str, *, keep: bool) -> None:
    """Print a plan as it stands in the file."""
    random = Random(seed)  # noqa: S311 - a search, no secrets
    plan = Plan(people, rounds, random, STARTERS[people][-1].developed() if keep else [])
    moves = int(1_000_000 * float(millions))
    for move in range(moves):
        plan.exchange(random, HOT * (COLD / HOT) ** (move / moves))
    sys.stdout.write(f"{people} people, {rounds} rounds, {plan.repeats} repeats:\n")
    for tables in plan.rounds:
        sys.stdout.write("".join(POINTS[person] for table in tables for person in table) + "\n")


if __name__ == "__main__":
    given = [argument for argument in sys.argv[1:] if argument != "--keep"]
    people, rounds, millions, seed = given + ["2", "1"][len(given) - 2 :]
    main(int(people), int(rounds), millions, seed, keep="--keep" in sys.argv)
