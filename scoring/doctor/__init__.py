"""The list doctor: for a list with a slip, the corrections that make it consistent again.

Every repair is tried: only what leaves no error in the whole list is proposed, the likeliest slip
first. What the list does not show cannot be found: two players exchanged in every row, or a
figure without any second figure that contradicts it.
"""

from scoring.doctor.case import Case
from scoring.doctor.changes import changes
from scoring.doctor.figures import reread_points
from scoring.doctor.missing_row import row_left_out
from scoring.doctor.model import Change, Field, Proposal, Reason, Repair
from scoring.doctor.running_totals import added_up_again, columns_exchanged
from scoring.doctor.solos import (
    dealers_in_turn,
    forced_marks,
    kinds_reread,
    marks_exchanged,
    soloists_exchanged,
)
from scoring.findings import SheetReport
from scoring.model import ScoreSheet
from scoring.pattern import is_whole
from scoring.sheet import check

__all__ = ["Change", "Field", "Proposal", "Reason", "propose"]

MOST_PROPOSALS = 5
MOST_TRIED = 300
"""Repairs tried, at most, for a list with so many mistakes that none of them helps."""

_REPAIRERS = (
    reread_points,
    kinds_reread,
    marks_exchanged,
    soloists_exchanged,
    forced_marks,
    added_up_again,
    dealers_in_turn,
    columns_exchanged,
    row_left_out,
)


def propose(sheet: ScoreSheet, report: SheetReport | None = None) -> tuple[Proposal, ...]:
    """Return up to five corrections of a list, the likeliest first; none for a valid list.

    Each makes the whole list free of errors, as `scoring.sheet.check` finds them. `report` is
    the check of this list, if it is at hand.
    """
    report = report or check(sheet)
    if report.ok or not sheet.rows:
        return ()
    case = Case(sheet, report)
    found: dict[tuple[Change, ...], Proposal] = {}
    for repair, made in _likeliest_first(case)[:MOST_TRIED]:
        if made not in found and check(repair.mended).ok:
            first = next((change.row for change in made if change.row is not None), None)
            found[made] = Proposal(first, made, repair.reason, repair.mended)
            if len(found) == MOST_PROPOSALS:
                break
    return tuple(found.values())


def _likeliest_first(case: Case) -> list[tuple[Repair, tuple[Change, ...]]]:
    """Every repair that may help, with its changes; of equally likely ones the shortest first."""
    repairs = [
        (repair, changes(case.sheet, repair))
        for repairer in _REPAIRERS
        for repair in repairer(case)
        if _adds_up(repair.mended)
    ]
    return sorted(repairs, key=lambda each: (each[0].cost, len(each[1])))


def _adds_up(sheet: ScoreSheet) -> bool:
    """Whether points and penalties give the totals at the foot: quickly told, often not."""
    penalties = [penalty.points for penalty in sheet.penalties]
    columns = zip(*(row.points for row in sheet.rows), *penalties, strict=True)
    return all(
        total is None or total == sum(figure for figure in column if is_whole(figure))
        for total, column in zip(sheet.totals or (), columns, strict=False)
    )
