"""Codes that let somebody in: typed from paper or a screen, found by nobody who tries."""

from collections.abc import Callable

CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""None that is taken for another one."""


def new_code(length: int, below: Callable[[int], int]) -> str:
    """A code of so many letters; `below` is a number by chance that nobody can foresee."""
    return "".join(CODE_LETTERS[below(len(CODE_LETTERS))] for _ in range(length))
