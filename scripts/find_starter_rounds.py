#!/usr/bin/env python3
"""Finds a starter round for tournament/draw/designs/starter_rounds.py.

usage: scripts/find_starter_rounds.py PEOPLE MODULUS [SEED [lists]]

A starter round is one in which all distances on and between the rings differ (see
tournament/draw/designs/starter_rounds.py). With five-tables there is room for a search by
exchanges that cools down; without them nearly every distance is used up, and only trying table
after table and going back gets there. Either takes seconds to minutes; another seed may be luckier.
The first round found is printed as it stands in the file. With "lists" each table has one of the
first ring or of the first beside the rings, and of these no two ever meet.
"""

import math
import sys
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tournament.draw.designs.starter_rounds import POINTS, Starter
from tournament.draw.table_sizes import FIVE_TABLE, table_sizes

NODES = 20_000
HEATS = (0.7, 0.6, 0.5, 0.45, 0.4, 0.36, 0.33, 0.3, 0.27, 0.24, 0.2)
MOVES_PER_HEAT = 1_500
Tables = list[list[int]]


class Rings:
    """The people on rings of `modulus` places, those left over beside them."""

    def __init__(self, people: int, modulus: int, *, lists: bool = False) -> None:
        self.one_each = frozenset(Starter(modulus, "?" * people).one_each) if lists else frozenset()
        self.people = people
        self.modulus = modulus
        self.rings = people // modulus
        self.sizes = table_sizes(people).sizes
        seats = sum(size for size in self.sizes if size == FIVE_TABLE)
        self.most_fives = -(-seats * modulus // people)

    def ring(self, person: int) -> int | None:
        """The ring of a person, None for those beside them."""
        return person // self.modulus if person < self.rings * self.modulus else None

    def distance(self, one: int, other: int) -> Hashable | None:
        """What must differ between any two pairs; None for two who would meet twice anyhow."""
        one, other = min(one, other), max(one, other)
        if {one, other} <= self.one_each:
            return None
        first, second = self.ring(one), self.ring(other)
        if first is None:
            return None
        if second is None:
            return (first, "beside", other)
        apart = (other - one) % self.modulus
        if first != second:
            return (first, second, apart)
        apart = min(apart, self.modulus - apart)
        return None if 2 * apart == self.modulus else (first, first, apart)

    def trouble(self, tables: Tables) -> int:
        """Distances that occur again, people of a ring too often at the five-tables, and lists."""
        used = Counter(
            self.distance(one, other) for table in tables for one, other in combinations(table, 2)
        )
        fives = Counter(
            self.ring(person) for table in tables if len(table) == FIVE_TABLE for person in table
        )
        again = used.total() - len(used) + 50 * used[None]
        if self.one_each:
            again += 2 * sum(abs(len(self.one_each.intersection(table)) - 1) for table in tables)
        return again + 2 * sum(
            count - (self.most_fives if ring is not None else 0)
            for ring, count in fives.items()
            if ring is None or count > self.most_fives
        )


def cooled_down(rings: Rings, random: Random) -> Tables:
    """Exchanges two people again and again, ever less ready to make it worse."""
    people = list(range(rings.people))
    random.shuffle(people)
    waiting = iter(people)
    tables = [[next(waiting) for _ in range(size)] for size in rings.sizes]
    trouble = rings.trouble(tables)
    while True:
        for heat in HEATS:
            for _ in range(MOVES_PER_HEAT):
                if not trouble:
                    return tables
                one, other = random.sample(tables, 2)
                here, there = random.randrange(len(one)), random.randrange(len(other))
                one[here], other[there] = other[there], one[here]
                then = rings.trouble(tables)
                if then <= trouble or random.random() < math.exp((trouble - then) / heat):
                    trouble = then
                else:
                    one[here], other[there] = other[there], one[here]


class TooLong(Exception):
    """Trying in one order does not get there."""


class Backtracking:
    """Fills table after table with people whose distances are new, and goes back when stuck."""

    def __init__(self, rings: Rings, random: Random) -> None:
        self.rings = rings
        self.order = list(range(rings.people))
        random.shuffle(self.order)
        self.order.sort(key=lambda person: rings.ring(person) is not None)
        self.used: set[Hashable] = set()
        self.nodes = 0

    def tables(self, waiting: Sequence[int], done: Tables) -> Tables | None:
        """All people at tables; None if those before cannot be completed."""
        if not waiting:
            return done
        for table, distances in self.completed([waiting[0]], waiting[1:], []):
            self.used |= set(distances)
            rest = [person for person in waiting if person not in table]
            if found := self.tables(rest, [*done, table]):
                return found
            self.used -= set(distances)
        return None

    def completed(
        self, table: list[int], waiting: Sequence[int], distances: list[Hashable]
    ) -> Iterator[tuple[list[int], list[Hashable]]]:
        """The table filled up in all ways, with its distances."""
        self.nodes += 1
        if self.nodes > NODES:
            raise TooLong
        if len(table) == self.rings.sizes[0]:
            yield table, distances
            return
        for place, person in enumerate(waiting):
            more = [*distances, *(self.rings.distance(person, other) for other in table)]
            if None not in more and len(set(more)) == len(more) and self.used.isdisjoint(more):
                yield from self.completed([*table, person], waiting[place + 1 :], more)


def gone_back(rings: Rings, random: Random) -> Tables:
    """Tries orders until one gets there."""
    while True:
        search = Backtracking(rings, random)
        try:
            if found := search.tables(search.order, []):
                return found
        except TooLong:
            continue


def main(people: int, modulus: int, seed: str = "1", lists: str = "") -> None:
    """Print a starter round."""
    rings = Rings(people, modulus, lists=bool(lists))
    search = cooled_down if FIVE_TABLE in rings.sizes else gone_back
    tables = search(rings, Random(seed))  # noqa: S311 - a search, no secrets
    written = "".join(POINTS[person] for table in tables for person in table)
    sys.stdout.write(f'{people}: Starter({modulus}, "{written}")\n')


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:])
