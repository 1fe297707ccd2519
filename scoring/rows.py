"""Errors within one row: its figures, kind, soloist, value."""

from collections.abc import Collection

from scoring.findings import Code, Finding, Severity, error, shown, warning
from scoring.game import Code as GameCode
from scoring.game import Impossible
from scoring.model import Figures, Row
from scoring.pattern import Pattern, is_whole, kind_error, mending_figure
from scoring.rulesets import RuleSet

OTHER_KIND = "other_kind"
"""Besides the codes of a refused game: the described game is of another kind than the row."""


def check_row(
    number: int,
    row: Row,
    pattern: Pattern,
    sitting: int | None,
    rules: RuleSet,
    unscored: bool = False,
) -> Finding | None:
    """Return the first error of a row, or None.

    `number` is the position of the row in the list, `sitting` the dealer without cards at a
    five-table; `unscored`: a penalty may be all that is booked for the game. Running totals are
    compared elsewhere; here they only must be integers.
    """
    return (
        check_figures(number, row, sitting)
        or _sum_or_parity(number, row)
        or _kind_finding(number, row, pattern)
        or _value_finding(number, row, pattern, rules, unscored)
    )


def check_figures(number: int, row: Row, sitting: int | None) -> Finding | None:
    """Check the figures as such: one for everybody who plays, no other."""
    return (
        _sitting_figure(number, row, sitting)
        or _missing_figure(number, row, sitting)
        or _broken_figure(number, row, sitting)
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
    """Return the finding on the first figure that is not an integer."""
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


def _value_finding(
    number: int, row: Row, pattern: Pattern, rules: RuleSet, unscored: bool
) -> Finding | None:
    limit, likely = rules.highest(row.kind, len(row.points)), rules.likely(row.kind)
    if limit is not None and pattern.value > limit:
        return error(Code.VALUE_OUT_OF_RANGE, number, value=pattern.value, limit=limit)
    if pattern.value % rules.step(row.kind):
        return error(Code.VALUE_UNREACHABLE, number, kind=row.kind.value, points=row.points)
    found = check_detail(number, row, rules)
    if found is None and likely is not None and pattern.value > likely:
        return warning(Code.VALUE_UNLIKELY, number, value=pattern.value, limit=likely)
    if found is None and pattern.value == 0 and row.kind.is_alone and not unscored:
        # Without extra points only a game that nobody wins can be worth nothing (TSR 7.1.3).
        return warning(Code.VALUE_UNLIKELY, number, value=0)
    return found


def check_detail(number: int, row: Row, rules: RuleSet) -> Finding | None:
    """Compare the row with the described game, if there is a description."""
    if row.detail is None:
        return None
    try:
        value = rules.value_of(row.detail, len(row.points))
        if len(value.points) != len(row.points):
            raise Impossible(GameCode.MEMBERS)
    except Impossible as refused:
        return error(Code.DETAIL_IMPOSSIBLE, number, error=refused.code.value)
    # A wedding may stand on the list as a normal game; nothing depends on it.
    with_partners = {kind.name for kind in rules.kinds if not kind.alone}
    if value.kind != row.kind and not {value.kind, row.kind} <= with_partners:
        return error(Code.DETAIL_IMPOSSIBLE, number, error=OTHER_KIND)
    if row.points not in _figures_on_list(value.points, rules):
        return error(Code.VALUE_MISMATCH, number, points=row.points, right_points=value.points)
    return None


def _figures_on_list(points: Collection[int | None], rules: RuleSet) -> tuple[Figures, ...]:
    """Return the possible figures of a game: its points, in a doubling round twice of them."""
    doubled = tuple(None if figure is None else 2 * figure for figure in points)
    return (tuple(points), doubled) if rules.doubling_rounds else (tuple(points),)


def has_row_error(found: Finding | None) -> bool:
    """Whether the row's own figures are in doubt, so that nothing is derived from them."""
    return found is not None and found.severity is Severity.ERROR
