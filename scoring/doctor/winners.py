"""Alternative readings of a row where only winners score (`scoring.sides`)."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from scoring.columns import exchanged
from scoring.doctor.case import Case
from scoring.doctor.digits import turned
from scoring.doctor.model import COMMON, Reason, Repair
from scoring.model import Figures, Row
from scoring.pattern import is_whole, odd_one_out
from scoring.sides import check_sides

RARER_KIND = 0.1
"""Additional cost of each further kind among those with the same figures."""


def fits_sides(case: Case, number: int, row: Row) -> bool:
    """Whether a row in this place can have been played."""
    return check_sides(number, row, case.sitting[number - 1], case.sheet.rules) is None


def points_of_winners(case: Case, number: int, row: Row) -> Iterator[Figures]:
    """Yield points with one figure replaced, or with two exchanged."""
    seats, sitting = range(1, case.sheet.table_size + 1), case.sitting[number - 1]
    active = [seat for seat in seats if seat != sitting]
    for seat in active:
        for figure in _figures_perhaps_meant(row, seat, active):
            yield (*row.points[: seat - 1], figure, *row.points[seat:])
    for one, other in combinations(seats, 2):
        yield exchanged(row.points, one, other)


def _figures_perhaps_meant(row: Row, seat: int, active: list[int]) -> list[int]:
    """Return the figure of the others of a side; reversed, without its sign, or tripled."""
    others = [row.points[each - 1] for each in active if each != seat]
    figures = {figure for figure in others if is_whole(figure)}
    written = row.points[seat - 1]
    if is_whole(written):
        figures |= {abs(written), turned(abs(written))}
        figures |= {3 * written} if row.kind.is_alone else set()
    return sorted(figures)


def kinds_of_winners(case: Case) -> Iterator[Repair]:
    """Yield one row with another kind or another soloist, as its figures allow; not with both."""
    for number in case.rows_found():
        row = case.sheet.rows[number - 1]
        alone = odd_one_out(row.points) or row.soloist
        others = 0
        for kind in case.sheet.rules.kinds:
            soloist = alone if kind.alone else None
            is_other = kind.name != row.kind
            is_another = soloist != row.soloist
            two_slips = is_other and is_another and kind.alone and row.kind.is_alone
            if two_slips or not (is_other or is_another):
                continue
            meant = replace(row, kind=kind.name, soloist=soloist)
            if fits_sides(case, number, meant):
                reason = Reason.WRONG_KIND if is_other else Reason.WRONG_SOLOIST
                mended = case.with_row(number, kind=kind.name, soloist=soloist)
                rarer = RARER_KIND * others if is_other else 0
                yield Repair(reason, COMMON[reason] + rarer, mended)
                others += is_other
