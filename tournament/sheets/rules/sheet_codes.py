"""Two-letter codes that identify a score sheet among tables and rounds."""

from collections.abc import Collection, Mapping
from itertools import product
from random import Random

from tournament.draw.randomness import shuffled

LETTERS = "ABCDEFGHKLMNPRTUVWXY"
"""Letters that are not mistaken for another letter or a figure in handwriting."""
NOT_USED = frozenset({"AH", "HH", "KK", "NS", "SA", "SS", "HJ", "KZ"})
"""Unwanted pairs, independent of the letters above."""
MOST_TABLES = 300
"""The largest number of tables for which codes suffice, for any usual number of rounds."""
CODES = tuple(code for code in map("".join, product(LETTERS, repeat=2)) if code not in NOT_USED)


def sheet_codes(
    tables: int, previous: Mapping[int, Collection[str]], random: Random
) -> tuple[str, ...]:
    """Return a code for each table 1..tables of a round, in that order.

    Codes are unique within the round and differ from those the same table has in other rounds,
    which `previous` maps by table number. `tables` is at most `MOST_TABLES`.
    """
    free = list(shuffled(CODES, random))
    codes = []
    for table in range(1, tables + 1):
        taken = previous.get(table, ())
        code = next(code for code in free if code not in taken)
        free.remove(code)
        codes.append(code)
    return tuple(codes)


def fresh_code(taken: Collection[str], random: Random) -> str:
    """Return an unused code, for a table whose sheet is printed again."""
    return next(code for code in shuffled(CODES, random) if code not in taken)
