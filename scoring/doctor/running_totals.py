"""Slips in the columns: running totals added up wrongly, two columns exchanged."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from scoring.columns import exchanged
from scoring.doctor.case import Case
from scoring.doctor.changes import changes
from scoring.doctor.digits import turned
from scoring.doctor.model import COMMON, Change, Reason, Repair
from scoring.findings import Code
from scoring.ledger import Ledger
from scoring.model import Figures, ScoreSheet
from scoring.one_row_off import figures_agree
from scoring.pattern import is_whole

MISREAD = 0.4
"""Additional cost of a figure that is neither reversed nor without its sign."""
MANY_ROWS = 0.4
"""Additional cost of a slip that continues from row to row."""
HALFWAY = 0.05
"""Additional cost of exchanging two columns in the middle of a list, not from its beginning."""


def added_up_again(case: Case) -> Iterator[Repair]:
    """Yield the list with running totals recomputed, unless they agree among themselves."""
    if not case.codes & {Code.WRONG_CUMULATIVE, Code.WRONG_TOTAL, Code.NOT_INTEGER}:
        return
    mended = case.ledger.recomputed()
    if figures_agree(case.sheet):
        return
    columns: dict[int | None, list[Change]] = {}
    for change in changes(case.sheet, Repair(Reason.WRONG_CARRY, 0, mended)):
        columns.setdefault(change.seat, []).append(change)
    slips = [_slip(cells) for cells in columns.values()]
    if _two_exchanged(list(columns.values())):
        yield Repair(Reason.NEIGHBOUR_COLUMN, COMMON[Reason.NEIGHBOUR_COLUMN], mended)
    elif slips:
        yield Repair(slips[0][0], sum(cost for _reason, cost in slips), mended)


def _two_exchanged(columns: list[list[Change]]) -> bool:
    """Whether two figures in one row are exchanged."""
    if [len(cells) for cells in columns] != [1, 1]:
        return False
    (one,), (other,) = columns
    return (one.row, one.before, one.after) == (other.row, other.after, other.before)


def _slip(cells: list[Change]) -> tuple[Reason, float]:
    """Return what happened in one column: a figure misread, a wrong carry, or several of them."""
    if len(cells) == 1:
        misread = Reason.RUNNING_TOTAL_MISREAD
        return misread, COMMON[misread] + (0 if _common(cells[0]) else MISREAD)
    carries = {cell.before - cell.after if is_whole(cell.before) else None for cell in cells}
    return Reason.WRONG_CARRY, COMMON[Reason.WRONG_CARRY] + len(carries) - 1


def _common(cell: Change) -> bool:
    """Whether only the sign was forgotten or the digits reversed."""
    before, after = cell.before, cell.after
    return is_whole(before) and (before == -after or abs(before) == turned(abs(after)))


def columns_exchanged(case: Case) -> Iterator[Repair]:
    """Yield the list with two players' columns exchanged from some row down to the foot."""
    cost = COMMON[Reason.PLAYERS_EXCHANGED] + MANY_ROWS
    for one, other in combinations(range(1, case.sheet.table_size + 1), 2):
        for first in _starts(case, one, other):
            mended = _exchanged_from(case.sheet, first, one, other)
            yield Repair(Reason.PLAYERS_EXCHANGED, cost + (first > 1) * HALFWAY, mended)


def _starts(case: Case, one: int, other: int) -> Iterator[int]:
    """Yield the rows from which an exchange of two columns explains the typed running totals."""
    found = case.rows_found()[:1]
    last = found[0] if found else len(case.sheet.rows)
    gaps = _Gaps(case.ledger, one, other)
    for first in range(last, 0, -1):
        if first in (1, *found) if gaps.nothing_typed else gaps.explained_from(first):
            yield first


class _Gaps:
    """The differences between two columns after each row: as typed, and by points and penalties.

    Exchanged from some row on, the columns add to a difference what they should subtract from it;
    penalties name their seats and are not exchanged.
    """

    def __init__(self, ledger: Ledger, one: int, other: int) -> None:
        sheet = ledger.sheet
        self._one, self._other = one - 1, other - 1
        typed = [ledger.after(number) for number in range(1, len(sheet.rows) + 1)]
        self._typed = [self._between(figures) for figures in typed]
        self._added = [0, *(self._between(line) or 0 for line in ledger.sums())]
        self._penalties = [0]
        for number in range(1, len(sheet.rows) + 1):
            booked = ledger.penalty(number, self._one) - ledger.penalty(number, self._other)
            self._penalties.append(self._penalties[-1] + booked)
        self._totals = self._between(sheet.totals or (None,) * sheet.table_size)

    @property
    def nothing_typed(self) -> bool:
        return self._totals is None and set(self._typed) == {None}

    def explained_from(self, first: int) -> bool:
        """Whether the columns, exchanged from this row on, agree with everything typed."""
        last = len(self._typed)
        return self._totals in (None, self._right(last, first)) and all(
            typed in (None, self._right(number, first))
            for number, typed in enumerate(self._typed, start=1)
        )

    def _right(self, number: int, first: int) -> int:
        """Return the difference typed after a row if the exchange began with `first`."""
        if number < first:
            return self._added[number]
        before, booked = self._added[first - 1], self._penalties
        return self._added[number] - 2 * (before + booked[number] - booked[first - 1])

    def _between(self, figures: Figures) -> int | None:
        one, other = figures[self._one], figures[self._other]
        return one - other if is_whole(one) and is_whole(other) else None


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
