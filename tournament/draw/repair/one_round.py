"""Repair of one round, in which people leave and join one by one, and what a repair costs."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from tournament.draw.model import Entrant, Round
from tournament.draw.search.prices import REPEAT, SAME_CLUB, SAME_TEAM
from tournament.draw.table_sizes import FIVE_TABLE, FOUR_TABLE

FIVE_AGAIN = 10
"""Cost of a five-table for a person who had some already, for each of them."""
FIVE_BEYOND = 60
"""Cost of a five-table beyond the fair share, for each one beyond it."""
CHOICES = 6
"""Tables tried for each of three people who join one."""
STAND_INS, TABLES_FOR_THEM = 64, 16
"""People tried as replacements at a five-table, and tables for them."""
WALK = 3
"""Cost of one more change of table; meeting again costs far more."""
ONE_PAIR_MORE = REPEAT + REPEAT // 2
"""Upper limit of a stand-in's additional meeting costs: another pair at most, besides mates."""

Seating = list[list[str]]


class Prices:
    """The costs by all rounds except the one being chosen.

    fair_share: five-tables per person if they are shared out evenly. had_fives: those of each.
    """

    def __init__(
        self, entrants: Iterable[Entrant], rounds: Iterable[Round], fair_share: int
    ) -> None:
        self._entrants = {entrant.id: entrant for entrant in entrants}
        self.fair_share = fair_share
        self._met = Counter[tuple[str, str]]()
        self.had_fives = Counter[str]()
        for tables in rounds:
            self.count(tables, +1)

    def count(self, tables: Round, times: int) -> None:
        """Add meetings of a round (+1), or remove them (-1)."""
        for table in tables:
            for pair in combinations(sorted(table), 2):
                self._met[pair] += times
            if len(table) == FIVE_TABLE:
                for person in table:
                    self.had_fives[person] += times

    def joining(self, person: str, others: Iterable[str]) -> int:
        """Return the cost of one person with all those others."""
        return sum(self._pair(person, other) for other in others)

    def mates_of(self, person: str, others: Iterable[str]) -> int:
        """Return the part of that cost for mates."""
        return sum(self._mates(person, other) for other in others)

    def fives(self, people: Iterable[str]) -> int:
        """Return the cost of these people at a five-table."""
        return sum(self._five(self.had_fives[person]) for person in people)

    def of_all(self, rounds: Sequence[Round]) -> int:
        """Return the cost of all counted rounds, with mates in these `rounds` only."""
        meetings = sum(REPEAT * times * (times - 1) // 2 for times in self._met.values())
        fives = sum(self._five(had) for times in self.had_fives.values() for had in range(times))
        mates = sum(
            self._mates(one, other)
            for tables in rounds
            for table in tables
            for one, other in combinations(table, 2)
        )
        return meetings + fives + mates

    def keeps_list(self, person: str) -> bool:
        """Whether a person may keep the list; whoever is unknown may."""
        return not (person in self._entrants and self._entrants[person].no_list)

    def fixed_table(self, person: str) -> int | None:
        """Return the index of a person's fixed table."""
        table = self._entrants[person].table if person in self._entrants else None
        return None if table is None else table - 1

    def _five(self, had: int) -> int:
        """Return the cost of one more five-table for a person who had so many."""
        return FIVE_AGAIN * had + FIVE_BEYOND * max(0, had + 1 - self.fair_share)

    def _pair(self, one: str, other: str) -> int:
        return REPEAT * self._met[min(one, other), max(one, other)] + self._mates(one, other)

    def _mates(self, one: str, other: str) -> int:
        first, second = self._entrants.get(one), self._entrants.get(other)
        if first is None or second is None:
            return 0
        same_club = first.club is not None and first.club == second.club
        same_team = first.team is not None and first.team == second.team
        return SAME_CLUB * same_club + SAME_TEAM * same_team


@dataclass(frozen=True, slots=True)
class _Gap:
    """The seat of a person who leaves."""

    table: int
    seat: int


class RoundRepair:
    """The tables of one round, changed in place."""

    def __init__(self, tables: Seating, prices: Prices) -> None:
        self.tables = tables
        self._prices = prices
        self._planned = {person: number for number, table in enumerate(tables) for person in table}

    def run(self, leaving: Sequence[str], joining: Sequence[str]) -> None:
        """Seat joining people in place of leaving ones, then handle the remaining ones."""
        gaps = [self._gap(person) for person in leaving]
        for gap, person in zip(gaps, joining, strict=False):
            self._sit(person, gap)
        for person in leaving[len(joining) :]:
            self._close(self._gap(person))
        for person in joining[len(leaving) :]:
            self._join(person)
        for person in joining:
            self._seat_at_the_fixed_table(person, joining)
        for person in joining[len(leaving) :]:
            self._spare(person)

    def _gap(self, person: str) -> _Gap:
        return next(
            _Gap(number, table.index(person))
            for number, table in enumerate(self.tables)
            if person in table
        )

    def _sit(self, person: str, gap: _Gap) -> None:
        self.tables[gap.table][gap.seat] = person

    def _close(self, gap: _Gap) -> None:
        """Close a seat that nobody takes."""
        table = self.tables[gap.table]
        if len(table) == FIVE_TABLE:
            last = table.pop()
            if gap.seat < len(table):
                self._sit(last, gap)
        elif any(len(table) == FIVE_TABLE for table in self.tables):
            # The person of a five-table who fits best fills it. One with a fixed table is chosen
            # only if everybody there has one.
            staying = self._others_at_table(gap)
            _, _, number, seat = min(
                (
                    self._is_fixed(person, number),
                    self._prices.joining(person, staying) - self._prices.fives(five_table),
                    number,
                    seat,
                )
                for number, five_table in enumerate(self.tables)
                if len(five_table) == FIVE_TABLE
                for seat, person in enumerate(five_table)
            )
            person = self.tables[number][seat]
            self._close(_Gap(number, seat))
            self._sit(person, gap)
        else:
            self._dissolve_last(gap)

    def _dissolve_last(self, gap: _Gap) -> None:
        """Dissolve the last table: one person fills the gap, the others join a table each."""
        breaking, staying = self.tables[-1], self._others_at_table(gap)
        ways = [
            (self._prices.joining(person, staying), index) for index, person in enumerate(breaking)
        ]
        if gap.table == len(self.tables) - 1:
            breaking, ways = staying, [(0, -1)]
        near = []  # the best tables to join for each, with their costs
        for person in breaking:
            prices = sorted(
                (self._joining_a_four(person, number), number)
                for number in range(len(self.tables) - 1)
                if number != gap.table or len(self.tables) <= FOUR_TABLE
            )
            near.append(prices[:CHOICES])
        _, filler, joins = min(
            (price + more, filler, joins)
            for price, filler in ways
            for more, joins in _joins([tables for i, tables in enumerate(near) if i != filler])
        )
        if filler >= 0:
            self._sit(breaking[filler], gap)
        others = [person for index, person in enumerate(breaking) if index != filler]
        self.tables.pop()
        for person, number in zip(others, joins, strict=True):
            self.tables[number].append(person)

    def _join(self, person: str) -> None:
        """Seat a joining person without a free seat."""
        fives = [number for number, table in enumerate(self.tables) if len(table) == FIVE_TABLE]
        joining = self._prices.joining
        if len(fives) < FOUR_TABLE - 1:
            fixed = self._prices.fixed_table(person)
            fours = [number for number, table in enumerate(self.tables) if len(table) == FOUR_TABLE]
            wanted = [number for number in fours if number == fixed] or fours
            number = min(wanted, key=lambda number: self._joining_a_four(person, number))
            self.tables[number].append(person)
            return
        # A new table of one person of each five-table and the joining one.
        ways = []
        for seats in product(range(FIVE_TABLE), repeat=len(fives)):
            people = [self.tables[number][seat] for number, seat in zip(fives, seats, strict=True)]
            fixed_people = sum(map(self._is_fixed, people, fives))
            pairs = combinations([person, *people], 2)
            price = sum(joining(one, [other]) for one, other in pairs)
            ways.append((fixed_people, price, seats))
        _, _, seats = min(ways)
        moving = [_Gap(number, seat) for number, seat in zip(fives, seats, strict=True)]
        people = [self.tables[gap.table][gap.seat] for gap in moving]
        for gap in moving:
            self._close(gap)
        self.tables.append([*people, person])

    def _joining_a_four(self, person: str, number: int) -> int:
        table = self.tables[number]
        return self._prices.joining(person, table) + self._prices.fives([*table, person])

    def _others_at_table(self, gap: _Gap) -> list[str]:
        table = self.tables[gap.table]
        return [person for seat, person in enumerate(table) if seat != gap.seat]

    def _seat_at_the_fixed_table(self, person: str, joining: Sequence[str]) -> None:
        """Exchange a joining person with the cheapest one at the fixed table.

        Preferably with another joining person; never with one who is fixed there as well.
        """
        fixed = self._prices.fixed_table(person)
        gap = self._gap(person)
        if fixed is None or fixed == gap.table or fixed >= len(self.tables):
            return
        staying = self._others_at_table(gap)
        ways = [
            (
                other not in joining,
                self._prices.joining(other, staying)
                + self._prices.joining(person, self._others_at_table(_Gap(fixed, seat))),
                seat,
            )
            for seat, other in enumerate(self.tables[fixed])
            if not self._is_fixed(other, fixed)
        ]
        if ways:
            *_, seat = min(ways)
            self._sit(self.tables[fixed][seat], gap)
            self._sit(person, _Gap(fixed, seat))

    def _spare(self, person: str) -> None:
        """Spare a person who has had the fair share of five-tables, by a stand-in.

        That is one more change of table, so it is done only if at most one more pair meets again by
        it.
        """
        gap, had_fives = self._gap(person), self._prices.had_fives
        is_at_five = len(self.tables[gap.table]) == FIVE_TABLE
        if not is_at_five or had_fives[person] < self._prices.fair_share:
            return
        most = self._prices.joining(person, self._others_at_table(gap)) + ONE_PAIR_MORE
        self._close(gap)
        fours = [number for number, table in enumerate(self.tables) if len(table) == FOUR_TABLE]
        fixed = self._prices.fixed_table(person)
        rooms = []  # the costs of the person on each seat, wherever its owner goes
        for seat in (_Gap(number, at) for number in fours for at in range(FOUR_TABLE)):
            may_sit = fixed is None or fixed == seat.table or fixed >= len(self.tables)
            owner, staying = self.tables[seat.table][seat.seat], self._others_at_table(seat)
            is_fixed = self._is_fixed(owner, seat.table)
            if may_sit and not is_fixed and had_fives[owner] < had_fives[person]:
                joining = self._prices.joining
                meetings = joining(person, staying) - joining(owner, staying)
                walk = WALK * (self._planned.get(owner) == seat.table)
                price = meetings + walk + self._prices.fives([owner])
                rooms.append((price, meetings, seat.table, seat.seat))
        fifths = sorted((self._prices.fives(self.tables[number]), number) for number in fours)
        ways = []
        for price, meetings, table, at in sorted(rooms)[:STAND_INS]:
            for fives, number in fifths[:TABLES_FOR_THEM]:
                if number != table:
                    meets = self._prices.joining(self.tables[table][at], self.tables[number])
                    if meetings + meets < most:
                        ways.append((price + fives + meets, meetings + meets, number, table, at))
        if not ways:
            self.tables[gap.table].append(person)
            return
        _, _, number, table, at = min(ways)
        self.tables[number].append(self.tables[table][at])
        self._sit(person, _Gap(table, at))

    def spare_mates(self, joining: Sequence[str]) -> None:
        """Exchange joining people with one person each if that spares meeting a mate.

        Never at the cost of another repeat or five-table, or of who keeps the list at a table.
        """
        joint = self._prices.joining
        for person in joining:
            gap = self._gap(person)
            staying = self._others_at_table(gap)
            if self._prices.fixed_table(person) is not None or not self._prices.mates_of(
                person, staying
            ):
                continue
            here = joint(person, staying)
            ways = []
            for number, table in enumerate(self.tables):
                if number == gap.table or len(table) != len(self.tables[gap.table]):
                    continue
                for at, owner in enumerate(table):
                    others = self._others_at_table(_Gap(number, at))
                    change = joint(person, others) + joint(owner, staying)
                    change -= here + joint(owner, others)
                    is_alike = self._prices.keeps_list(owner) == self._prices.keeps_list(person)
                    if change < 0 and is_alike and not self._is_fixed(owner, number):
                        ways.append((change, number, at))
            if ways:
                _, number, at = min(ways)
                self._sit(self.tables[number][at], gap)
                self._sit(person, _Gap(number, at))

    def _is_fixed(self, person: str, number: int) -> bool:
        return self._prices.fixed_table(person) == number


def _joins(near: Sequence[Sequence[tuple[int, int]]]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield ways to send people to different nearby tables, with the cost."""
    for way in product(*near):
        numbers = tuple(number for _, number in way)
        if len(set(numbers)) == len(numbers):
            yield sum(price for price, _ in way), numbers
