"""Who sits together where all sit at four-tables: a design in which no pair meets twice.

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
from itertools import product
from operator import contains

COLUMNS = 4
Rows = tuple[tuple[int, int, int, int], ...]
"""For each round, the shift of each of the four columns."""

FEWER_ROWS = {6: 5, 10: 9}
"""The most rows, where they are fewer than the tables: no trial finds more."""
MOST_TRIALS = 20_000
"""Rows that take longer to find are assumed not to exist: the search takes milliseconds."""


def design(tables: int, rounds: int) -> list[list[list[int]]]:
    """Return the rounds found, at most `rounds`; each a list of tables of four people.

    The people are numbered column by column: column g holds g * tables to (g + 1) * tables - 1.
    """
    found = [_seated(tables, tables, (0,) * COLUMNS)] if rounds else []
    most = min(rounds, FEWER_ROWS.get(tables, tables))
    for count, base in product(range(most, 1, -1), _bases(tables)):
        if rows := _rows(tables, base, count):
            found = [_seated(tables, base, shifts) for shifts in rows]
            break
    if tables % COLUMNS == 0 and len(found) < rounds:
        found.append([list(range(at, at + COLUMNS)) for at in range(0, COLUMNS * tables, COLUMNS)])
    return found


def _bases(tables: int) -> Iterator[int]:
    """Yield group structures: two-digit numbers whose last digit has this base."""
    yield tables
    for parts in (2, 3):
        if tables % parts == 0 and tables // parts > 1:
            yield tables // parts


def _subtract(one: int, other: int, tables: int, base: int) -> int:
    """Subtract digit by digit, without carrying."""
    high = (one // base - other // base) % (tables // base)
    return high * base + (one - other) % base


def _seated(tables: int, base: int, shifts: Sequence[int]) -> list[list[int]]:
    """Return for each table, from each column, the one whose place is the table minus the shift."""
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
    return _searched_rows(tables, base, rounds)


def _searched_rows(tables: int, base: int, rounds: int) -> Rows:
    """Search shifts of columns 2 and 3; column 0 stays, column 1 moves by one per round."""
    found: list[tuple[int, int, int, int]] = []
    used: list[set[int]] = [set() for _ in range(5)]
    trials = 0

    def extended() -> bool:
        nonlocal trials
        if len(found) == rounds:
            return True
        first = len(found)
        for second, third in product(range(tables), repeat=2):
            trials += 1
            if trials > MOST_TRIALS:
                break
            pairs = ((second, 0), (third, 0), (second, first), (third, first), (third, second))
            differences = [_subtract(one, other, tables, base) for one, other in pairs]
            if any(map(contains, used, differences)):
                continue
            for seen, value in zip(used, differences, strict=True):
                seen.add(value)
            found.append((0, first, second, third))
            if extended():
                return True
            found.pop()
            for seen, value in zip(used, differences, strict=True):
                seen.remove(value)
        return False

    return tuple(found) if extended() else ()
