"""How long tests by chance go on: a few tries each time, many of them with `make slow`."""

import os
from collections.abc import Iterable

import pytest

THOROUGH = os.environ.get("KREUZDAME_THOROUGH") == "1"


def tries(few: int, many: int) -> int:
    """How many examples; the first ones are the same either way where a seed draws them."""
    return many if THOROUGH else few


def chiefly(*chosen: object, of: Iterable[object]) -> list[object]:
    """Parameters of a test: those chosen each time, the others with `make slow`."""
    return [each if each in chosen else pytest.param(each, marks=pytest.mark.slow) for each in of]
