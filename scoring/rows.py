"""What is wrong inside one row: its figures, its kind, its soloist, its value."""

from scoring.findings import Code, Finding, Severity, error, shown, warning
from scoring.game import Code as GameCode
from scoring.game import Impossible, evaluate, game_from_json
from scoring.model import Figures, Row
from scoring.pattern import Pattern, Shape, is_whole, kind_error, mending_figure

# Highest possible and highest likely value before tripling, with and without a partner.
TEAM_LIMIT, TEAM_LIKELY = 29, 10
ALONE_LIMIT, ALONE_LIKELY = 21, 8
OTHER_KIND = "other_kind"
"""Beside the codes of a refused game: the one described is of another kind than the row."""


def check_row(
    number: int, row: Row, pattern: Pattern, sitting: int | None, unscored: bool = False
) -> Finding | None:
    """Return the first thing that is wrong with a row, None when nothing is.

    `number` is the place of the row in the list, `sitting` the dealer without cards at a
    five-table; `unscored`: a penalty may be all that is booked for the game. Running totals are
    compared elsewhere; here they only must be whole numbers.
    """
    return (
        _sitting_figure(number, row, sitting)
        or _missing_figure(number, row, sitting)
        or _broken_figure(number, row, sitting)
        or _sum_or_parity(number, row)
        or _kind_finding(number, row, pattern)
        or _value_finding(number, row, pattern, unscored)
    )


def _missing_figure(number: int, row: Row, sitting: int | None) -> Finding | None:
    for seat, figure in enumerate(row.points, start=1):
        if figure is None and seat != sitting:
            return error(Code.POINTS_MISSING, number, seat)
    return None


def _broken_figure(number: int, row: Row, sitting: int | None) -> Finding | None:
    for seat, figure in enumerate(row.points, start=1):
        if seat != sitting and not is_whole(figure):
            return error(Code.NOT_INTEGER, number, seat, figure=shown(figure), field="points")
    return first_not_whole(row.cumulative, "cumulative", number)


def first_not_whole(figures: Figures | None, field: str, row: int | None) -> Finding | None:
    """Return the finding on the first figure that stands there and is no whole number."""
    for seat, figure in enumerate(figures or (), start=1):
        if figure is not None and not is_whole(figure):
            return error(Code.NOT_INTEGER, row, seat, figure=shown(figure), field=field)
    return None


def _sitting_figure(number: int, row: Row, sitting: int | None) -> Finding | None:
    if sitting is None or row.points[sitting - 1] is None:
        return None
    return error(
        Code.FIVE_TABLE_DEALER_SCORED, number, sitting, figure=shown(row.points[sitting - 1])
    )


def _sum_or_parity(number: int, row: Row) -> Finding | None:
    figures = {seat: figure for seat, figure in enumerate(row.points, 1) if is_whole(figure)}
    total = sum(figures.values())
    if total != 0:
        mending = mending_figure(row)
        hint = {} if mending is None else {"right_seat": mending[0], "right_figure": mending[1]}
        return error(Code.NONZERO_SUM, number, sum=total, **hint)
    odd = tuple(seat for seat, figure in figures.items() if figure % 2)
    even = tuple(seat for seat, figure in figures.items() if figure % 2 == 0)
    if odd and even:
        return error(Code.PARITY, number, odd_seats=odd, even_seats=even)
    return None


def _kind_finding(number: int, row: Row, pattern: Pattern) -> Finding | None:
    code = kind_error(row, pattern)
    if code is None:
        return None
    if code is Code.UNEQUAL_PARTNERS:
        return error(code, number, points=row.points)
    if code in (Code.SOLO_NOT_TRIPLED, Code.TEAM_GAME_TRIPLED):
        seat = row.soloist if pattern.alone is None else pattern.alone
        return error(code, number, seat, kind=row.kind.value, points=row.points)
    right = {} if pattern.alone is None else {"right_soloist": pattern.alone}
    return error(code, number, row.soloist, kind=row.kind.value, **right)


def _value_finding(number: int, row: Row, pattern: Pattern, unscored: bool) -> Finding | None:
    alone = pattern.shape is Shape.ALONE
    limit, likely = (ALONE_LIMIT, ALONE_LIKELY) if alone else (TEAM_LIMIT, TEAM_LIKELY)
    if pattern.value > limit:
        return error(Code.VALUE_OUT_OF_RANGE, number, value=pattern.value, limit=limit)
    found = _detail_finding(number, row)
    if found is None and pattern.value > likely:
        return warning(Code.VALUE_UNLIKELY, number, value=pattern.value, limit=likely)
    if found is None and pattern.value == 0 and row.kind.is_alone and not unscored:
        # Without extra points only a game that nobody wins can be worth nothing (TSR 7.1.3).
        return warning(Code.VALUE_UNLIKELY, number, value=0)
    return found


def _detail_finding(number: int, row: Row) -> Finding | None:
    """Compare the row with the game as described, where somebody has described it."""
    if row.detail is None:
        return None
    try:
        game = game_from_json(row.detail, table_size=len(row.points))
        points = evaluate(game).points
        if game.table_size != len(row.points):
            raise Impossible(GameCode.MEMBERS)
    except Impossible as refused:
        return error(Code.DETAIL_IMPOSSIBLE, number, error=refused.code.value)
    # A wedding may stand on the list as a normal game; nothing depends on it.
    if game.row_kind is not row.kind and (game.game_type.is_alone or row.kind.is_alone):
        return error(Code.DETAIL_IMPOSSIBLE, number, error=OTHER_KIND)
    if points != row.points:
        return error(Code.VALUE_MISMATCH, number, points=row.points, right_points=points)
    return None


def has_row_error(found: Finding | None) -> bool:
    """Whether the row's own figures are in doubt, so that nothing is built on them."""
    return found is not None and found.severity is Severity.ERROR
