"""Figures of all positions in one field: the points of a game, or running totals."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from scoring.model import Figure, Played
from scoring.notation.values import DEALT_BY, FORCED, Table, letters_by
from scoring.rulesets import RuleSet, Scoring

_TOKEN = re.compile(r"[+\-−–]?[0-9]{1,6}(?![0-9])|[-−–.](?![0-9])")
_BETWEEN = re.compile(r"[\s/|;,]*")
_DASHES = "-−–."


class FigureRun(NamedTuple):
    """The figures at the start of a text, None for a dash, and where they end."""

    figures: tuple[int | None, ...]
    end: int


class Letters(NamedTuple):
    """What letters add to a game with known figures.

    `dealer` is who dealt it out of turn.
    """

    kind: Played | None = None
    forced: bool = False
    soloist: int | None = None
    dealer: int | None = None


@lru_cache(maxsize=4096)  # of games there are few different ones, each read several times
def read_figures(text: str) -> FigureRun:
    """Read the figures at the start of a text: "+4 −4 +4 −4", "4/-4/4/-4", "– 3 3 -3 -3"."""
    found: list[int | None] = []
    at = end = len(text) - len(text.lstrip())
    while token := _TOKEN.match(text, at):
        typed = token.group()
        if typed in _DASHES:  # alone
            found.append(None)
        else:
            found.append(-int(typed[1:]) if typed[0] in _DASHES else int(typed))
        end = token.end()
        between = _BETWEEN.match(text, end)
        at = between.end() if between else end
    return FigureRun(tuple(found), end)


def are_running_totals(
    lines: Iterable[str], table_size: int, rules: RuleSet, *, fewest: int = 1
) -> bool:
    """Whether the figures typed in place of games are more likely the running totals.

    They are complete in at least `fewest` lines, and most of them cannot be a game, which has two
    sides.
    """
    complete, games = 0, 0
    for line in lines:
        run = read_figures(line)
        if run.end != len(line.rstrip()) or len(run.figures) != table_size:
            continue
        complete += 1
        sizes = sorted({abs(figure) for figure in run.figures if figure})
        if rules.scoring is Scoring.WINNERS_ONLY:
            games += len(sizes) <= 2
        else:
            games += sizes[1:] in ([], [rules.factor_alone * size for size in sizes[:1]])
    return complete >= fewest and 2 * games < complete


def in_columns(figures: tuple[int | None, ...], table: Table) -> tuple[Figure, ...] | None:
    """Return one figure per position, None for the sitting dealer; None if their number is wrong.

    The dealer who sits out may be left out, or have a dash or 0.
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
    """Return the kind of solo that everybody owes, None if there are several, or none."""
    owed = [kind.name for kind in rules.kinds if kind.fulfils]
    return owed[0] if len(owed) == 1 else None


@cache
def _letters_pattern(rules: RuleSet) -> re.Pattern[str]:
    seat = f"[1-{max(rules.table_sizes)}]"
    return re.compile(
        rf"([{''.join(letters_by(rules))}]?)({FORCED}?)\s*({seat}?)"
        rf"{_BETWEEN.pattern}(?:{DEALT_BY}\s*({seat}))?",
        re.IGNORECASE,
    )


def read_letters(text: str, rules: RuleSet) -> Letters | None:
    """Read letters after figures: kind, forced, and soloist or dealer where needed."""
    found = _letters_pattern(rules).fullmatch(text.strip())
    if found is None:
        return None
    letter, forced, soloist, dealer = found.groups()
    kind = letters_by(rules).get(letter.lower())
    if forced and kind is None:
        kind = only_owed(rules)
    seats = (int(seat) if seat else None for seat in (soloist, dealer))
    return Letters(kind, bool(forced), *seats)
