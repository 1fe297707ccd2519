"""What may decide between equal totals. There is no official tie-break: the default is none.

Each criterion is a file of this package with one `CRITERION`; the file's name is its code. A
tournament has a chain of codes, in any order. The plain count of each, by the same code, stands in
`trust.rules.recount_ranks`.
"""

from collections.abc import Iterable
from importlib import import_module
from pkgutil import iter_modules
from string import Formatter

from tournament.standings.rules.tie_breaks.criterion import Criterion, Key, Shown, TieBreak

__all__ = ["CRITERIA", "Criterion", "Key", "Shown", "TieBreak"]

_DECLARED: dict[str, Criterion] = {
    file.name: import_module(f"{__name__}.{file.name}").CRITERION
    for file in iter_modules(__path__)
    if file.name != "criterion"
}
CRITERIA = dict(sorted(_DECLARED.items(), key=lambda pair: pair[1].place))
"""Every criterion by its code, in the order in which the settings offer them."""


def known_codes(stored: object) -> tuple[str, ...]:
    """The codes in what a database holds as a chain: what is none is left out."""
    codes = stored if isinstance(stored, list) else ()
    return tuple(code for code in codes if isinstance(code, str) and code in CRITERIA)


def keys_of(chain: Iterable[str]) -> list[TieBreak]:
    """What each code of a chain says of a result."""
    return [CRITERIA[code].key for code in chain]


def asks_seed(chain: Iterable[str]) -> bool:
    """Whether a code of a chain follows from the draw of round 1."""
    return any(CRITERIA[code].asks_seed for code in chain)


def asked_figures(chain: Iterable[str]) -> set[str]:
    """What the workbook's formulas of a chain are made from, by the names in them."""
    formulas = (CRITERIA[code].formula for code in chain)
    return {name for each in formulas for _text, name, *_how in Formatter().parse(each) if name}
