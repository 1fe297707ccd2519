"""Eases the seats of one round where exchanges that cost nothing do not suffice.

After three rounds most people lack exactly one seat. Four who come together by chance lack two or
three different ones, so a third of the field would sit somewhere for the second time. This search
goes through rounds that are dearer for a while to find one as cheap as before in which the four
of a table lack different seats; and it pays a little for it where it is told what that is worth.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from tournament.core.draw.annealing import DRAWS, EXPONENTIAL, FINENESS
from tournament.core.draw.field import Field, Tables
from tournament.core.draw.meetings import Prices
from tournament.core.draw.seats import ORDERS, SEATS, SeatCounts, strain_of_seats

STAGES = 20
MOVES = 80_000
Kind = tuple[int, ...]
"""What each of the seats 1 to 4 strains somebody."""


@lru_cache(maxsize=100_000)
def least_strain(kinds: tuple[Kind, ...]) -> int:
    """How far four people are from each finding a seat they have had least."""
    first, second, third, fourth = kinds
    return min(first[a] + second[b] + third[c] + fourth[d] for a, b, c, d in ORDERS)


@dataclass(frozen=True, slots=True)
class StrainPrice:
    """What strain is worth: `each` unit of it, and those `beyond` what is bearable more."""

    each: int
    beyond: int
    bearable: int = 0

    def of(self, strain: int) -> int:
        """The price of so much strain in a round."""
        return self.each * strain + (self.beyond - self.each) * max(0, strain - self.bearable)


class SeatStrain:
    """How much a round strains its people, whichever way each table is seated at best."""

    def __init__(self, seats: SeatCounts) -> None:
        self._kinds = [tuple(strain_of_seats(held)) for held in seats.held]

    @property
    def remaining(self) -> int:
        """How many have some seat two times more than another one, whichever they get now."""
        return sum(max(kind) >= (4 if kind.count(0) > 1 else 9) for kind in self._kinds)

    def of_all(self, tables: Tables) -> int:
        """Of a round."""
        return sum(map(self.of, tables))

    def of(self, table: Sequence[int]) -> int:
        """Of the four who share the seats 1 to 4; at a five-table nobody is asked to be exact."""
        if len(table) != SEATS:
            return 0
        return least_strain(tuple(sorted([self._kinds[person] for person in table])))


def eased(
    tables: Tables,
    prices: Prices,
    strain: SeatStrain,
    field: Field,
    random: Random,
    *,
    worth: StrainPrice,
    heat: int,
    pays: bool,
    reach: Sequence[Sequence[int]] | None = None,
) -> Tables:
    """The round found that costs and strains the least.

    `worth` prices the strain; if the search `pays` for less of it, the cost may rise by as much,
    else never. `heat` is how much dearer a round may be at first while the search looks around,
    on average; `reach` names the tables that may be tried for each person, all if it is left out.
    The prices must not contain the round itself.
    """
    search = _Search(tables, prices, strain, worth)
    if not search.strain:
        return tables
    best, lowest = search.snapshot(), search.reached(pays=pays)
    chance, fixed = random.random, field.at_fixed_tables
    everywhere = range(len(tables))
    for stage in range(STAGES):
        cooled = heat - (heat - 1) * stage // (STAGES - 1)
        for _ in range(MOVES // STAGES):
            here = int(chance() * len(tables))
            person = search.tables[here][int(chance() * len(tables[here]))]
            near = everywhere if reach is None else reach[person]
            there = near[int(chance() * len(near))]
            partner = search.tables[there][int(chance() * len(tables[there]))]
            allowed = cooled * EXPONENTIAL[int(chance() * DRAWS)] // FINENESS
            if here == there or person in fixed or partner in fixed:
                continue
            if search.exchanged(here, person, there, partner, allowed):
                reached = search.reached(pays=pays)
                if reached < lowest:
                    best, lowest = search.snapshot(), reached
    return best


class _Search:
    """The round as it stands; its cost, beyond that at first, and its strain."""

    def __init__(
        self, tables: Tables, prices: Prices, strain: SeatStrain, worth: StrainPrice
    ) -> None:
        self.tables = [list(table) for table in tables]
        self.cost = 0
        self._prices = prices
        self._strain_of = strain.of
        self._worth = worth
        self._strains = [strain.of(table) for table in tables]
        self.strain = sum(self._strains)

    def snapshot(self) -> Tables:
        return [list(table) for table in self.tables]

    def reached(self, *, pays: bool) -> tuple[int, int]:
        """How good the round is; less is better."""
        return self.cost + pays * self._worth.of(self.strain), self.strain

    def exchanged(self, here: int, person: int, there: int, partner: int, allowed: int) -> bool:
        """Let the two change places if that makes the round no dearer than is allowed."""
        before = self._strains[here] + self._strains[there]
        change = self._change(here, person, there, partner)
        if change - self._worth.beyond * before > allowed:
            return False
        leaving, coming = self.tables[here], self.tables[there]
        new_here = [partner if one == person else one for one in leaving]
        new_there = [person if one == partner else one for one in coming]
        after = self._strain_of(new_here), self._strain_of(new_there)
        strain = self.strain + sum(after) - before
        if change + self._worth.of(strain) - self._worth.of(self.strain) > allowed:
            return False
        self.tables[here], self.tables[there] = new_here, new_there
        self._strains[here], self._strains[there] = after
        self.cost += change
        self.strain = strain
        return True

    def _change(self, here: int, person: int, there: int, partner: int) -> int:
        """What the exchange would change in the cost."""
        mine, theirs = self._prices.pair[person], self._prices.pair[partner]
        table = self._prices.table
        change = table[person][there] + table[partner][here] - 2 * mine[partner]
        change -= table[person][here] + table[partner][there]
        for one in self.tables[there]:
            change += mine[one] - theirs[one]
        for one in self.tables[here]:
            change += theirs[one] - mine[one]
        return change
