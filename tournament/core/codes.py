"""Codes that let somebody in: typed from paper or a screen, found by nobody who tries."""

from collections.abc import Callable

CODE_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"
"""None that is taken for another one."""


def new_code(length: int, choose: Callable[[str], str]) -> str:
    """A code of so many letters; `choose` takes one by chance that nobody can foresee."""
    return "".join(choose(CODE_LETTERS) for _ in range(length))
