"""Slips in the columns: running totals added up wrongly, two columns exchanged."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from scoring.doctor.model import COMMON, Case, Change, Reason, Repair, changes, turned
from scoring.findings import Code
from scoring.ledger import Ledger, exchanged
from scoring.model import Figures
from scoring.pattern import is_whole
from scoring.row_slips import figures_agree

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
    cells = list(columns.values())
    if [len(each) for each in cells] == [1, 1]:
        (one,), (other,) = cells
        if (one.row, one.before, one.after) == (other.row, other.after, other.before):
            yield Repair(Reason.NEIGHBOUR_COLUMN, COMMON[Reason.NEIGHBOUR_COLUMN], mended)
            return
    slips = [_slip(each) for each in cells]
    if slips:
        yield Repair(slips[0][0], sum(cost for _reason, cost in slips), mended)


def _slip(cells: list[Change]) -> tuple[Reason, float]:
    """Return what happened in one column: a figure misread, a wrong carry, or several of them."""
    if len(cells) == 1:
        before, after = cells[0].before, cells[0].after
        # Often only the sign was forgotten or the digits reversed.
        is_common = is_whole(before) and (before == -after or abs(before) == turned(abs(after)))
        misread = Reason.RUNNING_TOTAL_MISREAD
        return misread, COMMON[misread] + (0 if is_common else MISREAD)
    carries = {cell.before - cell.after if is_whole(cell.before) else None for cell in cells}
    return Reason.WRONG_CARRY, COMMON[Reason.WRONG_CARRY] + len(carries) - 1


def columns_exchanged(case: Case) -> Iterator[Repair]:
    """Yield the list with two players' columns exchanged from some row down to the foot.

    The row is one from which that explains the typed running totals.
    """
    sheet, found = case.sheet, case.rows_found()[:1]
    last = found[0] if found else len(sheet.rows)
    cost = COMMON[Reason.PLAYERS_EXCHANGED] + MANY_ROWS
    for one, other in combinations(range(1, sheet.table_size + 1), 2):
        gaps = _Gaps(case.ledger, one, other)
        for first in range(last, 0, -1):
            if gaps.nothing_typed:
                if first not in (1, *found):
                    continue
            elif not gaps.explained_from(first):
                continue
            rows = list(sheet.rows)
            for place in range(first - 1, len(rows)):
                points = exchanged(rows[place].points, one, other)
                typed = rows[place].cumulative
                cumulative = typed and exchanged(typed, one, other)
                rows[place] = replace(rows[place], points=points, cumulative=cumulative)
            totals = sheet.totals and exchanged(sheet.totals, one, other)
            mended = replace(sheet, rows=tuple(rows), totals=totals)
            yield Repair(Reason.PLAYERS_EXCHANGED, cost + (first > 1) * HALFWAY, mended)


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
