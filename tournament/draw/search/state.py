"""One round as used by every search: seats, cost, and the effect of an exchange.

For each person it keeps the cost at each table with the people there now. So the effect of an
exchange is known from five figures, and only making one takes more work.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from random import Random

from tournament.draw.entrants import Tables
from tournament.draw.randomness import below, one_of
from tournament.draw.search.prices import Prices

TABLES_TRIED = 24
"""Tables tried for one person; more do not pay off with many people."""

OUT_OF_REACH = 10_000_000
"""Cost of a table where a person cannot sit, more than all others of a round together."""


class State(ABC):
    """People at places with a cost. The only move is an exchange of two people."""

    cost: int

    @abstractmethod
    def snapshot(self) -> Tables:
        """Return a copy of the seating."""

    @abstractmethod
    def badly_seated(self, random: Random) -> int | None:
        """Return a random person whose place costs something; may be None."""

    @abstractmethod
    def exchanges(self, person: int, random: Random) -> Iterable[tuple[int, int]]:
        """Return possible partners of a person for an exchange, with the change in cost."""

    @abstractmethod
    def exchange(self, one: int, other: int, change: int) -> None:
        """Exchange two people; `change`: in cost."""


class RoundState(State):
    """The tables of a round.

    `pinned` people stay at their tables; `reach` has the tables that may be tried for each person,
    all by default. Annealing uses the costs only: a forbidden table costs OUT_OF_REACH. The costs
    must not include the round itself.
    """

    def __init__(
        self,
        tables: Sequence[Sequence[int]],
        prices: Prices,
        pinned: Collection[int] = (),
        reach: Sequence[Sequence[int]] | None = None,
    ) -> None:
        self.tables = [list(table) for table in tables]
        self.cost = prices.cost(tables)
        self.pinned = frozenset(pinned)
        self.reach = reach
        self.table_of = [0] * len(prices.pair)
        for number, table in enumerate(tables):
            for person in table:
                self.table_of[person] = number
        self._pair = prices.pair
        self._everybody = range(len(prices.pair))
        self._movable = [one for one in self._everybody if one not in self.pinned]
        self.price_at = [list(row) for row in prices.table]
        # Where tables may lack somebody who keeps the list: who does, and how many each table has.
        self._keeps = [one in prices.keepers for one in self._everybody] if prices.keepers else []
        self._kept = [sum(one in prices.keepers for one in table) for table in tables]
        self._no_keeper = prices.no_keeper
        self._fewest_without = max(0, len(tables) - len(prices.keepers))
        table_of = self.table_of
        for row, met in zip(self.price_at, prices.pair, strict=True):
            for other, price in met.items():
                row[table_of[other]] += price

    def snapshot(self) -> Tables:
        """Return a copy of the tables."""
        return [list(table) for table in self.tables]

    def badly_seated(self, random: Random) -> int | None:
        """Return a random person with a cost; if there is none, anybody who may move."""
        price_at, table_of = self.price_at, self.table_of
        troubled = [one for one in self._movable if price_at[one][table_of[one]] > 0]
        if self._keeps and self._kept.count(0) > self._fewest_without:
            troubled += [one for one in self._movable if not self._kept[table_of[one]]]
        people = troubled or self._movable
        return one_of(people, random) if people else None

    def exchanges(self, person: int, random: Random) -> list[tuple[int, int]]:
        """Return everybody at the tables to be tried, with the change in cost."""
        price_at, pinned, keeps = self.price_at, self.pinned, self._keeps
        mine, here, met = price_at[person], self.table_of[person], self._pair[person]
        tables: Sequence[int]
        if self.reach is not None:
            tables = self.reach[person]
        else:
            count = len(self.tables)
            start = below(count, random)
            tables = [(start + offset) % count for offset in range(min(count, TABLES_TRIED))]
        found: list[tuple[int, int]] = []
        for there in tables:
            if there == here:
                continue
            change = mine[there] - mine[here]
            lists = self._price_of_keeper(here, there, keeps[person]) if keeps else 0
            for partner in self.tables[there]:
                if partner not in pinned:
                    theirs = price_at[partner]
                    price = change + theirs[here] - theirs[there] - 2 * met.get(partner, 0)
                    if lists and keeps[partner] != keeps[person]:
                        price += lists
                    found.append((partner, price))
        return found

    def change(self, one: int, other: int) -> int:
        """Return the change in cost of an exchange."""
        here, there = self.table_of[one], self.table_of[other]
        mine, theirs = self.price_at[one], self.price_at[other]
        both = 2 * self._pair[one].get(other, 0)
        lists = self._change_of_lists(one, other)
        return mine[there] - mine[here] + theirs[here] - theirs[there] - both + lists

    def _change_of_lists(self, one: int, other: int) -> int:
        """Return the change in cost of the tables where nobody keeps the list."""
        if not self._keeps or self._keeps[one] == self._keeps[other]:
            return 0
        return self._price_of_keeper(self.table_of[one], self.table_of[other], self._keeps[one])

    def _price_of_keeper(self, here: int, there: int, keeps: bool) -> int:
        """Return the cost of one who `keeps` the list, for one there who does not; or reversed."""
        loses, gains = (here, there) if keeps else (there, here)
        return self._no_keeper * ((self._kept[loses] == 1) - (self._kept[gains] == 0))

    def exchange(self, one: int, other: int, change: int) -> None:
        """Exchange two people of different tables."""
        self.cost += change
        price_at, here, there = self.price_at, self.table_of[one], self.table_of[other]
        for person, old, new in ((one, here, there), (other, there, here)):
            for mate, price in self._pair[person].items():
                row = price_at[mate]
                row[old] -= price
                row[new] += price
            self.table_of[person] = new
        if self._keeps:
            more_there = self._keeps[one] - self._keeps[other]
            self._kept[here] -= more_there
            self._kept[there] += more_there
        leaving, coming = self.tables[here], self.tables[there]
        seat, goal = leaving.index(one), coming.index(other)
        leaving[seat], coming[goal] = other, one

    def exchanged(self, one: int, other: int, allowed: Sequence[int], random: Random) -> bool:
        """Exchange two people if possible and the cost is within a random one of `allowed`.

        Return whether they were. Free exchanges need no random number.
        """
        here, there = self.table_of[one], self.table_of[other]
        mine, theirs = self.price_at[one], self.price_at[other]
        change = mine[there] - mine[here] + theirs[here] - theirs[there]
        change -= 2 * self._pair[one].get(other, 0)
        if self._keeps:
            change += self._change_of_lists(one, other)
        if here == there or change > OUT_OF_REACH // 2:
            return False
        if change > 0 and change > allowed[int(random.random() * len(allowed))]:
            return False
        self.exchange(one, other, change)
        return True

    def reached(self) -> tuple[int, int]:
        """Return the quality of the round; less is better."""
        return self.cost, 0
