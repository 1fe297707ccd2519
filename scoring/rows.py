"""Errors within one row: its figures, kind, soloist, value, and sides."""

from collections.abc import Iterator

from scoring.doubling import doubled
from scoring.findings import Code, Finding, Severity, error, shown, warning
from scoring.game import Code as GameCode
from scoring.game import Impossible
from scoring.model import Figures, Row
from scoring.pattern import Pattern, Shape, is_whole, kind_error, mending_figure, odd_one_out
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
    found = _check_figures(number, row, sitting)
    if found is not None:
        return found
    if pattern.shape is Shape.UNREADABLE:
        found = _check_sum_and_parity(number, row)
        if found is not None:
            return found
    code, kind = kind_error(row, pattern), row.kind.value
    is_played = row.kind.is_announced_solo and rules.solo_kinds.get(row.solo_kind or "", False)
    if code is None and row.solo_kind is not None and not is_played:
        return error(Code.SOLO_KIND, number, row.soloist, kind=row.solo_kind)
    if code is None:
        return _check_value(number, row, pattern, rules, unscored)
    if code is Code.UNEQUAL_PARTNERS:
        return error(code, number, points=row.points)
    if code in (Code.SOLO_NOT_TRIPLED, Code.TEAM_GAME_TRIPLED):
        seat = row.soloist if pattern.alone is None else pattern.alone
        return error(code, number, seat, kind=kind, points=row.points)
    right = {} if pattern.alone is None else {"right_soloist": pattern.alone}
    return error(code, number, row.soloist, kind=kind, **right)


def _check_figures(number: int, row: Row, sitting: int | None) -> Finding | None:
    """Check the figures as such: one for everybody who plays, no other."""
    if sitting is not None and row.points[sitting - 1] is not None:
        figure = shown(row.points[sitting - 1])
        return error(Code.FIVE_TABLE_DEALER_SCORED, number, sitting, figure=figure)
    for seat, points in enumerate(row.points, start=1):
        if points is None and seat != sitting:
            return error(Code.POINTS_MISSING, number, seat)
    found = first_not_whole(row.points, "points", number)
    return found or first_not_whole(row.cumulative, "cumulative", number)


def _check_sum_and_parity(number: int, row: Row) -> Finding | None:
    """Check that the figures add up to 0, and are all odd or all even."""
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


def first_not_whole(figures: Figures | None, field: str, row: int | None) -> Finding | None:
    """Return the finding on the first figure that is not an integer."""
    for seat, figure in enumerate(figures or (), start=1):
        if figure is not None and not is_whole(figure):
            return error(Code.NOT_INTEGER, row, seat, figure=shown(figure), field=field)
    return None


def _check_value(
    number: int, row: Row, pattern: Pattern, rules: RuleSet, unscored: bool
) -> Finding | None:
    limit, likely = rules.highest(row.kind, len(row.points)), rules.likely(row.kind)
    if limit is not None and pattern.value > limit:
        return error(Code.VALUE_OUT_OF_RANGE, number, value=pattern.value, limit=limit)
    if pattern.value < rules.least and not unscored:
        again = {"value": pattern.value, "least": rules.least}
        kind = row.kind.value
        return error(Code.VALUE_UNREACHABLE, number, kind=kind, points=row.points, **again)
    if pattern.value % rules.step(row.kind):
        return error(Code.VALUE_UNREACHABLE, number, kind=row.kind.value, points=row.points)
    found = _check_detail(number, row, rules)
    if found is None and likely is not None and pattern.value > likely:
        return warning(Code.VALUE_UNLIKELY, number, value=pattern.value, limit=likely)
    is_told = row.detail is not None or unscored
    if found is None and pattern.value == 0 and row.kind.is_alone and not is_told:
        # Without extra points only a game that nobody wins can be worth nothing (TSR 7.1.3).
        return warning(Code.VALUE_UNLIKELY, number, value=0)
    return found


def _check_detail(number: int, row: Row, rules: RuleSet) -> Finding | None:
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
    is_other_solo = row.solo_kind not in (None, row.detail.get("game_type"))
    is_other_kind = value.kind != row.kind and not {value.kind, row.kind} <= with_partners
    if is_other_solo or is_other_kind:
        return error(Code.DETAIL_IMPOSSIBLE, number, error=OTHER_KIND)
    right = (value.points, doubled(value.points)) if rules.doubling_rounds else (value.points,)
    if row.points not in right:
        return error(Code.VALUE_MISMATCH, number, points=row.points, right_points=value.points)
    return None


def has_row_error(found: Finding | None) -> bool:
    """Whether the row's own figures are in doubt, so that nothing is derived from them."""
    return found is not None and found.severity is Severity.ERROR


def check_sides(number: int, row: Row, sitting: int | None, rules: RuleSet) -> Finding | None:
    """Return the first error of a row where only winners score, or None.

    All of a side have the same. `sitting` is the dealer who sits out, if one does.
    """
    found = _check_figures(number, row, sitting)
    if found is not None:
        return found
    for seat, figure in enumerate(row.points, start=1):
        if is_whole(figure) and figure < 0:
            return error(Code.NEGATIVE_POINTS, number, seat, figure=figure, field="points")
    # The soloist is named, plays, and is the one whose figure may differ.
    size, kind, named = len(row.points), row.kind.value, row.soloist
    odd = odd_one_out(row.points)
    right = {} if odd is None else {"right_soloist": odd}
    if not row.kind.is_alone and named is not None:
        return error(Code.SOLOIST_MISMATCH, number, named, kind=kind)
    if row.kind.is_alone and named is None:
        return error(Code.SOLOIST_MISSING, number, kind=kind, **right)
    if named is not None:
        is_playing = 1 <= named <= size and named != sitting
        if not is_playing or odd not in (None, named):
            return error(Code.SOLOIST_MISMATCH, number, named, kind=kind, **right)
    # There are two sides of the right size, with points possible in such a game.
    pairs = list(_pairs(row, sitting, rules))
    if not pairs or any(row.points[seat - 1] for seat in row.no_side):
        sides = rules.sides(kind, size)
        return error(Code.SIDE_UNEQUAL, number, kind=kind, points=row.points, sides=sides)
    reachable = rules.reachable(kind, size, row.forced)
    if reachable is None or not reachable.isdisjoint(pairs):
        return _check_detail(number, row, rules)
    limit = rules.most_extra_points(size)
    if min(pairs[0]) > limit:
        return error(Code.BOTH_SIDES_WON, number, points=row.points, limit=limit)
    return error(Code.VALUE_UNREACHABLE, number, kind=kind, points=row.points)


def _pairs(row: Row, sitting: int | None, rules: RuleSet) -> Iterator[tuple[int, int]]:
    """Yield the points of Re and Kontra for every valid interpretation of the figures.

    Who is Re need not be known, except for a soloist.
    """
    figures = {
        seat: figure
        for seat, figure in enumerate(row.points, start=1)
        if seat not in (sitting, *row.no_side) and is_whole(figure)
    }
    points, soloist = list(figures.values()), row.soloist
    for re, kontra in rules.sides(row.kind, len(row.points)):
        if len(figures) != re + kontra:
            continue
        if row.kind.is_alone:
            others = {figure for seat, figure in figures.items() if seat != soloist}
            if soloist is not None and soloist in figures and len(others) == 1:
                yield figures[soloist], others.pop()
            continue
        values = sorted(set(points))
        if len(values) == 1:
            yield values[0], values[0]
        for one, other in (values, values[::-1]) if len(values) == 2 else ():
            if points.count(one) == re:
                yield one, other
