"""Randomness that is the same on every machine and Python: seeded from a text only.

Only Random.random() keeps its sequence in every Python version; shuffle, choice and randrange do
not. So the few functions a draw needs are built on random() here.
"""

from collections.abc import Iterable, Sequence
from hashlib import sha256
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


def seeded(seed: str) -> Random:
    """Return a random generator that depends on the text only."""
    return Random(int.from_bytes(sha256(seed.encode()).digest()))  # noqa: S311 - lots, no secrets


def below(limit: int, random: Random) -> int:
    """Return a random integer from 0 to limit - 1."""
    return int(random.random() * limit)


def one_of(items: Sequence[Item], random: Random) -> Item:
    """Return a random item."""
    return items[below(len(items), random)]


def shuffled(items: Iterable[Item], random: Random) -> list[Item]:
    """Return the items in uniformly random order (Fisher-Yates)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = below(last + 1, random)
        order[last], order[other] = order[other], order[last]
    return order
