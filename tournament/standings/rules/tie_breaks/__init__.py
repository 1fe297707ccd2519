"""Criteria between equal totals. There is no official tie-break: the default is none.

Each criterion is a module of this package with a `CRITERION`; the module's name is its code. A
tournament has a chain of codes, in any order. `trust.rules.recount_ranks` has an independent
calculation of each, by the same code.
"""

from collections.abc import Iterable
from importlib import import_module
from pkgutil import iter_modules

from tournament.standings.rules.tie_breaks.criterion import (
    Criterion,
    Key,
    Shown,
    TieBreak,
)

__all__ = ["CRITERIA", "Criterion", "Key", "Shown", "TieBreak"]

_DECLARED: dict[str, Criterion] = {
    file.name: import_module(f"{__name__}.{file.name}").CRITERION
    for file in iter_modules(__path__)
    if file.name != "criterion"
}
CRITERIA = dict(sorted(_DECLARED.items(), key=lambda pair: pair[1].place))
"""Every criterion by its code, in the order of the settings page."""


def known_codes(stored: object) -> tuple[str, ...]:
    """Return the valid codes of a chain as stored in the database."""
    codes = stored if isinstance(stored, list) else ()
    return tuple(code for code in codes if isinstance(code, str) and code in CRITERIA)


def keys_of(chain: Iterable[str]) -> list[TieBreak]:
    """Return the key functions of a chain."""
    return [CRITERIA[code].key for code in chain]


def asks_seed(chain: Iterable[str]) -> bool:
    """Whether a criterion of the chain depends on the draw of round 1."""
    return any(CRITERIA[code].asks_seed for code in chain)
