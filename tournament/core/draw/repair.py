"""No-shows, withdrawals and late entries: the smallest change that makes a plan valid again.

In every planned round as few people as possible go to another table; among such changes the one
is taken that repeats the fewest meetings, then brings the fewest mates together, then asks
nobody to a five-table again. Whoever comes takes the seat of somebody who leaves, if there is one.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from tournament.core.draw.changes import Change, change_of
from tournament.core.draw.meetings import REPEAT, SAME_CLUB, SAME_TEAM
from tournament.core.draw.model import DrawRequest, Entrant, Round
from tournament.core.draw.redraw import redrawn_rounds
from tournament.core.table_sizes import FIVE_TABLE, FOUR_TABLE, CannotSeat, table_sizes

FIVE_AGAIN = 30
"""Price of a five-table for somebody who had one already, for each time."""
CHOICES = 4
"""Tables looked at for each of three people who join one."""

Seating = list[list[str]]


def repaired(
    entrants: Sequence[Entrant],
    played: Sequence[Round],
    planned: Sequence[Round],
    *,
    leaving: Sequence[str] = (),
    joining: Sequence[str] = (),
    seed: str = "repair",
) -> Change:
    """The planned rounds without those who leave and with those who join.

    `entrants` are all people concerned, those who leave and join among them. In tiny fields,
    where a number in between fits no tables, the rounds are drawn anew from the seed.

    Raises CannotSeat when those who are left fit no tables, and ValueError when somebody who
    leaves has no seat or somebody who joins has one.
    """
    for tables in planned:
        _require(tables, leaving, joining)
    changed: list[Round] = []
    for index, tables in enumerate(planned):
        others = [*played, *changed, *planned[index + 1 :]]
        if _passes_unseatable(sum(map(len, tables)), len(joining) - len(leaving)):
            staying = _staying(entrants, tables, leaving, joining)
            request = DrawRequest(staying, 1, seed, history=(*played, *changed))
            changed += redrawn_rounds(request)
        else:
            prices = _Prices({entrant.id: entrant for entrant in entrants}, others)
            repair = _Repair([list(table) for table in tables], prices)
            repair.run(leaving, joining)
            changed.append(tuple(map(tuple, repair.tables)))
    return change_of(entrants, played, planned, changed)


def _require(tables: Round, leaving: Iterable[str], joining: Iterable[str]) -> None:
    seated = {person for table in tables for person in table}
    if not seated.issuperset(leaving) or not seated.isdisjoint(joining):
        raise ValueError("those who leave need a seat, those who join must have none")


def _passes_unseatable(people: int, more: int) -> bool:
    """Whether changing one by one meets a number that fits no tables; raises if it ends there."""
    table_sizes(people + more)
    for between in range(people, people + more, 1 if more > 0 else -1):
        try:
            table_sizes(between)
        except CannotSeat:
            return True
    return False


def _staying(
    entrants: Iterable[Entrant], tables: Round, leaving: Sequence[str], joining: Sequence[str]
) -> tuple[Entrant, ...]:
    people = {person for table in tables for person in table}.union(joining) - set(leaving)
    return tuple(entrant for entrant in entrants if entrant.id in people)


class _Prices:
    """What it costs that a person joins others at a table, by all other rounds."""

    def __init__(self, entrants: Mapping[str, Entrant], others: Sequence[Round]) -> None:
        self._entrants = entrants
        self._met = Counter(
            pair for tables in others for table in tables for pair in combinations(sorted(table), 2)
        )
        self._fives = Counter(
            person
            for tables in others
            for table in tables
            if len(table) == FIVE_TABLE
            for person in table
        )

    def joining(self, person: str, others: Iterable[str]) -> int:
        """Of one person with all those others."""
        return sum(self._pair(person, other) for other in others)

    def fives(self, people: Iterable[str]) -> int:
        """Of these people at a five-table."""
        return FIVE_AGAIN * sum(self._fives[person] for person in people)

    def is_fixed(self, person: str) -> bool:
        return person in self._entrants and self._entrants[person].table is not None

    def fixed_table(self, person: str) -> int | None:
        """The index of the table where somebody has to sit."""
        table = self._entrants[person].table if person in self._entrants else None
        return None if table is None else table - 1

    def keeps_no_list(self, person: str) -> bool:
        return person in self._entrants and self._entrants[person].no_list

    def _pair(self, one: str, other: str) -> int:
        price = REPEAT * self._met[min(one, other), max(one, other)]
        first, second = self._entrants.get(one), self._entrants.get(other)
        if first and second:
            price += SAME_CLUB * (first.club is not None and first.club == second.club)
            price += SAME_TEAM * (first.team is not None and first.team == second.team)
        return price


@dataclass(frozen=True, slots=True)
class _Gap:
    """The seat of somebody who leaves."""

    table: int
    seat: int


class _Repair:
    """One round; people leave and join it one by one."""

    def __init__(self, tables: Seating, prices: _Prices) -> None:
        self.tables = tables
        self._prices = prices

    def run(self, leaving: Sequence[str], joining: Sequence[str]) -> None:
        gaps = [self._gap(person) for person in leaving]
        for gap, person in zip(gaps, joining, strict=False):
            self._sit(person, gap)
        for person in leaving[len(joining) :]:
            self._close(self._gap(person))
        for person in joining[len(leaving) :]:
            self._join(person)

    def _gap(self, person: str) -> _Gap:
        return next(
            _Gap(number, table.index(person))
            for number, table in enumerate(self.tables)
            if person in table
        )

    def _sit(self, person: str, gap: _Gap) -> None:
        """On the free seat, or beside the last one if that keeps the list."""
        table = self.tables[gap.table]
        table[gap.seat] = person
        if gap.seat == len(table) - 1 and self._prices.keeps_no_list(person):
            table[-1], table[-2] = table[-2], table[-1]

    def _close(self, gap: _Gap) -> None:
        """Nobody comes for this seat."""
        table = self.tables[gap.table]
        if len(table) == FIVE_TABLE:
            last = table.pop()
            if gap.seat < len(table):
                self._sit(last, gap)
        elif any(len(table) == FIVE_TABLE for table in self.tables):
            self._sit(self._taken_from_a_five(gap), gap)
        else:
            self._dissolve_last(gap)

    def _taken_from_a_five(self, gap: _Gap) -> str:
        """One person of a five-table, who suits best at the table with the gap.

        Whoever has a fixed table only if everybody there has one.
        """
        staying = self._without(gap)
        _, _, number, seat = min(
            (
                self._prices.is_fixed(person),
                self._prices.joining(person, staying) - self._prices.fives([person]),
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
        """The last table breaks up: one fills the gap, the others join a table each."""
        breaking = self.tables[-1]
        if gap.table == len(self.tables) - 1:
            breaking = self._without(gap)
            ways = [(0, -1)]
        else:
            staying = self._without(gap)
            ways = [
                (self._prices.joining(person, staying), index)
                for index, person in enumerate(breaking)
            ]
        _, filler, joins = min(
            (price + more, filler, joins)
            for price, filler in ways
            for more, joins in self._joins([p for i, p in enumerate(breaking) if i != filler], gap)
        )
        if filler >= 0:
            self._sit(breaking[filler], gap)
        others = [person for index, person in enumerate(breaking) if index != filler]
        self.tables.pop()
        for person, number in zip(others, joins, strict=True):
            self._append(person, number)

    def _joins(self, people: Sequence[str], gap: _Gap) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Ways to send these people to different tables, with the price."""
        near: list[list[tuple[int, int]]] = []
        for person in people:
            prices = sorted(
                (self._joining_a_four(person, number), number)
                for number in range(len(self.tables) - 1)
                if number != gap.table or len(self.tables) <= FOUR_TABLE
            )
            near.append(prices[:CHOICES])
        for way in product(*near):
            numbers = tuple(number for _, number in way)
            if len(set(numbers)) == len(numbers):
                yield sum(price for price, _ in way), numbers

    def _join(self, person: str) -> None:
        """Somebody comes for whom no seat is free."""
        fives = [number for number, table in enumerate(self.tables) if len(table) == FIVE_TABLE]
        if len(fives) == FOUR_TABLE - 1:
            self._new_table(person, fives)
            return
        fixed = self._prices.fixed_table(person)
        fours = [number for number, table in enumerate(self.tables) if len(table) == FOUR_TABLE]
        wanted = [number for number in fours if number == fixed] or fours
        self._append(person, min(wanted, key=lambda number: self._joining_a_four(person, number)))

    def _joining_a_four(self, person: str, number: int) -> int:
        table = self.tables[number]
        return self._prices.joining(person, table) + self._prices.fives([*table, person])

    def _new_table(self, person: str, fives: Sequence[int]) -> None:
        """One of each five-table and the one who comes make a table of their own."""
        ways = []
        for seats in product(range(FIVE_TABLE), repeat=len(fives)):
            people = [self.tables[number][seat] for number, seat in zip(fives, seats, strict=True)]
            fixed = sum(map(self._prices.is_fixed, people))
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
        self.tables.append([])
        for coming in [*people, person]:
            self._append(coming, len(self.tables) - 1)

    def _append(self, person: str, number: int) -> None:
        table = self.tables[number]
        table.append(person)
        if len(table) >= FOUR_TABLE and self._prices.keeps_no_list(person):
            table[-1], table[-2] = table[-2], table[-1]

    def _without(self, gap: _Gap) -> list[str]:
        table = self.tables[gap.table]
        return [person for seat, person in enumerate(table) if seat != gap.seat]
