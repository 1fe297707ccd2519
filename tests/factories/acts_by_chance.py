"""Which acts there are, and a run of them by chance."""

import inspect
from collections.abc import Callable, Collection, Iterator
from random import Random

from tests.factories.acts import IMPOSSIBLE, NEXT, Acts


def acts() -> list[str]:
    """The names of all acts."""
    names = [name for name, _act in inspect.getmembers(Acts, inspect.isfunction)]
    return [name for name in names if name[0] != "_" and name not in ("perform", "refuses")]


def acts_done(
    hall: Acts,
    random: Random,
    wanted: Callable[[], Collection[str]],
    attempts: int,
    before: Callable[[str], None] = lambda _name: None,
) -> Iterator[str]:
    """Names of acts that were done, of so many attempted: mostly such as are still wanted.

    before: what happens before each attempt.
    """
    driven = acts()
    for _attempt in range(attempts):
        first, second = random.choices(sorted(wanted()) or driven, k=2)
        name = random.choice([first, second, random.choice(driven), NEXT, NEXT])
        before(name)
        try:
            hall.perform(name)
        except (*IMPOSSIBLE, IndexError):
            continue
        yield name
