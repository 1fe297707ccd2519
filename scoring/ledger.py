"""The columns of a list: gains of each row, running totals and totals, typed and computed.

A mistake in a column is reported once, where it was made.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from scoring.findings import Code, Finding, error
from scoring.model import Figures, Penalty, Row, ScoreSheet
from scoring.pattern import is_whole


def penalties_by_row(sheet: ScoreSheet) -> dict[int, list[Penalty]]:
    """Return the penalties by the number of their row.

    One without a row is booked in the last.
    """
    booked: dict[int, list[Penalty]] = {}
    for penalty in sheet.penalties:
        row = len(sheet.rows) if penalty.row is None else penalty.row
        booked.setdefault(row, []).append(penalty)
    return booked


def recomputed_totals(sheet: ScoreSheet, sitting: Sequence[int | None]) -> tuple[int | None, ...]:
    """Return points and penalties added up per seat, None where a figure is missing or invalid.

    `sitting` has, for each row, the dealer without cards at a five-table.
    """
    figures = [
        (place, figure)
        for row, dealer in zip(sheet.rows, sitting, strict=True)
        for place, figure in enumerate(row.points)
        if figure is not None or place + 1 != dealer
    ]
    for penalty in sheet.penalties:
        figures += [pair for pair in enumerate(penalty.points) if pair[1] is not None]
    totals: list[int | None] = [0] * sheet.table_size
    for place, figure in figures:
        before = totals[place]
        totals[place] = before + figure if before is not None and is_whole(figure) else None
    return tuple(totals)


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
            for figures in (row.points, *(each.points for each in self._penalties.get(number, ()))):
                for place, figure in enumerate(figures):
                    if is_whole(figure):
                        sums[place] += figure
            lines.append(tuple(sums))
        return lines

    def adds_up(self) -> bool:
        """Whether all typed running totals and totals are those that follow from the points."""
        sums, sheet = self.sums(), self.sheet
        return sheet.totals == _filled(sheet.totals, sums[-1]) and all(
            row.cumulative == _filled(row.cumulative, line)
            for row, line in zip(sheet.rows, sums, strict=True)
        )

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


class Columns:
    """The columns of running totals, followed row by row.

    Each has the figures the next row may build on, the typed one first; none if unknown. There are
    several after a wrong figure: the next row may carry the mistake on, or, if it was only mistyped
    here, continue from the right one.
    """

    def __init__(self, sheet: ScoreSheet) -> None:
        self._bases: list[tuple[int, ...]] = [(0,)] * sheet.table_size
        self._booked = penalties_by_row(sheet)

    def follow(self, number: int, row: Row, in_doubt: bool) -> Finding | None:
        """Process one row and return the finding on its running totals, if any.

        A row in doubt is not checked; the next one is compared with what was typed there.
        """
        typed: Figures = row.cumulative or (None,) * len(row.points)
        if in_doubt:
            self._bases = [(figure,) if is_whole(figure) else () for figure in typed]
            return None
        booked = [penalty.points for penalty in self._booked.get(number, ())]
        wrong: dict[int, tuple[int, int]] = {}
        for place, own in enumerate(row.points):
            gained = own if is_whole(own) else 0
            for points in booked:
                penalty = points[place]
                gained += penalty if is_whole(penalty) else 0
            reached = tuple([base + gained for base in self._bases[place]])
            self._bases[place] = reached
            figure = typed[place]
            if not is_whole(figure):
                continue
            self._bases[place] = (figure,)
            if reached and figure not in reached:
                wrong[place + 1] = (figure, reached[0])
                self._bases[place] = (figure, *reached)
        return _finding(Code.WRONG_CUMULATIVE, number, wrong)

    def compare_totals(self, totals: Figures, incomplete: bool) -> Finding | None:
        """Return the finding on the totals at the foot, if any.

        The rows missing from an incomplete list may be included in its totals: then they differ by
        figures with sum 0, and the missing rows are the one mistake.
        """
        wrong = {
            seat: (figure, bases[0])
            for seat, (figure, bases) in enumerate(zip(totals, self._bases, strict=True), 1)
            if is_whole(figure) and bases and figure not in bases
        }
        if incomplete and sum(figure - right for figure, right in wrong.values()) == 0:
            return None
        return _finding(Code.WRONG_TOTAL, None, wrong)


def _finding(
    code: Code, number: int | None, wrong: Mapping[int, tuple[int, int]]
) -> Finding | None:
    if not wrong:
        return None
    seat, (figure, right) = next(iter(wrong.items()))
    return error(
        code,
        number,
        seat,
        figure=figure,
        right_figure=right,
        seats=tuple(wrong),
        right_figures=tuple(figure for _typed, figure in wrong.values()),
    )


def shifted(sheet: ScoreSheet, number: int, shift: Sequence[int]) -> ScoreSheet:
    """Return the list with its running totals shifted from a row on, by seat.

    The totals are shifted as well if they were copied from the last row.
    """
    rows = tuple(
        replace(row, cumulative=_moved(row.cumulative, shift)) if place >= number else row
        for place, row in enumerate(sheet.rows, start=1)
    )
    copied = sheet.rows[-1].cumulative in (None, sheet.totals)
    totals = _moved(sheet.totals, shift) if copied else sheet.totals
    return replace(sheet, rows=rows, totals=totals)


def _moved(figures: Figures | None, shift: Sequence[int]) -> Figures | None:
    if figures is None:
        return None
    return tuple(
        figure + step if is_whole(figure) else figure
        for figure, step in zip(figures, shift, strict=True)
    )


def exchanged(figures: Figures, one: int, other: int) -> Figures:
    """Return the figures with those of two seats exchanged."""
    found = list(figures)
    found[one - 1], found[other - 1] = found[other - 1], found[one - 1]
    return tuple(found)
