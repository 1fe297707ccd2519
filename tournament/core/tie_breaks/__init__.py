"""What may decide between equal totals. There is no official tie-break: the default is none.

Each criterion is a file of this package: its name is the code, its function `key` says how good a
result is by it. A tournament has a chain of codes, in any order.
"""

from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from pkgutil import iter_modules

from tournament.core.results import Result, TournamentResults

Key = int | Fraction | tuple[int, ...]
"""The greater key is better. Where a criterion cannot be told of somebody, his is 0."""
TieBreak = Callable[[Result, TournamentResults], Key]

TIE_BREAKS: dict[str, TieBreak] = {
    file.name: import_module(f"{__name__}.{file.name}").key for file in iter_modules(__path__)
}
"""Every criterion by its code."""


def known_codes(stored: object) -> tuple[str, ...]:
    """The codes in what a database holds as a chain: what is none is left out."""
    codes = stored if isinstance(stored, list) else ()
    return tuple(code for code in codes if isinstance(code, str) and code in TIE_BREAKS)
