"""Which acts there are, and a random run of them."""

import inspect
import secrets
from collections.abc import Callable, Collection, Iterator
from random import Random

import pytest

from tests.factories.acts import IMPOSSIBLE, NEXT, Acts


def acts() -> list[str]:
    """Return the names of all acts."""
    names = [name for name, _act in inspect.getmembers(Acts, inspect.isfunction)]
    return [name for name in names if name[0] != "_" and name not in ("perform", "refuses")]


def acts_done(
    hall: Acts,
    random: Random,
    wanted: Callable[[], Collection[str]],
    attempts: int,
    before: Callable[[str], None] = lambda _name: None,
    *,
    needed: int = 2,
) -> Iterator[str]:
    """Return the names of acts done out of so many attempts, mostly those still needed.

    before: what happens before each attempt. needed: how many of those still needed are drawn for
    each of any kind and for two that move a tournament on.
    """
    driven = acts()
    for _attempt in range(attempts):
        drawn = random.choices(sorted(wanted()) or driven, k=needed)
        name = random.choice([*drawn, random.choice(driven), NEXT, NEXT])
        before(name)
        try:
            hall.perform(name)
        except (*IMPOSSIBLE, IndexError):
            continue
        yield name


def draw_lots_from(random: Random, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the program's secrets and lots follow the test's chance, so that it can be repeated."""
    monkeypatch.setattr(secrets, "token_hex", lambda count: random.randbytes(count).hex())
    monkeypatch.setattr(secrets, "randbelow", random.randrange)
