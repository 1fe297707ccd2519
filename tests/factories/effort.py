"""How long random tests run: a few tries normally, many with `make slow`."""

import os
from collections.abc import Container, Iterable
from typing import TypeVar

import pytest

T = TypeVar("T")

THOROUGH = os.environ.get("KREUZDAME_THOROUGH") == "1"


def tries(few: T, many: T) -> T:
    """Return how many examples, or which; of those drawn by a seed the first ones are the same."""
    return many if THOROUGH else few


def chiefly(*chosen: object, of: Iterable[object]) -> list[object]:
    """Return test parameters: the chosen ones normally, the others with `make slow`.

    A tuple stands for several parameters.
    """
    return [
        pytest.param(*values, marks=() if each in chosen else pytest.mark.slow)
        for each in of
        for values in [each if isinstance(each, tuple) else (each,)]
    ]


def some_on_postgresql(values: Iterable[str], *, always: Container[str] = ()) -> list[object]:
    """Return test parameters of which these, and of the others a tenth, run on PostgreSQL, too.

    For tests that find on SQLite what they look for, and of which each is alike to the database.
    """
    return [
        pytest.param(
            value, marks=pytest.mark.database if place % 10 == 0 or value in always else ()
        )
        for place, value in enumerate(values)
    ]
