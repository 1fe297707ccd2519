"""The pattern of four figures: two against two, one against three, or neither (TSR 7.2.4)."""

from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from scoring.findings import Code
from scoring.model import Figures, Row
from scoring.terms import PLAYERS, is_whole

__all__ = [
    "PLAYERS",
    "Pattern",
    "Shape",
    "is_whole",
    "kind_error",
    "mending_figure",
    "odd_one_out",
    "pattern_of",
    "possible_soloists",
]


class Shape(Enum):
    """The relation of the four players' figures."""

    ZERO = "nothing scored"
    TEAM = "two against two"
    ALONE = "one against three"
    UNEQUAL = "partners with different figures"
    UNREADABLE = "no four whole numbers with sum 0 and equal parity"


class Pattern(NamedTuple):
    """The shape, the value of the game before tripling, the seat of the one against three."""

    shape: Shape
    value: int = 0
    alone: int | None = None


def pattern_of(points: Figures) -> Pattern:
    """Return the pattern of a row's points, ignoring the None of a sitting dealer."""
    if not _WHOLE_OR_NONE.issuperset(map(type, points)):
        return Pattern(Shape.UNREADABLE)
    return _pattern_of(points)


_WHOLE_OR_NONE = frozenset((int, type(None)))


@lru_cache(maxsize=4096)  # of games there are few different ones, each read several times
def _pattern_of(points: tuple[int | None, ...]) -> Pattern:
    figures = [figure for figure in points if figure is not None]
    parities = {figure % 2 for figure in figures}
    if len(figures) != PLAYERS or sum(figures) != 0 or len(parities) != 1:
        return Pattern(Shape.UNREADABLE)
    if not any(figures):
        return Pattern(Shape.ZERO)
    different = set(figures)
    if len(different) != 2:
        return Pattern(Shape.UNEQUAL)
    for figure in different:
        if figures.count(figure) == 1:
            return Pattern(Shape.ALONE, abs(sum(different) - figure), points.index(figure) + 1)
    return Pattern(Shape.TEAM, abs(figures[0]))


def odd_one_out(points: Figures) -> int | None:
    """Return the only seat with a figure of its own, if all others have the same."""
    figures = [figure for figure in points if is_whole(figure)]
    different = set(figures)
    alone = [figure for figure in different if figures.count(figure) == 1]
    return points.index(alone[0]) + 1 if len(different) == 2 and len(alone) == 1 else None


def kind_error(row: Row, pattern: Pattern) -> Code | None:
    """Return why kind, soloist and pattern do not fit, None when they do or cannot be read."""
    if pattern.shape is Shape.UNREADABLE:
        return None
    if row.kind.is_alone:
        if row.soloist is None:
            return Code.SOLOIST_MISSING
        if pattern.shape is Shape.TEAM:
            return Code.SOLO_NOT_TRIPLED
        plays = 1 <= row.soloist <= len(row.points) and row.points[row.soloist - 1] is not None
        if not plays or pattern.alone not in (None, row.soloist):
            return Code.SOLOIST_MISMATCH
    elif pattern.shape is Shape.ALONE:
        return Code.TEAM_GAME_TRIPLED
    elif row.soloist is not None:
        return Code.SOLOIST_MISMATCH
    return Code.UNEQUAL_PARTNERS if pattern.shape is Shape.UNEQUAL else None


def possible_soloists(row: Row, pattern: Pattern) -> tuple[int, ...]:
    """Return possible soloists: the one written down, the one the figures show.

    Where a solo names no player and the figures do not tell, it may have been anyone.
    """
    unreadable = pattern.shape is Shape.UNREADABLE  # then a player's figure may be missing
    seats = tuple(
        seat
        for seat, figure in enumerate(row.points, start=1)
        if seat in (row.soloist, pattern.alone) and (unreadable or figure is not None)
    )
    return seats if seats or not row.kind.is_alone else tuple(range(1, len(row.points) + 1))


def mending_figure(row: Row) -> tuple[int, int] | None:
    """Return seat and figure that alone would correct the sum of a row, if there is just one."""
    figures = [figure for figure in row.points if is_whole(figure)]
    surplus = sum(figures)
    found = []
    for seat, figure in enumerate(row.points, start=1):
        if not is_whole(figure):
            continue
        points = (*row.points[: seat - 1], figure - surplus, *row.points[seat:])
        mended = Row(row.no, row.kind, points, soloist=row.soloist)
        pattern = pattern_of(points)
        readable = pattern.shape in (Shape.TEAM, Shape.ALONE, Shape.ZERO)
        if readable and kind_error(mended, pattern) is None:
            found.append((seat, figure - surplus))
    return found[0] if len(found) == 1 else None
