"""Figures of all positions in one field: the points of a game, or the running totals after it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from scoring.model import Figure, Played
from scoring.notation.values import DEALT_BY, FORCED, Table, letters_by
from scoring.pattern import is_whole
from scoring.rulesets import RuleSet, Scoring

_TOKEN = re.compile(r"[+\-−–]?[0-9]{1,6}(?![0-9])|[-−–.](?![0-9])")
_BETWEEN = re.compile(r"[\s/|;,]*")
_DASHES = "-−–."
MINUS = "\N{MINUS SIGN}"
NONE_YET = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class FigureRun:
    """The figures a text begins with, None where a dash stands, and where they end in it."""

    figures: tuple[int | None, ...]
    end: int


@dataclass(frozen=True, slots=True)
class Letters:
    """What letters say of a game whose figures are known, if they do.

    `dealer` is whoever dealt it out of turn.
    """

    kind: Played | None = None
    forced: bool = False
    soloist: int | None = None
    dealer: int | None = None


def read_figures(text: str) -> FigureRun:
    """The figures at the beginning of a text: "+4 −4 +4 −4", "4/-4/4/-4", "– 3 3 -3 -3"."""
    found: list[int | None] = []
    at = end = len(text) - len(text.lstrip())
    while token := _TOKEN.match(text, at):
        found.append(_figure(token.group()))
        end = token.end()
        between = _BETWEEN.match(text, end)
        at = between.end() if between else end
    return FigureRun(tuple(found), end)


def _figure(token: str) -> int | None:
    """The number of a token; None for a dash alone."""
    if token in _DASHES:
        return None
    return -int(token[1:]) if token[0] in _DASHES else int(token)


def signed(figure: Figure) -> str:
    """A figure as it is written beside others: with its sign, a dash for none, a text as it is."""
    if figure is None:
        return NONE_YET
    if not is_whole(figure):
        return str(figure)
    return f"+{figure}" if figure > 0 else str(figure).replace("-", MINUS)


@cache
def _letters(rules: RuleSet) -> re.Pattern[str]:
    seat = f"[1-{max(rules.table_sizes)}]"
    return re.compile(
        rf"([{''.join(letters_by(rules))}]?)({FORCED}?)\s*({seat}?)"
        rf"{_BETWEEN.pattern}(?:{DEALT_BY}\s*({seat}))?",
        re.IGNORECASE,
    )


def are_running_totals(lines: Iterable[str], table_size: int, rules: RuleSet) -> bool:
    """Whether the figures typed where games belong are more likely the running totals.

    They stand there for every position, and most of them are those of no game, which has two sides.
    """
    runs = [(read_figures(line), len(line.rstrip())) for line in lines]
    whole = [run.figures for run, end in runs if run.end == end and len(run.figures) == table_size]
    return 2 * sum(_has_two_sides(figures, rules) for figures in whole) < len(whole)


def _has_two_sides(figures: tuple[int | None, ...], rules: RuleSet) -> bool:
    sizes = sorted({abs(figure) for figure in figures if figure})
    if rules.scoring is Scoring.WINNERS_ONLY:
        return len(sizes) <= 2
    return sizes[1:] in ([], [rules.factor_alone * size for size in sizes[:1]])


def in_columns(figures: tuple[int | None, ...], table: Table) -> tuple[Figure, ...] | None:
    """One figure per position, None for the sitting dealer; None when they are too many or few.

    Who sits out may be left out, or stand there as a dash or with 0.
    """
    sitting = table.sitting
    if sitting is None:
        return figures if len(figures) == table.size else None
    if len(figures) == table.size - 1:
        return (*figures[: sitting - 1], None, *figures[sitting - 1 :])
    if len(figures) != table.size:
        return None
    mine = figures[sitting - 1] or None
    return (*figures[: sitting - 1], mine, *figures[sitting:])


def only_owed(rules: RuleSet) -> Played | None:
    """Return the kind of solo that everybody owes, None where there are several, or none."""
    owed = [kind.name for kind in rules.kinds if kind.fulfils]
    return owed[0] if len(owed) == 1 else None


def read_letters(text: str, rules: RuleSet) -> Letters | None:
    """Letters behind figures: kind, forced, who played alone or dealt where nothing else tells."""
    found = _letters(rules).fullmatch(text.strip())
    if found is None:
        return None
    letter, forced, soloist, dealer = found.groups()
    kind = letters_by(rules).get(letter.lower())
    if forced and kind is None:
        kind = only_owed(rules)
    seats = (int(seat) if seat else None for seat in (soloist, dealer))
    return Letters(kind, bool(forced), *seats)
