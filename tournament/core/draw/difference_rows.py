"""Who sits together when the field fills four-tables: a design in which no pair meets twice.

The people stand in four columns of T each, T being the number of tables. In round r the one at
place x of column g sits at table x + d(g, r). Two people of different columns then meet exactly
when d(g, r) - d(h, r) equals the difference of their places; so nobody meets twice if, for each of
the six pairs of columns, that difference is another one in every round. People of one column never
meet, which is where club mates belong; where T is a multiple of four, the columns themselves make
one more round.

Table numbers add in a group of T elements. Where counting modulo T has too few such rows (T = 4,
8, 10 ...), counting apart modulo 2 and T/2, or modulo 3 and T/3, may have enough.
"""

import math
from collections.abc import Iterator, Sequence

COLUMNS = 4
Rows = tuple[tuple[int, int, int, int], ...]
"""For each round, how far each of the four columns is shifted."""

MOST_TRIALS = 20_000
"""Rows that take longer to find are taken not to exist: the search stays within milliseconds."""


def design(tables: int, rounds: int) -> list[list[list[int]]]:
    """As many rounds as are found, at most `rounds`; each a list of tables of four people.

    The people are numbered column by column: column g holds g * tables to (g + 1) * tables - 1.
    """
    found = _developed(tables, rounds)
    if tables % COLUMNS == 0 and len(found) < rounds:
        found.append([list(range(at, at + COLUMNS)) for at in range(0, COLUMNS * tables, COLUMNS)])
    return found


def _developed(tables: int, rounds: int) -> list[list[list[int]]]:
    for count in range(min(rounds, tables), 1, -1):
        for base in _bases(tables):
            rows = _rows(tables, base, count)
            if rows:
                return [_seated(tables, base, shifts) for shifts in rows]
    return [_seated(tables, tables, (0,) * COLUMNS)] if rounds else []


def _bases(tables: int) -> Iterator[int]:
    """Groups of so many elements: the two-digit numbers of which the last digit has this base."""
    yield tables
    for parts in (2, 3):
        if tables % parts == 0 and tables // parts > 1:
            yield tables // parts


def _subtract(one: int, other: int, tables: int, base: int) -> int:
    """Digit by digit, without carrying."""
    high = (one // base - other // base) % (tables // base)
    return high * base + (one - other) % base


def _seated(tables: int, base: int, shifts: Sequence[int]) -> list[list[int]]:
    """At each table sits, of each column, the one whose place is the table less the shift."""
    return [
        [
            column * tables + _subtract(table, shift, tables, base)
            for column, shift in enumerate(shifts)
        ]
        for table in range(tables)
    ]


def _rows(tables: int, base: int, rounds: int) -> Rows:
    if base == tables and (math.gcd(tables, 6) == 1 or 3 * (rounds - 1) < tables):
        return tuple((0, r, 2 * r % tables, 3 * r % tables) for r in range(rounds))
    return _RowSearch(tables, base, rounds).rows()


class _RowSearch:
    """Finds rows by trying: column 0 stays, column 1 moves on by one a round, 2 and 3 are tried."""

    def __init__(self, tables: int, base: int, rounds: int) -> None:
        self.tables = tables
        self.base = base
        self.rounds = rounds
        self.trials = 0
        self.found: list[tuple[int, int, int, int]] = []
        self.used: list[set[int]] = [set() for _ in range(5)]

    def rows(self) -> Rows:
        """The rows, none if there are none within the trials allowed."""
        return tuple(self.found) if self._extend() else ()

    def _extend(self) -> bool:
        if len(self.found) == self.rounds:
            return True
        shift = len(self.found)
        for second in range(self.tables):
            for third in range(self.tables):
                self.trials += 1
                if self.trials > MOST_TRIALS:
                    return False
                if self._try(shift, second, third):
                    return True
        return False

    def _try(self, first: int, second: int, third: int) -> bool:
        differences = (
            second,
            third,
            _subtract(second, first, self.tables, self.base),
            _subtract(third, first, self.tables, self.base),
            _subtract(third, second, self.tables, self.base),
        )
        if any(value in seen for value, seen in zip(differences, self.used, strict=True)):
            return False
        for value, seen in zip(differences, self.used, strict=True):
            seen.add(value)
        self.found.append((0, first, second, third))
        if self._extend():
            return True
        self.found.pop()
        for value, seen in zip(differences, self.used, strict=True):
            seen.remove(value)
        return False
