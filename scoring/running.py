"""Running totals and totals: a mistake in a column is reported once, where it was made."""

from collections.abc import Collection, Mapping, Sequence

from scoring.findings import Code, Finding, error
from scoring.model import Figure, Figures, Penalty, Row, ScoreSheet
from scoring.pattern import is_whole

Bases = tuple[int, ...]
"""Figures the next row may build on, the typed one first; empty if unknown.

There are several after a wrong figure: the next row may carry the mistake on, or, if it was only
mistyped here, continue from the right one.
"""


class Columns:
    """The columns of running totals, followed row by row."""

    def __init__(self, sheet: ScoreSheet) -> None:
        self._bases: list[Bases] = [(0,)] * sheet.table_size
        self._booked = penalties_by_row(sheet)

    def follow(self, number: int, row: Row, in_doubt: bool) -> Finding | None:
        """Process one row and return the finding on its running totals, if any.

        A row in doubt is not checked; the next one is compared with what was typed there.
        """
        typed: Figures = row.cumulative or (None,) * len(row.points)
        if in_doubt:
            self._bases = [(figure,) if is_whole(figure) else () for figure in typed]
            return None
        gained = _gains(row.points, self._booked.get(number, ()))
        wrong: dict[int, tuple[int, int]] = {}
        for place, figure in enumerate(typed):
            reached = tuple(base + gained[place] for base in self._bases[place])
            self._bases[place] = reached
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


def _gains(points: Figures, penalties: Collection[Penalty]) -> list[int]:
    columns: Sequence[tuple[Figure, ...]] = list(
        zip(points, *(penalty.points for penalty in penalties), strict=True)
    )
    return [sum(figure for figure in column if is_whole(figure)) for column in columns]


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
    totals: list[int | None] = [0] * sheet.table_size
    for row, dealer in zip(sheet.rows, sitting, strict=True):
        for place, figure in enumerate(row.points):
            if figure is not None or place + 1 != dealer:
                totals[place] = _plus(totals[place], figure)
    for penalty in sheet.penalties:
        for place, figure in enumerate(penalty.points):
            if figure is not None:
                totals[place] = _plus(totals[place], figure)
    return tuple(totals)


def _plus(total: int | None, figure: Figure) -> int | None:
    return total + figure if total is not None and is_whole(figure) else None
