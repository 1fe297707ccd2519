"""Access codes: typed from paper or a screen, impossible to guess."""

from collections.abc import Callable

CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""Without easily confused letters."""


def new_code(length: int, below: Callable[[int], int]) -> str:
    """Return a code of `length` letters; `below` is an unpredictable random number generator."""
    return "".join(CODE_LETTERS[below(len(CODE_LETTERS))] for _ in range(length))
