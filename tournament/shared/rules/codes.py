"""Codes people read and type: for access, impossible to guess, and of score sheets."""

from collections.abc import Callable, Collection, Mapping
from itertools import product
from random import Random

from tournament.draw.randomness import shuffled

CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without easily confused letters."""


def new_code(length: int, below: Callable[[int], int]) -> str:
    """Return a code of `length` letters; `below` is an unpredictable random number generator."""
    return "".join(CODE_LETTERS[below(len(CODE_LETTERS))] for _ in range(length))


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
