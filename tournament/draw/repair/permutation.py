"""Permute the people of a table after a change, so that everybody's positions stay even.

Nobody changes tables. Two at one table exchange seats; the imbalance this causes is passed on from
table to table along a path (two seats at a time, as in recolouring a path) until it reaches a
person whom it suits. The sum of squares of everybody's seat counts, including the fifth seat,
decreases with every path, so it terminates.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import permutations, product

from tournament.draw.model import Round
from tournament.draw.table_sizes import FIVE_TABLE, FOUR_TABLE

EVEN = (1, 1)
"""Limits for a plan of all rounds: the counts of seats 1 to 4 of one person differ by at most one,
and nobody has the fifth more often while there are others."""
PAIRS_OF_SEATS = tuple(permutations(range(FIVE_TABLE), 2))

Chairs = list[str]
"""The people of one table by seat, to be permuted."""


def permute_seats(
    played: Sequence[Round],
    planned: Sequence[Round],
    changed: Sequence[Round],
    no_list: Collection[str] = (),
) -> tuple[Round, ...]:
    """Return the changed rounds with the same people at every table.

    Permuted only if the change leaves somebody with more uneven seats than before (a joining
    person, than anybody had) and than necessary. First at tables with changed people, then at
    others, in the first round last of all: its lists may be posted. Those who keep no list never
    get the last seat of a table with people who keep it. Never with tables of six and seven.
    """
    if any(len(table) > FIVE_TABLE for tables in (*played, *planned, *changed) for table in tables):
        return tuple(changed)
    rounds = [[list(table) for table in tables] for tables in changed]
    chairs = _Chairs([*played, *rounds], no_list)
    before = _Chairs([*played, *planned], no_list)
    touched = [
        table
        for old, new in zip(planned, rounds, strict=True)
        for number, table in enumerate(new)
        if number >= len(old) or set(old[number]) != set(table)
    ]
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


class _Chairs:
    """Everybody's seat counts, and the tables that may be permuted."""

    def __init__(self, rounds: Iterable[Sequence[Sequence[str]]], no_list: Collection[str]) -> None:
        self._tables_of: dict[str, list[Chairs]] = {}
        self._no_list = no_list
        self._held: dict[str, list[int]] = {}
        for tables in rounds:
            for table in tables:
                for seat, person in enumerate(table):
                    self._held.setdefault(person, [0] * FIVE_TABLE)[seat] += 1

    def uneven(self, person: str) -> tuple[int, int]:
        """Return how much a person's seats 1 to 4 differ, and how often he has the fifth.

        For a person who never sat, the maximum of all others.
        """
        sitting = [self._held[person]] if person in self._held else self._held.values()
        return (
            max((max(held[:FOUR_TABLE]) - min(held[:FOUR_TABLE]) for held in sitting), default=0),
            max((held[FOUR_TABLE] for held in sitting), default=0),
        )

    def is_more_uneven(self, person: str, before: tuple[int, int]) -> bool:
        """Whether a person has more uneven seats than before and than necessary."""
        pairs = zip(self.uneven(person), before, EVEN, strict=True)
        return any(now > max(was, even) for now, was, even in pairs)

    def free_last_seats(self, tables: Iterable[Chairs]) -> None:
        """Put a person who keeps a list last at these tables, if there is one."""
        for table in tables:
            last = len(table) - 1
            keepers = [seat for seat, person in enumerate(table) if person not in self._no_list]
            if keepers and keepers[-1] != last:
                best = max(keepers, key=lambda seat: self._gain(table[seat], seat, last))
                self._exchange(table, best, last)

    def even_out(self, people: Sequence[str], tables: Iterable[Chairs]) -> None:
        """Follow every path over these tables that gives people seats they had less often."""
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
        """Return the tables at which to exchange the two seats so that the total improves."""
        gain = self._gain(person, seat, wanted)
        if gain <= 0:
            return []
        came: dict[str, list[Chairs]] = {person: []}
        queue = [person]
        for one in queue:
            for table in self._tables_of.get(one, ()):
                last = len(table) - 1
                if seat > last or wanted > last or table[seat] != one or table[wanted] in came:
                    continue
                if last in (seat, wanted) and table[seat + wanted - last] in self._no_list:
                    continue
                other = table[wanted]
                came[other] = [*came[one], table]
                if gain + self._gain(other, wanted, seat) > 0:
                    return came[other]
                queue.append(other)
        return []

    def _gain(self, person: str, seat: int, wanted: int) -> int:
        """Return the decrease of squares if a person has one seat less and the other more."""
        held = self._held[person]
        return 2 * (held[seat] - held[wanted] - 1)

    def _exchange(self, table: Chairs, seat: int, wanted: int) -> None:
        one, other = table[seat], table[wanted]
        self._held[one][seat] -= 1
        self._held[one][wanted] += 1
        self._held[other][wanted] -= 1
        self._held[other][seat] += 1
        table[seat], table[wanted] = other, one
