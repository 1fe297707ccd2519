"""Improves one round by letting two people change places, again and again.

Each step takes somebody who sits badly, tries partners for an exchange and makes the best one,
even one that makes things worse for the moment; the two then rest for a while, so that the search
does not walk in circles.
"""

from collections.abc import Collection, Iterator, Sequence
from random import Random

from tournament.core.draw.field import Tables
from tournament.core.draw.meetings import Prices
from tournament.core.draw.randomness import below, one_of

TABLES_TRIED = 24
"""Tables looked at in one step; more do not pay in a large field."""
LONGEST_REST = 4
"""Steps; less in a tiny field, where everybody would rest."""


def improved(
    tables: Tables,
    prices: Prices,
    random: Random,
    *,
    steps: int,
    enough: int = 0,
    pinned: Collection[int] = (),
    reach: Sequence[Sequence[int]] | None = None,
) -> Tables:
    """The best round found within so many steps; it ends at a cost that cannot be undercut.

    The prices must not contain the round itself. Those `pinned` stay at their tables; `reach`
    names the tables that may be tried for each person, all if it is left out. Of several best
    rounds it is the last, so that repeated runs keep moving.
    """
    search = _Search(tables, prices, random, pinned, reach)
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

    def __init__(
        self,
        tables: Tables,
        prices: Prices,
        random: Random,
        pinned: Collection[int],
        reach: Sequence[Sequence[int]] | None,
    ) -> None:
        people = len(prices.pair)
        self._tables = [list(table) for table in tables]
        self._prices = prices
        self._random = random
        self._pinned = frozenset(pinned)
        self._movable = [person for person in range(people) if person not in self._pinned]
        self._all_tables = range(len(tables))
        self._reach = reach
        self._place = [0] * people
        for place, table in enumerate(tables):
            for person in table:
                self._place[person] = place
        self._trouble = [0] * people
        for place in self._all_tables:
            self._count_trouble(place)
        self._rests_until = [0] * people
        self._longest_rest = min(LONGEST_REST, people // 4)
        self.cost = prices.cost(tables)

    def snapshot(self) -> Tables:
        return [list(table) for table in self._tables]

    def exchange(self, step: int, best_cost: int) -> None:
        """The best exchange for somebody who sits badly; who rests moves only to a new best."""
        if not self._movable:
            return
        trouble = self._trouble
        troubled = [person for person in self._movable if trouble[person] > 0]
        person = one_of(troubled or self._movable, self._random)
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
        pair, table, trouble = self._prices.pair, self._prices.table, self._trouble
        place = self._place[person]
        here = self._tables[place]
        mine = pair[person]
        for number in self._tables_to_try(person):
            if number == place:
                continue
            there = self._tables[number]
            arriving = sum([mine[other] for other in there]) + table[person][number]
            for partner in there:
                if partner in self._pinned:
                    continue
                theirs = pair[partner]
                leaving = sum([theirs[other] for other in here]) + table[partner][place]
                change = arriving + leaving - 2 * mine[partner]
                yield partner, change - trouble[person] - trouble[partner]

    def _tables_to_try(self, person: int) -> Sequence[int]:
        if self._reach is not None:
            return self._reach[person]
        count = len(self._all_tables)
        start = below(count, self._random)
        return [(start + offset) % count for offset in range(min(count, TABLES_TRIED))]

    def _swap(self, one: int, other: int) -> None:
        here, there = self._place[one], self._place[other]
        self._tables[here][self._tables[here].index(one)] = other
        self._tables[there][self._tables[there].index(other)] = one
        self._place[one], self._place[other] = there, here
        self._count_trouble(here)
        self._count_trouble(there)

    def _count_trouble(self, place: int) -> None:
        table = self._tables[place]
        for person in table:
            mine = self._prices.pair[person]
            at_table = self._prices.table[person][place]
            self._trouble[person] = sum([mine[other] for other in table]) + at_table
