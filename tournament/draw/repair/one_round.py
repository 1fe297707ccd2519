"""Repair of one round: people leave it and join it one by one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from tournament.draw.repair.prices import Prices
from tournament.draw.search.prices import REPEAT
from tournament.draw.table_sizes import FIVE_TABLE, FOUR_TABLE

CHOICES = 6
"""Tables tried for each of three people who join one."""
STAND_INS, TABLES_FOR_THEM = 64, 16
"""People tried as replacements at a five-table, and tables for them."""
WALK = 3
"""Cost of one more change of table; meeting again costs far more."""
ONE_PAIR_MORE = REPEAT + REPEAT // 2
"""Upper limit of a stand-in's additional meeting costs: another pair at most, besides mates."""

Seating = list[list[str]]


@dataclass(frozen=True, slots=True)
class _Gap:
    """The seat of a person who leaves."""

    table: int
    seat: int


@dataclass(frozen=True, slots=True, order=True)
class _StandIn:
    """The owner of a seat moves to the fifth seat of another table, in place of its new holder."""

    price: int
    meetings: int
    fifth_at: int
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
            self._sit(self._choose_from_five_table(gap), gap)
        else:
            self._dissolve_last(gap)

    def _choose_from_five_table(self, gap: _Gap) -> str:
        """Choose the person of a five-table who fits best at the table with the gap.

        People with a fixed table are chosen only if everybody there has one.
        """
        staying = self._others_at_table(gap)
        _, _, number, seat = min(
            (
                self._is_fixed(person, number),
                self._prices.joining(person, staying) - self._prices.fives(table),
                number,
                seat,
            )
            for number, table in enumerate(self.tables)
            if len(table) == FIVE_TABLE
            for seat, person in enumerate(table)
        )
        person = self.tables[number][seat]
        self._close(_Gap(number, seat))
        return person

    def _dissolve_last(self, gap: _Gap) -> None:
        """Dissolve the last table: one person fills the gap, the others join a table each."""
        breaking = self.tables[-1]
        if gap.table == len(self.tables) - 1:
            breaking = self._others_at_table(gap)
            ways = [(0, -1)]
        else:
            staying = self._others_at_table(gap)
            ways = [
                (self._prices.joining(person, staying), index)
                for index, person in enumerate(breaking)
            ]
        near = [self._best_tables_to_join(person, gap) for person in breaking]
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

    def _best_tables_to_join(self, person: str, gap: _Gap) -> list[tuple[int, int]]:
        """Return the best tables for a person of the last one to join, with their costs."""
        prices = sorted(
            (self._joining_a_four(person, number), number)
            for number in range(len(self.tables) - 1)
            if number != gap.table or len(self.tables) <= FOUR_TABLE
        )
        return prices[:CHOICES]

    def _join(self, person: str) -> None:
        """Seat a joining person without a free seat."""
        fives = [number for number, table in enumerate(self.tables) if len(table) == FIVE_TABLE]
        if len(fives) == FOUR_TABLE - 1:
            self._new_table(person, fives)
            return
        fixed = self._prices.fixed_table(person)
        fours = [number for number, table in enumerate(self.tables) if len(table) == FOUR_TABLE]
        wanted = [number for number in fours if number == fixed] or fours
        number = min(wanted, key=lambda number: self._joining_a_four(person, number))
        self.tables[number].append(person)

    def _joining_a_four(self, person: str, number: int) -> int:
        table = self.tables[number]
        return self._prices.joining(person, table) + self._prices.fives([*table, person])

    def _new_table(self, person: str, fives: Sequence[int]) -> None:
        """Make a new table from one person of each five-table and the joining one."""
        ways = []
        for seats in product(range(FIVE_TABLE), repeat=len(fives)):
            people = [self.tables[number][seat] for number, seat in zip(fives, seats, strict=True)]
            fixed = sum(map(self._is_fixed, people, fives))
            price = sum(
                self._prices.joining(one, [other])
                for one, other in combinations([person, *people], 2)
            )
            ways.append((fixed, price, seats))
        _, _, seats = min(ways)
        moving = [_Gap(number, seat) for number, seat in zip(fives, seats, strict=True)]
        people = [self.tables[gap.table][gap.seat] for gap in moving]
        for gap in moving:
            self._close(gap)
        self.tables.append([*people, person])

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
        gap = self._gap(person)
        if len(self.tables[gap.table]) < FIVE_TABLE or not self._prices.has_had_the_share(person):
            return
        most = self._prices.joining(person, self._others_at_table(gap)) + ONE_PAIR_MORE
        self._close(gap)
        found = min((one for one in self._stand_ins(person) if one.meetings < most), default=None)
        if found is None:
            self.tables[gap.table].append(person)
            return
        seat = _Gap(found.table, found.seat)
        self.tables[found.fifth_at].append(self.tables[seat.table][seat.seat])
        self._sit(person, seat)

    def _stand_ins(self, person: str) -> Iterator[_StandIn]:
        """Yield people with fewer five-tables, and tables where they might sit fifth."""
        fours = [number for number, table in enumerate(self.tables) if len(table) == FOUR_TABLE]
        rooms = sorted(
            self._room(person, _Gap(number, seat))
            for number in fours
            for seat in range(FOUR_TABLE)
            if self._may_take(person, _Gap(number, seat))
        )
        fifths = sorted((self._prices.fives(self.tables[number]), number) for number in fours)
        for price, meetings, table, seat in rooms[:STAND_INS]:
            owner = self.tables[table][seat]
            for fives, number in fifths[:TABLES_FOR_THEM]:
                if number != table:
                    meets = self._prices.joining(owner, self.tables[number])
                    yield _StandIn(price + fives + meets, meetings + meets, number, table, seat)

    def _may_take(self, person: str, seat: _Gap) -> bool:
        fixed, owner = self._prices.fixed_table(person), self.tables[seat.table][seat.seat]
        return (
            (fixed is None or fixed == seat.table or fixed >= len(self.tables))
            and not self._is_fixed(owner, seat.table)
            and self._prices.had_fewer_fives(owner, person)
        )

    def _room(self, person: str, gap: _Gap) -> tuple[int, int, int, int]:
        """Return the costs of a person on this seat, wherever its owner goes: total, meetings."""
        owner, staying = self.tables[gap.table][gap.seat], self._others_at_table(gap)
        meetings = self._prices.joining(person, staying) - self._prices.joining(owner, staying)
        walk = WALK * (self._planned.get(owner) == gap.table)
        return meetings + walk + self._prices.fives([owner]), meetings, gap.table, gap.seat

    def _is_fixed(self, person: str, number: int) -> bool:
        """Whether a person is at the fixed table."""
        return self._prices.fixed_table(person) == number


def _joins(near: Sequence[Sequence[tuple[int, int]]]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield ways to send people to different nearby tables, with the cost."""
    for way in product(*near):
        numbers = tuple(number for _, number in way)
        if len(set(numbers)) == len(numbers):
            yield sum(price for price, _ in way), numbers
