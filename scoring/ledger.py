"""The columns of a list: the gains of each row, the figures before and after it."""

from collections.abc import Sequence
from dataclasses import replace

from scoring.model import Figures, ScoreSheet
from scoring.pattern import is_whole
from scoring.running import penalties_by_row


class Ledger:
    """The running totals as typed, and as computed from points and penalties."""

    def __init__(self, sheet: ScoreSheet) -> None:
        self.sheet = sheet
        self._penalties = penalties_by_row(sheet)

    def penalty(self, number: int, place: int) -> int:
        """Return the penalty points booked in a row for one seat (places count from 0)."""
        booked = (penalty.points[place] for penalty in self._penalties.get(number, ()))
        return sum(figure for figure in booked if is_whole(figure))

    def after(self, number: int) -> Figures:
        """Return the running totals typed after a row; 0 before the first one."""
        size = self.sheet.table_size
        if number == 0:
            return (0,) * size
        return self.sheet.rows[number - 1].cumulative or (None,) * size

    def implied(self, number: int) -> tuple[int | None, ...]:
        """Return the points of a row implied by the running totals before and after it."""
        return self.between(self.after(number - 1), self.after(number), number)

    def between(
        self, before: Figures, after: Figures, number: int | None
    ) -> tuple[int | None, ...]:
        """Return the difference of two lines of running totals, without penalties."""
        return tuple(
            new - old - (0 if number is None else self.penalty(number, place))
            if is_whole(old) and is_whole(new)
            else None
            for place, (old, new) in enumerate(zip(before, after, strict=True))
        )

    def is_blank(self, number: int) -> bool:
        """Whether no running total is typed after a row; 0 counts as typed before the first."""
        return set(self.after(number)) == {None}

    def rows_before(self, number: int | None) -> range:
        """Return the rows covered by the running totals after a row, or by the totals.

        They begin after the last running totals typed before.
        """
        last = len(self.sheet.rows) if number is None else number
        first = last if number is None else last - 1
        while first and self.is_blank(first):
            first -= 1
        return range(first + 1, last + 1)

    def told(self, number: int) -> tuple[int | None, ...]:
        """Return the points of a row implied by the nearest figures before and after it.

        These may be rows away, the last of them the totals: the rows between are taken as written.
        """
        first, last, rows = number - 1, number, len(self.sheet.rows)
        while first and self.is_blank(first):
            first -= 1
        while last < rows and self.is_blank(last):
            last += 1
        after = self.after(last)
        if self.is_blank(last):
            after = self.sheet.totals or after
        sums = [self.after(0), *self.sums()]
        found = zip(
            self.sheet.rows[number - 1].points,
            self.between(self.after(first), after, None),
            self.between(sums[first], sums[last], None),
            strict=True,
        )
        return tuple(
            None
            if gained is None or written is None
            else gained - written + (figure if is_whole(figure) else 0)
            for figure, gained, written in found
        )

    def sums(self) -> list[tuple[int, ...]]:
        """Return for each row the sums of points and penalties after it."""
        sums = [0] * self.sheet.table_size
        lines = []
        for number, row in enumerate(self.sheet.rows, start=1):
            for place, figure in enumerate(row.points):
                sums[place] += self.penalty(number, place)
                sums[place] += figure if is_whole(figure) else 0
            lines.append(tuple(sums))
        return lines

    def recomputed(self) -> ScoreSheet:
        """Return the list with all typed running totals and totals recomputed."""
        sums = self.sums()
        rows = tuple(
            replace(row, cumulative=_filled(row.cumulative, line))
            for row, line in zip(self.sheet.rows, sums, strict=True)
        )
        return replace(self.sheet, rows=rows, totals=_filled(self.sheet.totals, sums[-1]))


def _filled(typed: Figures | None, right: Sequence[int]) -> Figures | None:
    """Return the right figures wherever something was typed."""
    if typed is None:
        return None
    return tuple(None if old is None else new for old, new in zip(typed, right, strict=True))
