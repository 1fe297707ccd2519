"""Errors within one row where only winners score, everybody of a side the same."""

from collections.abc import Iterator, Mapping

from scoring.findings import Code, Finding, error
from scoring.model import Row
from scoring.pattern import is_whole, odd_one_out
from scoring.rows import check_detail, check_figures
from scoring.rulesets import RuleSet

Pair = tuple[int, int]
"""Points of Re and of Kontra."""


def check_sides(number: int, row: Row, sitting: int | None, rules: RuleSet) -> Finding | None:
    """Return the first error of a row, or None.

    `sitting` is the dealer who sits out, if one does.
    """
    return (
        check_figures(number, row, sitting)
        or _negative(number, row)
        or _soloist(number, row, sitting)
        or _points(number, row, sitting, rules)
        or check_detail(number, row, rules)
    )


def _negative(number: int, row: Row) -> Finding | None:
    for seat, figure in enumerate(row.points, start=1):
        if is_whole(figure) and figure < 0:
            return error(Code.NEGATIVE_POINTS, number, seat, figure=figure, field="points")
    return None


def _soloist(number: int, row: Row, sitting: int | None) -> Finding | None:
    """Check the soloist: named, playing, and the one whose figure may differ."""
    odd, named, kind = odd_one_out(row.points), row.soloist, row.kind.value
    right = {} if odd is None else {"right_soloist": odd}
    if not row.kind.is_alone:
        return None if named is None else error(Code.SOLOIST_MISMATCH, number, named, kind=kind)
    if named is None:
        return error(Code.SOLOIST_MISSING, number, kind=kind, **right)
    plays = 1 <= named <= len(row.points) and named != sitting
    if not plays or odd not in (None, named):
        return error(Code.SOLOIST_MISMATCH, number, named, kind=kind, **right)
    return None


def _points(number: int, row: Row, sitting: int | None, rules: RuleSet) -> Finding | None:
    """Check that there are two sides of the right size, with points possible in such a game."""
    size, kind = len(row.points), row.kind.value
    pairs = list(_pairs(row, sitting, rules))
    if not pairs or any(row.points[seat - 1] for seat in row.no_side):
        sides = rules.sides(kind, size)
        return error(Code.SIDE_UNEQUAL, number, kind=kind, points=row.points, sides=sides)
    reachable = rules.reachable(kind, size, row.forced)
    if reachable is None or not reachable.isdisjoint(pairs):
        return None
    limit = rules.most_extra_points(size)
    if min(pairs[0]) > limit:
        return error(Code.BOTH_SIDES_WON, number, points=row.points, limit=limit)
    return error(Code.VALUE_UNREACHABLE, number, kind=kind, points=row.points)


def _pairs(row: Row, sitting: int | None, rules: RuleSet) -> Iterator[Pair]:
    """Yield the points of Re and Kontra for every valid interpretation of the figures.

    Who is Re need not be known, except for a soloist.
    """
    away = {sitting, *row.no_side}
    figures = {
        seat: figure
        for seat, figure in enumerate(row.points, start=1)
        if seat not in away and is_whole(figure)
    }
    for re, kontra in rules.sides(row.kind, len(row.points)):
        if len(figures) != re + kontra:
            continue
        if row.kind.is_alone:
            yield from _against(figures, row.soloist)
        else:
            yield from _shared(tuple(figures.values()), re)


def _against(figures: Mapping[int, int], soloist: int | None) -> Iterator[Pair]:
    others = {figure for seat, figure in figures.items() if seat != soloist}
    if soloist is not None and soloist in figures and len(others) == 1:
        yield figures[soloist], others.pop()


def _shared(figures: tuple[int, ...], re: int) -> Iterator[Pair]:
    values = sorted(set(figures))
    if len(values) == 1:
        yield values[0], values[0]
    for one, other in (values, values[::-1]) if len(values) == 2 else ():
        if figures.count(one) == re:
            yield one, other
