"""Slips in the columns: running totals added up wrongly, two columns in each other's place."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from scoring.doctor.case import Case
from scoring.doctor.changes import changes
from scoring.doctor.columns import exchanged
from scoring.doctor.figures import turned
from scoring.doctor.model import COMMON, Change, Reason, Repair
from scoring.findings import Code
from scoring.model import ScoreSheet
from scoring.pattern import is_whole

MISREAD = 0.4
"""What a figure costs more that is neither turned round nor without its sign."""


def added_up_again(case: Case) -> Iterator[Repair]:
    """The running totals and totals as the points give them."""
    if not case.codes & {Code.WRONG_CUMULATIVE, Code.WRONG_TOTAL, Code.NOT_INTEGER}:
        return
    mended = case.ledger.recomputed()
    columns: dict[int | None, list[Change]] = {}
    for change in changes(case.sheet, Repair(Reason.WRONG_CARRY, 0, mended)):
        columns.setdefault(change.seat, []).append(change)
    slips = [_slip(cells) for cells in columns.values()]
    if _two_exchanged(list(columns.values())):
        yield Repair(Reason.NEIGHBOUR_COLUMN, COMMON[Reason.NEIGHBOUR_COLUMN], mended)
    elif slips:
        yield Repair(slips[0][0], sum(cost for _reason, cost in slips), mended)


def _two_exchanged(columns: list[list[Change]]) -> bool:
    """Whether in one row two figures stand in each other's place."""
    if [len(cells) for cells in columns] != [1, 1]:
        return False
    (one,), (other,) = columns
    return (one.row, one.before, one.after) == (other.row, other.after, other.before)


def _slip(cells: list[Change]) -> tuple[Reason, float]:
    """What happened in one column: a figure misread, a wrong carry, or several of them."""
    if len(cells) == 1:
        misread = Reason.RUNNING_TOTAL_MISREAD
        return misread, COMMON[misread] + (0 if _common(cells[0]) else MISREAD)
    carries = {cell.before - cell.after if is_whole(cell.before) else None for cell in cells}
    return Reason.WRONG_CARRY, COMMON[Reason.WRONG_CARRY] + len(carries) - 1


def _common(cell: Change) -> bool:
    """Whether only the sign was forgotten or the digits turned round."""
    before, after = cell.before, cell.after
    return is_whole(before) and (before == -after or abs(before) == turned(abs(after)))


def columns_exchanged(case: Case) -> Iterator[Repair]:
    """From some row on, two players' figures in each other's column, down to the foot."""
    starts = case.rows_found()[:1]
    seats = range(1, case.sheet.table_size + 1)
    for first in dict.fromkeys((*starts, 1) if starts else ()):
        for one, other in combinations(seats, 2):
            mended = _exchanged_from(case.sheet, first, one, other)
            yield Repair(Reason.PLAYERS_EXCHANGED, COMMON[Reason.PLAYERS_EXCHANGED], mended)


def _exchanged_from(sheet: ScoreSheet, first: int, one: int, other: int) -> ScoreSheet:
    rows = tuple(
        replace(
            row,
            points=exchanged(row.points, one, other),
            cumulative=row.cumulative and exchanged(row.cumulative, one, other),
        )
        if number >= first
        else row
        for number, row in enumerate(sheet.rows, start=1)
    )
    totals = sheet.totals and exchanged(sheet.totals, one, other)
    return replace(sheet, rows=rows, totals=totals)
