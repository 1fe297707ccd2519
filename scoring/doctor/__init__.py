"""The list doctor: corrections that make a list with a slip consistent again.

Every repair is tried: only those that leave no error in the whole list are proposed, the likeliest
slip first. Undetectable are two players exchanged in every row, and a figure without a second one
that contradicts it.
"""

from collections.abc import Iterator

from scoring.doctor.figures import doubled_as_due, reread_points
from scoring.doctor.model import (
    COMMON,
    Case,
    Change,
    Field,
    Proposal,
    Reason,
    Repair,
    changes,
    proposal_to_json,
)
from scoring.doctor.running_totals import added_up_again, columns_exchanged
from scoring.doctor.solos import (
    dealers_in_turn,
    forced_marks,
    kinds_of_winners,
    kinds_reread,
    marks_exchanged,
    soloists_exchanged,
)
from scoring.findings import Code
from scoring.habits import read_habit
from scoring.ledger import Ledger
from scoring.model import ScoreSheet
from scoring.row_slips import MOST_PROPOSALS, rows_left_out, rows_to_reread, rows_twice
from scoring.sheet import check_and_inspect, has_no_error

__all__ = ["Change", "Field", "Proposal", "Reason", "proposal_to_json", "propose"]

MOST_TRIED = 100
"""Maximum number of repairs tried, for a list with so many mistakes that none helps."""

UNLIKELY_KIND = 0.1


def _row_left_out(case: Case) -> Iterator[Repair]:
    """Yield the list with one more row, if the running totals or the totals show its points."""
    for missing in rows_left_out(case.sheet, case.errors):
        cost = COMMON[Reason.ROW_LEFT_OUT] + UNLIKELY_KIND * missing.unlikely
        yield Repair(Reason.ROW_LEFT_OUT, cost, missing.mended, inserted=missing.number)


def _row_twice(case: Case) -> Iterator[Repair]:
    """Yield the list without a row that repeats the one before it."""
    for twice in rows_twice(case.sheet, case.errors):
        cost = COMMON[Reason.ROW_TWICE]
        yield Repair(Reason.ROW_TWICE, cost, twice.mended, deleted=twice.number)


_OF_ANY_SCORING = (
    _row_twice,
    reread_points,
    forced_marks,
    added_up_again,
    dealers_in_turn,
    columns_exchanged,
    _row_left_out,
)
_OF_WINNERS = (*_OF_ANY_SCORING, kinds_of_winners)
_OF_PLUS_AND_MINUS = (
    *_OF_ANY_SCORING,
    doubled_as_due,
    kinds_reread,
    marks_exchanged,
    soloists_exchanged,
)


def propose(sheet: ScoreSheet) -> tuple[Proposal, ...]:
    """Return up to five corrections of a list, likeliest first; none for a valid list.

    Each makes the whole list free of errors, as `scoring.sheet.check` finds them. A list with far
    too many rows is no slip: nothing is proposed. Figures that one wrong row would explain are not
    changed; if more than five rows may be that one, nothing is proposed, either.
    """
    if sheet.is_beyond_mending or not sheet.rows:
        return ()
    report, inspection = check_and_inspect(sheet)
    if report.ok:
        return ()
    case = Case(sheet, report, inspection)
    habit = read_habit(sheet, case.sitting)
    if habit is not None:  # all points that follow from what is written, if they are right
        if habit.mended is None or not has_no_error(habit.mended):
            return ()
        cumulative = habit.code is Code.ONLY_CUMULATIVE
        reason = Reason.RUNNING_TOTALS_TELL if cumulative else Reason.ONE_SIDE_WRITTEN
        made = changes(sheet, Repair(reason, 0, habit.mended))
        return (Proposal(made[0].row, made, reason, habit.mended),)
    one_row = [
        number for number, mended in rows_to_reread(sheet, case.errors) if has_no_error(mended)
    ]
    if len(one_row) > MOST_PROPOSALS:
        return ()
    repairs = [
        (changes(sheet, repair), repair)
        for repairer in (_OF_WINNERS if case.winners_only else _OF_PLUS_AND_MINUS)
        for repair in repairer(case)
    ]
    # Of equally likely ones the shortest comes first.
    repairs.sort(key=lambda each: (each[1].cost, len(each[0])))
    found: list[Proposal] = []
    tried = 0
    for made, repair in repairs:
        # A cheap check that often fails: whether the figures in every column agree.
        is_found = any(each.changes == made for each in found)
        if is_found or not Ledger(repair.mended).adds_up():
            continue
        if one_row and any(change.field is Field.CUMULATIVE for change in made):
            continue
        tried += 1
        if has_no_error(repair.mended):
            first = next((change.row for change in made if change.row is not None), None)
            found.append(Proposal(first, made, repair.reason, repair.mended))
        if len(found) == MOST_PROPOSALS or tried == MOST_TRIED:
            break
    return tuple(found)
