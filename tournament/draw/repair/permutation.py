"""Permutes the people of a table after a change, so that everybody's positions stay even.

Nobody goes to another table. Two at one table exchange their seats; what that unbalances is handed
on from table to table along a path (two seats at a time, as a colouring is changed along a path),
until it reaches somebody whom it suits. The squares of how often everybody has had each seat, the
fifth among them, shrink with every path, so it ends.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import permutations, product

from tournament.draw.model import Round
from tournament.draw.table_sizes import FIVE_TABLE, FOUR_TABLE

EVEN = (1, 1)
"""In a plan of all rounds seats 1 to 4 of one person differ by no more, and nobody has the fifth
more often while there are others."""
PAIRS_OF_SEATS = tuple(permutations(range(FIVE_TABLE), 2))

Chairs = list[str]
"""The people of one table by seat, to be permuted."""


def permuted(
    played: Sequence[Round],
    planned: Sequence[Round],
    changed: Sequence[Round],
    no_list: Collection[str] = (),
) -> tuple[Round, ...]:
    """The changed rounds with the same people at every table.

    Only if the change leaves somebody with more uneven seats than they had and than need be; one
    who joins, than anybody had. The tables where somebody else sits than was planned are permuted.
    Others only if that is not enough, those of the first round last of all: its lists may hang
    on the wall. Those who keep no list never get the last seat of a table where others sit who
    keep it. Tables of six and seven are drawn anew, never permuted.
    """
    if any(len(table) > FIVE_TABLE for tables in (*played, *planned, *changed) for table in tables):
        return tuple(changed)
    rounds = [[list(table) for table in tables] for tables in changed]
    chairs = _Chairs([*played, *rounds], no_list)
    before = _Chairs([*played, *planned], no_list)
    touched = list(_touched(planned, rounds))
    chairs.free_last_seats(touched)
    people = list(dict.fromkeys(person for table in touched for person in table))
    allowed = {person: before.uneven(person) for person in people}
    for since in (len(rounds), 1, 0):
        uneven = [one for one in people if chairs.is_more_uneven(one, allowed[one])]
        if not uneven:
            break
        others = [table for tables in rounds[since:] for table in tables]
        chairs.even_out(uneven if others else people, [*touched, *others])
    return tuple(tuple(map(tuple, tables)) for tables in rounds)


def _touched(planned: Sequence[Round], rounds: Sequence[list[Chairs]]) -> Iterator[Chairs]:
    for old, new in zip(planned, rounds, strict=True):
        for number, table in enumerate(new):
            if number >= len(old) or set(old[number]) != set(table):
                yield table


class _Chairs:
    """How often everybody has each seat, and the tables that may be permuted."""

    def __init__(self, rounds: Iterable[Sequence[Sequence[str]]], no_list: Collection[str]) -> None:
        self._tables_of: dict[str, list[Chairs]] = {}
        self._no_list = no_list
        self._held: dict[str, list[int]] = {}
        for tables in rounds:
            for table in tables:
                for seat, person in enumerate(table):
                    self._held.setdefault(person, [0] * FIVE_TABLE)[seat] += 1

    def uneven(self, person: str) -> tuple[int, int]:
        """How much the seats 1 to 4 of somebody differ, and how often they have the fifth.

        For one who never sat, the most of anybody.
        """
        sitting = [self._held[person]] if person in self._held else self._held.values()
        return (
            max((max(held[:FOUR_TABLE]) - min(held[:FOUR_TABLE]) for held in sitting), default=0),
            max((held[FOUR_TABLE] for held in sitting), default=0),
        )

    def is_more_uneven(self, person: str, before: tuple[int, int]) -> bool:
        """Whether somebody has more uneven seats than before and than need be."""
        pairs = zip(self.uneven(person), before, EVEN, strict=True)
        return any(now > max(was, even) for now, was, even in pairs)

    def free_last_seats(self, tables: Iterable[Chairs]) -> None:
        """Somebody who keeps a list sits last at these tables, if anybody there does."""
        for table in tables:
            last = len(table) - 1
            keepers = [seat for seat, person in enumerate(table) if person not in self._no_list]
            if keepers and keepers[-1] != last:
                best = max(keepers, key=lambda seat: self._gain(table[seat], seat, last))
                self._exchange(table, best, last)

    def even_out(self, people: Sequence[str], tables: Iterable[Chairs]) -> None:
        """Follow every path over these tables that gives the people seats they had less often."""
        self._tables_of = {}
        for table in tables:
            for person in table:
                self._tables_of.setdefault(person, []).append(table)
        found = True
        while found:
            found = False
            for person, (seat, wanted) in product(people, PAIRS_OF_SEATS):
                path = self._path(person, seat, wanted)
                for table in path:
                    self._exchange(table, seat, wanted)
                found = found or bool(path)

    def _path(self, person: str, seat: int, wanted: int) -> list[Chairs]:
        """The tables where the two seats are exchanged, so that everybody together gains."""
        gain = self._gain(person, seat, wanted)
        if gain <= 0:
            return []
        came: dict[str, list[Chairs]] = {person: []}
        queue = [person]
        for one in queue:
            for table in self._tables_of.get(one, ()):
                if not self._may_exchange(table, one, seat, wanted) or table[wanted] in came:
                    continue
                other = table[wanted]
                came[other] = [*came[one], table]
                if gain + self._gain(other, wanted, seat) > 0:
                    return came[other]
                queue.append(other)
        return []

    def _gain(self, person: str, seat: int, wanted: int) -> int:
        """By how much the squares shrink if somebody has the one seat less and the other more."""
        held = self._held[person]
        return 2 * (held[seat] - held[wanted] - 1)

    def _may_exchange(self, table: Chairs, person: str, seat: int, wanted: int) -> bool:
        last = len(table) - 1
        if seat > last or wanted > last or table[seat] != person:
            return False
        return last not in (seat, wanted) or table[seat + wanted - last] not in self._no_list

    def _exchange(self, table: Chairs, seat: int, wanted: int) -> None:
        one, other = table[seat], table[wanted]
        self._held[one][seat] -= 1
        self._held[one][wanted] += 1
        self._held[other][wanted] -= 1
        self._held[other][seat] += 1
        table[seat], table[wanted] = other, one
