"""Figures of all positions in one field: the points of a game, or the running totals after it."""

import re
from dataclasses import dataclass

from scoring.model import FIVE_TABLE, Figure, RowKind
from scoring.notation import LETTERS
from tournament.forms.typed import whole_number

_TOKEN = re.compile(r"[+\-−–]?[0-9]{1,6}(?![0-9])|[-−–.](?![0-9])")
_BETWEEN = re.compile(r"[\s/|;,]*")
_LETTERS = re.compile(r"([plsuh]?)(v?)\s*([1-5]?)", re.IGNORECASE)

FORCED = "v"


@dataclass(frozen=True, slots=True)
class FigureRun:
    """The figures a text begins with, None where a dash stands, and where they end in it."""

    figures: tuple[int | None, ...]
    end: int


@dataclass(frozen=True, slots=True)
class Letters:
    """What letters say of a game whose figures are known: kind, forced, soloist, if they do."""

    kind: RowKind | None = None
    forced: bool = False
    soloist: int | None = None


def read_figures(text: str) -> FigureRun:
    """The figures at the beginning of a text: "+4 −4 +4 −4", "4/-4/4/-4", "– 3 3 -3 -3"."""
    found: list[int | None] = []
    at = end = len(text) - len(text.lstrip())
    while token := _TOKEN.match(text, at):
        found.append(whole_number(token.group()))
        end = token.end()
        between = _BETWEEN.match(text, end)
        at = between.end() if between else end
    return FigureRun(tuple(found), end)


def is_points(text: str, players: int) -> bool:
    """Whether a line holds the points of all positions: no other line has so many figures."""
    return len(read_figures(text.partition("!")[0]).figures) >= players


def in_columns(
    figures: tuple[int | None, ...], table_size: int, sitting: int | None
) -> tuple[Figure, ...] | None:
    """One figure per position, None for the sitting dealer; None when they are too many or few.

    Who sits out may be left out, or stand there as a dash or with 0.
    """
    if sitting is None or table_size != FIVE_TABLE:
        return figures if len(figures) == table_size else None
    if len(figures) == table_size - 1:
        return (*figures[: sitting - 1], None, *figures[sitting - 1 :])
    if len(figures) != table_size:
        return None
    mine = figures[sitting - 1] or None
    return (*figures[: sitting - 1], mine, *figures[sitting:])


def read_letters(text: str) -> Letters | None:
    """Letters behind figures: kind, forced, and the soloist where the figures do not tell him."""
    found = _LETTERS.fullmatch(text.strip())
    if found is None:
        return None
    letter, forced, soloist = found.groups()
    kind = LETTERS.get(letter.lower())
    if forced and kind is None:
        kind = RowKind.COMPULSORY_SOLO
    return Letters(kind, bool(forced), int(soloist) if soloist else None)
