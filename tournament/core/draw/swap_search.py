"""Improves one round by letting two people change places, again and again.

Each step takes somebody who sits badly, tries partners for an exchange and makes the best one,
even one that makes things worse for the moment; the two then rest for a while, so that the search
does not walk in circles.
"""

from collections.abc import Iterator
from random import Random

from tournament.core.draw.meetings import Meetings, Tables
from tournament.core.draw.randomness import below, one_of

TABLES_TRIED = 24
"""Tables looked at in one step; more do not pay in a large field."""
LONGEST_REST = 4
"""Steps; less in a tiny field, where everybody would rest."""


def improved(
    tables: Tables, meetings: Meetings, random: Random, *, steps: int, enough: int = 0
) -> Tables:
    """The best round found within so many steps; it ends at a cost that cannot be undercut.

    The meetings must not contain the round itself. Of several best ones it is the last, so that
    repeated runs keep moving.
    """
    search = _Search(tables, meetings, random)
    best, best_cost = tables, search.cost
    for step in range(1, steps + 1):
        if best_cost <= enough:
            break
        search.exchange(step, best_cost)
        if search.cost <= best_cost:
            best, best_cost = search.snapshot(), search.cost
    return best


class _Search:
    """The round as it stands, and who must rest until which step."""

    def __init__(self, tables: Tables, meetings: Meetings, random: Random) -> None:
        people = len(meetings.price)
        self._tables = [list(table) for table in tables]
        self._meetings = meetings
        self._random = random
        self._place = [0] * people
        for place, table in enumerate(tables):
            for person in table:
                self._place[person] = place
        self._trouble = [0] * people
        for table in tables:
            self._count_trouble(table)
        self._rests_until = [0] * people
        self._longest_rest = min(LONGEST_REST, people // 4)
        self.cost = meetings.cost(tables)

    def snapshot(self) -> Tables:
        return [list(table) for table in self._tables]

    def exchange(self, step: int, best_cost: int) -> None:
        """The best exchange for somebody who sits badly; who rests moves only to a new best."""
        troubled = [person for person, trouble in enumerate(self._trouble) if trouble > 0]
        person = one_of(troubled or range(len(self._trouble)), self._random)
        chosen, lowest = None, 0
        for partner, change in self._offers(person):
            resting = max(self._rests_until[person], self._rests_until[partner]) >= step
            if resting and self.cost + change >= best_cost:
                continue
            if chosen is None or change < lowest:
                chosen, lowest = partner, change
        if chosen is not None:
            self._swap(person, chosen)
            self.cost += lowest
            for moved in (person, chosen):
                self._rests_until[moved] = step + 1 + below(self._longest_rest, self._random)

    def _offers(self, person: int) -> Iterator[tuple[int, int]]:
        """Possible partners, with what the exchange would change in the cost."""
        price, seat_price, trouble = self._meetings.price, self._meetings.seat_price, self._trouble
        here = self._tables[self._place[person]]
        mine = price[person]
        count = len(self._tables)
        start = below(count, self._random)
        for offset in range(min(count, TABLES_TRIED)):
            there = self._tables[(start + offset) % count]
            if there is here:
                continue
            arriving = sum([mine[other] for other in there]) + seat_price(person, there)
            for partner in there:
                theirs = price[partner]
                leaving = sum([theirs[other] for other in here]) + seat_price(partner, here)
                change = arriving + leaving - 2 * mine[partner]
                yield partner, change - trouble[person] - trouble[partner]

    def _swap(self, one: int, other: int) -> None:
        here, there = self._place[one], self._place[other]
        self._tables[here][self._tables[here].index(one)] = other
        self._tables[there][self._tables[there].index(other)] = one
        self._place[one], self._place[other] = there, here
        self._count_trouble(self._tables[here])
        self._count_trouble(self._tables[there])

    def _count_trouble(self, table: list[int]) -> None:
        for person in table:
            price = self._meetings.price[person]
            seat_price = self._meetings.seat_price(person, table)
            self._trouble[person] = sum([price[other] for other in table]) + seat_price
