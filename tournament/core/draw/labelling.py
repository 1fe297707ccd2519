"""Gives the nameless people of a design their names, so that mates never or seldom meet.

Whoever gets which name, the design stays as good as it is. So the names may be exchanged freely
until those who are to be kept apart are.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from random import Random

from tournament.core.draw.designs import Design
from tournament.core.draw.field import Field, Tables
from tournament.core.draw.meetings import NEIGHBOURS, SAME_CLUB, SAME_TEAM
from tournament.core.draw.randomness import below, one_of, shuffled

NEVER = 10_000
"""Price of two fixed people at one table: each sits at another."""
STEPS_PER_PERSON = 40
FEWEST_STEPS = 2_000
PARTNERS_TRIED = 60
LONGEST_REST = 5

Mates = list[dict[int, int]]
"""For each person, those to be kept apart from, with the price of a meeting."""


def labelled(design: Design, field: Field, random: Random) -> list[Tables] | None:
    """The design with the numbers of the field; None where it does not fit the fixed tables.

    The rounds come in an order by lot. Their tables are not yet in the order of their numbers.
    """
    if not _fits_fixed_tables(field):
        return None
    rounds = shuffled(design.rounds, random)
    people = _in_columns(field, random) if design.in_columns else shuffled(field.people, random)
    search = _Exchange(rounds, people, field, random)
    search.run(max(FEWEST_STEPS, STEPS_PER_PERSON * len(people)))
    if search.best_cost >= NEVER:
        return None
    names = search.best
    return [[[names[point] for point in table] for table in tables] for tables in rounds]


def _fits_fixed_tables(field: Field) -> bool:
    """Two at one table meet in every round, and five-tables move: then no design fits."""
    fixed = field.at_fixed_tables
    return not fixed or (not field.sizes.fives and len(set(fixed.values())) == len(fixed))


def _in_columns(field: Field, random: Random) -> list[int]:
    """Four columns of one person per table each: a club fills the emptiest, then the next."""
    columns: list[list[int]] = [[] for _ in range(4)]
    together: list[Sequence[int]] = [tuple(sorted(field.at_fixed_tables)), *field.clubs]
    single = set(field.people).difference(*together)
    taken: set[int] = set()
    groups = [together[0], *sorted(shuffled(field.clubs, random), key=len, reverse=True)]
    for mates in [*groups, *((person,) for person in shuffled(sorted(single), random))]:
        waiting = [person for person in shuffled(mates, random) if person not in taken]
        taken.update(waiting)
        while waiting:
            emptiest = min(columns, key=len)
            room = field.sizes.tables - len(emptiest)
            emptiest += waiting[:room]
            waiting = waiting[room:]
    return [person for column in shuffled(columns, random) for person in shuffled(column, random)]


class _Exchange:
    """Names on the points of a design; exchanges two of them, again and again."""

    def __init__(
        self, rounds: Sequence[Tables], people: Sequence[int], field: Field, random: Random
    ) -> None:
        self._meets = _meetings(rounds, len(people))
        self._meets_first = _meetings(rounds[:1], len(people))
        self._mates = _mates(field)
        self._neighbours = _priced([field.neighbours], [NEIGHBOURS], len(people))
        self._name = list(people)
        self._point = [0] * len(people)
        for point, person in enumerate(people):
            self._point[person] = point
        self._random = random
        self._rests_until = [0] * len(people)
        self._longest_rest = min(LONGEST_REST, len(people) // 4)
        self._cost = sum(map(self._cost_of, field.people)) // 2
        self.best, self.best_cost = list(self._name), self._cost

    def run(self, steps: int) -> None:
        """Exchange names until nobody meets a mate, or for so many steps."""
        with_mates = [
            person for person, mates in enumerate(self._mates) if mates or self._neighbours[person]
        ]
        for step in range(1, steps + 1):
            if self.best_cost == 0:
                return
            person = one_of(with_mates, self._random)
            if self._cost_of(person):
                self._exchange(person, step)

    def _exchange(self, person: int, step: int) -> None:
        """The best exchange for somebody who meets mates; who rests moves only to a new best."""
        people = len(self._name)
        start = below(people, self._random)
        chosen, lowest = None, 0
        for offset in range(min(people, PARTNERS_TRIED)):
            partner = self._name[(start + offset) % people]
            if partner == person:
                continue
            change = self._change(person, partner)
            resting = max(self._rests_until[person], self._rests_until[partner]) >= step
            if resting and self._cost + change >= self.best_cost:
                continue
            if chosen is None or change < lowest:
                chosen, lowest = partner, change
        if chosen is not None:
            self._swap(person, chosen)
            self._cost += lowest
            for moved in (person, chosen):
                self._rests_until[moved] = step + 1 + below(self._longest_rest, self._random)
            if self._cost < self.best_cost:
                self.best, self.best_cost = list(self._name), self._cost

    def _change(self, one: int, other: int) -> int:
        before = self._cost_of(one) + self._cost_of(other)
        self._swap(one, other)
        after = self._cost_of(one) + self._cost_of(other)
        self._swap(one, other)
        return after - before

    def _cost_of(self, person: int) -> int:
        point = self._point
        met = self._meets[point[person]]
        cost = 0
        for mate, price in self._mates[person].items():
            times = met.get(point[mate])
            if times:
                cost += price * times
        if self._neighbours[person]:
            first = self._meets_first[point[person]]
            for mate, price in self._neighbours[person].items():
                cost += price * first.get(point[mate], 0)
        return cost

    def _swap(self, one: int, other: int) -> None:
        here, there = self._point[one], self._point[other]
        self._name[here], self._name[there] = other, one
        self._point[one], self._point[other] = there, here


def _meetings(rounds: Iterable[Tables], people: int) -> list[dict[int, int]]:
    met: list[dict[int, int]] = [{} for _ in range(people)]
    for tables in rounds:
        for table in tables:
            for one, other in combinations(table, 2):
                met[one][other] = met[one].get(other, 0) + 1
                met[other][one] = met[other].get(one, 0) + 1
    return met


def _mates(field: Field) -> Mates:
    fixed = sorted(field.at_fixed_tables)
    return _priced(
        [
            [pair for mates in field.clubs for pair in combinations(mates, 2)],
            [pair for mates in field.teams for pair in combinations(mates, 2)],
            combinations(fixed, 2),
        ],
        [SAME_CLUB, SAME_TEAM, NEVER],
        len(field.ids),
    )


def _priced(
    kinds: Iterable[Iterable[tuple[int, int]]], prices: Sequence[int], people: int
) -> Mates:
    mates: Mates = [{} for _ in range(people)]
    for pairs, price in zip(kinds, prices, strict=True):
        for one, other in pairs:
            mates[one][other] = mates[one].get(other, 0) + price
            mates[other][one] = mates[other].get(one, 0) + price
    return mates
