"""Assign the people to the points of a design, so that mates never or seldom meet.

The quality of a design does not depend on the assignment. So any two may be exchanged until those
to be kept apart are.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from random import Random

from tournament.draw.designs.lookup import Design
from tournament.draw.entrants import Entrants, Tables
from tournament.draw.randomness import below, one_of, shuffled
from tournament.draw.search.local import tabu_search
from tournament.draw.search.prices import NEIGHBOURS, PairPrices, charge, prices_of_mates
from tournament.draw.search.state import State

NEVER = 10_000
"""Cost of two fixed people at one table: each sits at another."""
STEPS_PER_PERSON = 40
FEWEST_STEPS = 2_000
"""Maximum number of steps; one for a person who meets no mate costs next to nothing."""
PARTNERS_TRIED = 60
"""A design of up to 55 people is tried whole; the large ones have room."""
TENURE = 5


def assigned(design: Design, entrants: Entrants, random: Random) -> list[Tables] | None:
    """Return the design with people assigned; None where it does not fit the fixed tables.

    The rounds are in random order. Their tables are not yet in the order of their numbers.
    """
    fixed = entrants.fixed
    if fixed and (entrants.sizes.fives or len(set(fixed.values())) < len(fixed)):
        return None
    rounds = shuffled(design.rounds, random)
    people = _deal_columns(entrants, random) if design.in_columns else None
    state = _Assignment(rounds, people or shuffled(entrants.people, random), entrants)
    steps = max(FEWEST_STEPS, STEPS_PER_PERSON * len(entrants.ids))
    ((names,), cost) = tabu_search(
        state, len(entrants.ids), random, steps=steps, tenure=TENURE, keeps_moving=False
    )
    if cost >= NEVER:
        return None
    return [[[names[point] for point in table] for table in tables] for tables in rounds]


def _deal_columns(entrants: Entrants, random: Random) -> list[int]:
    """Fill four columns of one person per table each: a club fills the emptiest, then the next."""
    columns: list[list[int]] = [[] for _ in range(4)]
    fixed = sorted(entrants.fixed)
    single = sorted(set(entrants.people).difference(fixed, *entrants.clubs))
    taken: set[int] = set()
    clubs = sorted(shuffled(entrants.clubs, random), key=len, reverse=True)
    for mates in [fixed, *clubs, *((person,) for person in shuffled(single, random))]:
        waiting = [person for person in shuffled(mates, random) if person not in taken]
        taken.update(waiting)
        while waiting:
            emptiest = min(columns, key=len)
            room = entrants.sizes.tables - len(emptiest)
            emptiest += waiting[:room]
            waiting = waiting[room:]
    return [person for column in shuffled(columns, random) for person in shuffled(column, random)]


class _Assignment(State):
    """The assignment. The cost of a pair counts once for each meeting of their points."""

    def __init__(self, rounds: Sequence[Tables], people: list[int], entrants: Entrants) -> None:
        self._at = people
        self._point = [0] * len(people)
        for point, person in enumerate(people):
            self._point[person] = point
        mates = prices_of_mates(entrants)
        charge(mates, combinations(sorted(entrants.fixed), 2), NEVER)
        neighbours: PairPrices = [{} for _ in people]
        charge(neighbours, entrants.neighbours, NEIGHBOURS)
        self._priced = [(mates, _meetings(rounds, len(people)))]
        if entrants.neighbours:
            self._priced.append((neighbours, _meetings(rounds[:1], len(people))))
        self._with_mates = [
            person for person in entrants.people if mates[person] or neighbours[person]
        ]
        self.cost = sum(self._price(person, person) for person in entrants.people) // 2

    def snapshot(self) -> Tables:
        """Return the people by their points, as if at one table."""
        return [list(self._at)]

    def badly_seated(self, random: Random) -> int | None:
        """Return a random person with mates, if meeting one."""
        person = one_of(self._with_mates, random)
        return person if self._price(person, person) else None

    def exchanges(self, person: int, random: Random) -> Iterator[tuple[int, int]]:
        """Yield candidates from a random point on, with the change in cost."""
        people, before = len(self._at), self._price(person, person)
        start = below(people, random)
        for offset in range(min(people, PARTNERS_TRIED)):
            partner = self._at[(start + offset) % people]
            if partner != person:
                change = self._price(person, partner) - before - self._price(partner, partner)
                change += self._price(partner, person)
                # What the two cost each other does not change when they are exchanged.
                here, there = self._point[person], self._point[partner]
                for mates, meetings in self._priced:
                    change += 2 * mates[person].get(partner, 0) * meetings[here].get(there, 0)
                yield partner, change

    def exchange(self, one: int, other: int) -> None:
        """Exchange the points of two people."""
        before = self._price(one, one) + self._price(other, other)
        here, there = self._point[one], self._point[other]
        self._at[here], self._at[there] = other, one
        self._point[one], self._point[other] = there, here
        self.cost += self._price(one, one) + self._price(other, other) - before

    def _price(self, person: int, where: int) -> int:
        """Return the cost of a person at the point of another, all others being unchanged."""
        price, point = 0, self._point
        for mates, meetings in self._priced:
            met = meetings[point[where]]
            for mate, each in mates[person].items():
                times = met.get(point[mate])
                if times:
                    price += each * times
        return price


def _meetings(rounds: Iterable[Tables], people: int) -> list[dict[int, int]]:
    met: PairPrices = [{} for _ in range(people)]
    charge(
        met, (pair for tables in rounds for table in tables for pair in combinations(table, 2)), 1
    )
    return met
