"""Seats after earlier rounds: exchange people so that everybody gets a seat not had yet.

Strain is how far the people of a round are from that, as a cost. At a table of four who all lack
seat 1, three cannot get it. After three rounds most people lack exactly one seat; four who come
together by chance lack two or three different ones, so a third of all people would have a seat for
the second time. If they may as well sit elsewhere, it can be avoided: first by greedy assignment
with free exchanges, which suffices with many people; then by annealing through rounds that cost
more for a while.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from tournament.draw.entrants import Entrants, History, Tables
from tournament.draw.randomness import below, one_of
from tournament.draw.search.local import anneal
from tournament.draw.search.prices import REPEAT, Meetings, Prices
from tournament.draw.search.state import RoundState
from tournament.draw.seats.seating import ORDERS, SEATS, SeatCounts, seated, strain_of_seats

STEPS_PER_PERSON = 60
MOST_STEPS = 8_000
"""Greedy steps; the annealing does the rest."""
STAGES = 20
MOVES = 80_000
"""Moves of the annealing: 0.1 to 0.3 s, where a redraw of up to 500 people may take 1 s."""
HEAT = REPEAT
"""Where all have met, the way to a better round leads through some repeats."""
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


WORTH = StrainPrice(each=REPEAT // 2, beyond=REPEAT // 2)


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
        if self._keeps:
            change += self._change_of_lists(one, other)
        if change - self._worth.beyond * before > limit:
            return False  # not even if the strain of the two tables is unchanged
        after = self.strains_after(one, other)
        strain = self.strain - before + after[0] + after[1]
        price = self._worth.of(strain)
        if change + price - self._price > limit:
            return False
        super().exchange(one, other, change)
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

    def exchange(self, one: int, other: int, change: int) -> None:
        """Exchange two people, and update the strain of their tables."""
        here, there = self.table_of[one], self.table_of[other]
        before, after = self.strains[here] + self.strains[there], self.strains_after(one, other)
        super().exchange(one, other, change)
        self.strain += sum(after) - before
        self._price = self._worth.of(self.strain)
        self.strains[here], self.strains[there] = after


def seat_after_history(
    rounds: Sequence[Tables],
    entrants: Entrants,
    history: History,
    seats: SeatCounts,
    random: Random,
) -> list[Tables]:
    """Return the rounds after a history with their people in the order of the seats.

    People are exchanged where that is free and reduces the strain. The last round comes first,
    since it has all others to compensate.
    """
    meetings = Meetings(entrants, [*history, *rounds])
    seating = seated(rounds, seats, random, entrants.no_list)
    for number in reversed(range(len(seating))):
        tables = seating[number]
        meetings.add(tables, -1)
        for table in tables:
            seats.add(table, -1)
        state = StrainedRound(tables, meetings, SeatStrain(seats), WORTH, entrants.fixed)
        make_free_exchanges(state, min(MOST_STEPS, STEPS_PER_PERSON * len(entrants.ids)), random)
        tables = reduce_strain(state, random, HEAT)
        (seating[number],) = seated([tables], seats, random, entrants.no_list)
        meetings.add(tables)
    return seating


def make_free_exchanges(state: StrainedRound, steps: int, random: Random) -> None:
    """Make random exchanges that make nothing worse, starting from strained tables."""
    strained = state.strained_tables()
    for _ in range(steps):
        if not strained:
            break
        here = one_of(strained, random)
        there = below(len(state.tables), random)
        one, other = one_of(state.tables[here], random), one_of(state.tables[there], random)
        is_apart = state.table_of[one] != state.table_of[other]
        may_move = is_apart and one not in state.pinned and other not in state.pinned
        if not may_move or (change := state.change(one, other)) > 0:
            continue
        if sum(state.strains_after(one, other)) <= state.strains[here] + state.strains[there]:
            state.exchange(one, other, change)
            strained = state.strained_tables()


def reduce_strain(
    state: StrainedRound, random: Random, heat: int, reach: Sequence[Sequence[int]] | None = None
) -> Tables:
    """Return the round with the least cost and strain found by annealing.

    `heat` is the average additional cost allowed at first; `reach` has the tables that may be tried
    for each person, all by default.
    """
    if not state.strain:
        return state.snapshot()
    heats = [heat - (heat - 1) * stage // (STAGES - 1) for stage in range(STAGES)]
    return anneal(state, lambda: _any_two(state, reach, random), heats, random)


def _any_two(
    state: StrainedRound, reach: Sequence[Sequence[int]] | None, random: Random
) -> Iterator[tuple[int, int]]:
    """Yield a random person, and one at a table within reach."""
    chance, tables, everywhere = random.random, state.tables, range(len(state.tables))
    for _ in range(MOVES // STAGES):
        here = tables[int(chance() * len(tables))]
        person = here[int(chance() * len(here))]
        near = everywhere if reach is None else reach[person]
        there = tables[near[int(chance() * len(near))]]
        yield person, there[int(chance() * len(there))]
