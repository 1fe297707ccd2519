"""Strain: how far the people of a round are from getting seats not had yet, as a cost.

After three rounds most people lack exactly one seat. Four who come together by chance lack two or
three different ones, so a third of all people would have a seat for the second time.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from tournament.draw.entrants import Tables
from tournament.draw.search.prices import Prices
from tournament.draw.search.state import RoundState
from tournament.draw.seats.seating import ORDERS, SEATS, SeatCounts, strain_of_seats

Kind = tuple[int, ...]
"""A person's strain at each of the seats 1 to 4."""


@lru_cache(maxsize=100_000)
def least_strain(kinds: tuple[Kind, ...]) -> int:
    """Return the strain of four people in their best order."""
    first, second, third, fourth = kinds
    return min(first[a] + second[b] + third[c] + fourth[d] for a, b, c, d in ORDERS)


@dataclass(frozen=True, slots=True)
class StrainPrice:
    """The cost of strain: `each` per unit, and `beyond` per unit above what is bearable.

    A search that `pays` for less strain may let the cost of the round rise by as much.
    """

    each: int
    beyond: int
    bearable: int = 0
    pays: bool = False

    def of(self, strain: int) -> int:
        """Return the cost of this strain in a round."""
        return self.each * strain + (self.beyond - self.each) * max(0, strain - self.bearable)


class SeatStrain:
    """The strain of a round, with each table in its best order."""

    def __init__(self, seats: SeatCounts) -> None:
        self._kinds = [tuple(strain_of_seats(held)) for held in seats.held]

    @property
    def remaining(self) -> int:
        """Count people with one seat two times more often than another, whatever they get now."""
        return sum(max(kind) >= (4 if kind.count(0) > 1 else 9) for kind in self._kinds)

    def of_all(self, tables: Tables) -> int:
        """Return the strain of a round."""
        return sum(map(self.of, tables))

    def of(self, table: Sequence[int]) -> int:
        """Return the strain of the four at seats 1 to 4; five-tables are ignored."""
        if len(table) != SEATS:
            return 0
        return least_strain(tuple(sorted([self._kinds[person] for person in table])))


class StrainedRound(RoundState):
    """A round whose strain is part of the cost of a move."""

    def __init__(
        self,
        tables: Tables,
        prices: Prices,
        strain: SeatStrain,
        worth: StrainPrice,
        pinned: Collection[int] = (),
    ) -> None:
        super().__init__(tables, prices, pinned)
        self._strain_of = strain.of
        self._worth = worth
        self.strains = [strain.of(table) for table in tables]
        self.strain = sum(self.strains)
        self._price = worth.of(self.strain)

    def reached(self) -> tuple[int, int]:
        """Return the cost of the round with its strain, then the strain."""
        return self.cost + self._worth.pays * self._price, self.strain

    def exchanged(self, one: int, other: int, allowed: Sequence[int], random: Random) -> bool:
        """Exchange as in any round, with the strain as part of the cost."""
        limit = allowed[int(random.random() * len(allowed))]
        here, there = self.table_of[one], self.table_of[other]
        if here == there or one in self.pinned or other in self.pinned:
            return False
        before = self.strains[here] + self.strains[there]
        mine, theirs = self.price_at[one], self.price_at[other]
        change = mine[there] - mine[here] + theirs[here] - theirs[there]
        change -= 2 * self._pair[one].get(other, 0)
        if change - self._worth.beyond * before > limit:
            return False  # not even if the strain of the two tables is unchanged
        after = self.strains_after(one, other)
        strain = self.strain - before + after[0] + after[1]
        price = self._worth.of(strain)
        if change + price - self._price > limit:
            return False
        super().exchange(one, other)
        self.strain, self._price = strain, price
        self.strains[here], self.strains[there] = after
        return True

    def strained_tables(self) -> list[int]:
        """Return the tables where not all four get a seat not had yet."""
        return [number for number, level in enumerate(self.strains) if level]

    def strains_after(self, one: int, other: int) -> tuple[int, int]:
        """Return the strain of both tables after an exchange."""
        leaving, coming = self.tables[self.table_of[one]], self.tables[self.table_of[other]]
        return (
            self._strain_of([other if person == one else person for person in leaving]),
            self._strain_of([one if person == other else person for person in coming]),
        )

    def exchange(self, one: int, other: int) -> None:
        """Exchange two people, and update the strain of their tables."""
        here, there = self.table_of[one], self.table_of[other]
        before, after = self.strains[here] + self.strains[there], self.strains_after(one, other)
        super().exchange(one, other)
        self.strain += sum(after) - before
        self._price = self._worth.of(self.strain)
        self.strains[here], self.strains[there] = after
