"""The two letters on a score sheet that tell it from the sheet of another table or round."""

from collections.abc import Collection, Mapping
from itertools import product
from random import Random

from tournament.draw.randomness import shuffled

LETTERS = "ABCDEFGHKLMNPRTUVWXY"
"""Letters that are not mistaken for another letter or a figure in handwriting."""
NOT_USED = frozenset({"AH", "HH", "KK", "NS", "SA", "SS", "HJ", "KZ"})
"""Pairs nobody wants to see on a sheet, whatever the letters above become."""
MOST_TABLES = 300
"""So many tables of a round have codes of their own in every number of rounds that is played."""
CODES = tuple(code for code in map("".join, product(LETTERS, repeat=2)) if code not in NOT_USED)


def sheet_codes(
    tables: int, previous: Mapping[int, Collection[str]], random: Random
) -> tuple[str, ...]:
    """A code for each table 1..tables of a round, in that order.

    Codes differ within the round and from those the same table has in other rounds: `previous`
    maps a table number to them. `tables` are `MOST_TABLES` at most.
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
    """One code that is not taken, for a table whose sheet is printed anew."""
    return next(code for code in shuffled(CODES, random) if code not in taken)
