"""Alternative readings of the points of one row."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, takewhile
from typing import cast

from scoring.doctor.model import COMMON, Case, Reason, Repair, differ, replaced, turned
from scoring.findings import Code
from scoring.ledger import Ledger, exchanged, shifted
from scoring.model import Figure, Figures, Row, ScoreSheet
from scoring.pattern import Shape, is_whole, kind_error, pattern_of

MOST_ROWS = 40
"""One slip affects a few rows only; a list with many doubtful ones has many mistakes."""
SECOND_CELL = 0.3
"""Added to the cost for each further cell of the same slip."""


def reread_points(case: Case) -> Iterator[Repair]:
    """Yield every doubtful row with each reading of its figures that fits its kind.

    The running totals either contradict the figures as written, or were added up from them, and are
    then shifted as well.
    """
    # Rows with an error, and those before a wrong total without running totals.
    doubtful = set(case.rows_found())
    wrong = case.rows_found(Code.WRONG_CUMULATIVE)
    if not doubtful and Code.WRONG_TOTAL in case.codes:
        wrong = [len(case.sheet.rows)]
    for end in wrong:
        doubtful.update((end, *takewhile(case.ledger.is_blank, range(end - 1, 0, -1))))
    for number in sorted(doubtful)[:MOST_ROWS]:
        row = case.sheet.rows[number - 1]
        told = case.ledger.told(number)
        for points in _readings(case, number, row):
            explained = _explain(row, points, told)
            if explained is not None:
                reason, cost = explained
                for mended in rewritten(case.sheet, number, points):
                    yield Repair(reason, cost, mended)


def rewritten(
    written: ScoreSheet, number: int, points: Figures, **contents: object
) -> Iterator[ScoreSheet]:
    """Yield the list with other points in a row, its running totals kept or shifted."""
    before, typed = written.rows[number - 1].points, Ledger(written).implied(number)
    sheet = replaced(written, number, points=points, **contents)
    if _agrees(typed, points):
        yield sheet
    steps = [_whole(new) - _whole(old) for old, new in zip(before, points, strict=True)]
    if _agrees(typed, before) and any(steps):
        yield shifted(sheet, number, steps)


def doubled_as_due(case: Case) -> Iterator[Repair]:
    """Yield the list with every row that should have been doubled doubled, and the reverse."""
    due = {
        found.row: cast(Figures, found.params["right_points"])
        for found in case.errors
        if found.code in (Code.NOT_DOUBLED, Code.WRONGLY_DOUBLED) and found.row is not None
    }
    sheets = [case.sheet] if due else []
    for number, points in due.items():
        sheets = [mended for sheet in sheets for mended in rewritten(sheet, number, points)]
    for mended in sheets:
        yield Repair(Reason.DOUBLING_ROUND, COMMON[Reason.DOUBLING_ROUND], mended)


def _agrees(told: tuple[int | None, ...], points: Figures) -> bool:
    """Whether the running totals, where there are any, give these points."""
    return all(
        figure is None or figure == _whole(typed)
        for figure, typed in zip(told, points, strict=True)
    )


def _whole(figure: Figure) -> int:
    return figure if is_whole(figure) else 0


def _readings(case: Case, number: int, row: Row) -> Iterator[Figures]:
    """Yield points the row may stand for, its kind and soloist taken as written."""
    sitting, told = case.sitting[number - 1], case.ledger.told(number)
    active = [seat for seat in range(1, case.sheet.table_size + 1) if seat != sitting]
    limit = case.sheet.rules.highest(row.kind, case.sheet.table_size)
    candidates: list[Figures] = [
        tuple(figure if seat in active else None for seat, figure in enumerate(told, 1))
    ]
    candidates += (
        cast(Figures, found.params["right_points"])
        for found in case.errors
        if found.code is Code.VALUE_MISMATCH and found.row == number
    )
    if case.winners_only:
        candidates += _points_of_winners(case, row, active)
    elif row.kind.is_alone:
        candidates += (
            _in_seat_order(row, active, {soloist: 3 * value}, -value)
            for soloist in active
            if soloist == row.soloist
            for size in _values(row, limit)
            for value in (size, -size)
        )
    else:
        candidates += (
            _in_seat_order(row, active, dict.fromkeys(winners, value), -value)
            for value in _values(row, limit)
            for winners in combinations(active, 2)
        )
    for points in dict.fromkeys(candidates):
        if not differ(points, row.points):
            continue
        meant = replace(row, points=points)
        if case.winners_only:
            fits = case.fits_sides(number, meant)
        else:
            pattern = pattern_of(points)
            fits = pattern.shape is not Shape.UNREADABLE and kind_error(meant, pattern) is None
        if fits:
            yield points


def _points_of_winners(case: Case, row: Row, active: list[int]) -> Iterator[Figures]:
    """Yield points with one figure replaced, or with two exchanged.

    In its place stands one of the others of a side; or it is reversed, without its sign, tripled.
    """
    for seat in active:
        others = [row.points[each - 1] for each in active if each != seat]
        figures = {figure for figure in others if is_whole(figure)}
        written = row.points[seat - 1]
        if is_whole(written):
            figures |= {abs(written), turned(abs(written))}
            figures |= {3 * written} if row.kind.is_alone else set()
        for figure in sorted(figures):
            yield (*row.points[: seat - 1], figure, *row.points[seat:])
    for one, other in combinations(range(1, case.sheet.table_size + 1), 2):
        yield exchanged(row.points, one, other)


def _in_seat_order(row: Row, active: list[int], known: dict[int, int], rest: int) -> Figures:
    return tuple(
        known.get(seat, rest) if seat in active else None for seat in range(1, len(row.points) + 1)
    )


def _values(row: Row, limit: int | None) -> list[int]:
    """Return the values suggested by a row's figures: as written, reversed, tenfold, or a third."""
    sizes = {abs(figure) for figure in row.points if is_whole(figure)}
    sizes |= {turned(size) for size in sizes} | {10 * size for size in sizes}
    sizes |= {size // 3 for size in sizes if size % 3 == 0}
    return sorted(size for size in sizes if limit is None or size <= limit)


def _explain(
    row: Row, points: Figures, told: tuple[int | None, ...]
) -> tuple[Reason, float] | None:
    """Return the slip that turns these points into those written, and its cost.

    None if it takes more than one slip and the running totals do not show the points.
    """
    cells = [
        (seat, old, new)
        for seat, (old, new) in enumerate(zip(row.points, points, strict=True), start=1)
        if differ(old, new)
    ]
    reasons = {_slip(row, seat, old, new) for seat, old, new in cells}
    (seat, old, new), (other, other_old, other_new) = cells[0], cells[-1]
    if len(cells) == 2 and (old, new) == (other_new, other_old):  # two figures are exchanged
        is_beside = other - seat == 1
        reason = Reason.NEIGHBOUR_COLUMN if is_beside else Reason.PLAYERS_EXCHANGED
    elif len(reasons) == 1 and (len(cells) == 1 or Reason.SIGN_FORGOTTEN in reasons):
        (reason,) = reasons
    elif reasons <= {Reason.SOLO_NOT_TRIPLED, Reason.SIGN_FORGOTTEN}:
        reason = Reason.SOLO_NOT_TRIPLED
    elif None not in told and _agrees(told, points):
        reason = Reason.RUNNING_TOTALS_TELL
    elif row.detail is not None:
        reason = Reason.DETAIL_TELLS
    else:
        return None
    return reason, COMMON[reason] + SECOND_CELL * (len(cells) - 1)


def _slip(row: Row, seat: int, old: Figure, new: Figure) -> Reason:
    """Return what happened in one cell."""
    if old is None:
        return Reason.FIGURE_MISSING
    if not is_whole(old) or not is_whole(new):
        return Reason.FIGURE_MISREAD
    if row.kind.is_alone and ((seat == row.soloist and new == 3 * old) or old == 3 * new):
        return Reason.SOLO_NOT_TRIPLED
    if new == -old:
        return Reason.SIGN_FORGOTTEN
    if (new > 0) == (old > 0) and abs(old) == turned(abs(new)):
        return Reason.DIGITS_TRANSPOSED
    return Reason.FIGURE_MISREAD
