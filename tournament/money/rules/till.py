"""The content of the till: counted by pieces, and expected."""

from collections.abc import Mapping

PIECES = (20000, 10000, 5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 2, 1)
"""Notes and coins, in cents."""


def counted(pieces: Mapping[int, int]) -> int:
    """Return the value of counted pieces, in cents."""
    return sum(worth * count for worth, count in pieces.items())


def expected(opening: int, taken: int, handed_out: int) -> int:
    """Return the expected content: opening balance plus cash taken, minus cash handed out."""
    return opening + taken - handed_out
