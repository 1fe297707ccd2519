"""Lists written by another habit: the points of one side alone, or running totals alone.

One finding says so, in place of one for every row.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from scoring.findings import Code
from scoring.ledger import Ledger
from scoring.model import Row, ScoreSheet
from scoring.pattern import is_whole, odd_one_out
from scoring.rulesets import Scoring

FEWEST_ROWS = 3
"""Fewer rows with the same lack may be slips."""
LACKS = {Code.NONZERO_SUM, Code.POINTS_MISSING, Code.WRONG_CUMULATIVE, Code.WRONG_TOTAL}
"""What every row of such a list would be found to have, and its columns."""


class Habit(NamedTuple):
    """How a list is written, and the list with all points, None where they do not follow."""

    code: Code
    mended: ScoreSheet | None


def read_habit(sheet: ScoreSheet, sitting: Sequence[int | None]) -> Habit | None:
    """Return the habit by which every row of a list lacks the same, or None.

    `sitting` has, for each row, the dealer without cards at a five-table.
    """
    written = [[figure for figure in row.points if figure not in (None, 0)] for row in sheet.rows]
    if all(figure is None for row in sheet.rows for figure in row.points):
        ledger, numbers = Ledger(sheet), range(1, len(sheet.rows) + 1)
        if len(numbers) < FEWEST_ROWS or any(map(ledger.is_blank, numbers)):
            return None
        gained = [ledger.implied(number) for number in numbers]
        gained_rows = [
            replace(
                row,
                points=tuple(
                    # Whoever sits out has gained nothing.
                    None if seat == dealer and not figure else figure
                    for seat, figure in enumerate(line, start=1)
                ),
            )
            for row, line, dealer in zip(sheet.rows, gained, sitting, strict=True)
        ]
        follows = all(map(is_whole, (figure for line in gained for figure in line)))
        return Habit(
            Code.ONLY_CUMULATIVE, replace(sheet, rows=tuple(gained_rows)) if follows else None
        )
    figures = [figure for row in written for figure in row if is_whole(figure)]
    is_whole_list = len(figures) == sum(map(len, written))
    if sheet.rules.scoring is not Scoring.PLUS_MINUS or not is_whole_list:
        return None
    if sum(map(bool, written)) < FEWEST_ROWS or len({figure > 0 for figure in figures}) > 1:
        return None
    code = Code.ONLY_WINNERS_WRITTEN if figures[0] > 0 else Code.ONLY_LOSERS_WRITTEN
    rows = [_with_other_side(*pair) for pair in zip(sheet.rows, sitting, strict=True)]
    mended = replace(sheet, rows=tuple(row for row in rows if row is not None))
    if None in rows:
        return Habit(code, None)
    # Columns may add up what is written; any other figure in them is a mistake of its own.
    right = Ledger(mended).recomputed()
    return Habit(code, right if sheet == Ledger(sheet).recomputed() or mended == right else None)


def _with_other_side(row: Row, dealer: int | None) -> Row | None:
    """Return a row with the points of the other side, None where they do not follow."""
    written = [figure or 0 for figure in row.points if is_whole(figure) and figure]
    others = len(row.points) - (dealer is not None) - len(written)
    if len(set(written)) > 1 or (dealer and row.points[dealer - 1]) or others < 1:
        return None
    each, rest = divmod(-sum(written), others)
    points = tuple(
        None if seat == dealer else figure or each for seat, figure in enumerate(row.points, 1)
    )
    alone = odd_one_out(points) if row.kind.is_alone else None
    return None if rest else replace(row, points=points, soloist=row.soloist or alone)
