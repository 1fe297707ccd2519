"""The columns of a list, with penalties in the rows that contain them first."""

from dataclasses import replace
from itertools import accumulate

from scoring.ledger import Ledger
from scoring.model import Penalty
from tests.factories.score_sheets import plain_sheet, replace_row, with_columns

PENALTY = Penalty(3, "9.3.2", 3, (1, 1, -3, 1))


def added(one, other):
    return tuple(a + b for a, b in zip(one, other, strict=True))


def test_penalties_count_from_their_row_on():
    bare = replace(plain_sheet(), penalties=(PENALTY,))
    without = list(accumulate((row.points for row in bare.rows), added))
    lines = [*without[:2], *(added(line, PENALTY.points) for line in without[2:])]
    rows = [replace(row, cumulative=line) for row, line in zip(bare.rows, lines, strict=True)]
    written = replace(bare, rows=tuple(rows), totals=lines[-1])

    assert Ledger(bare).sums() == lines
    assert Ledger(written).recomputed() == written
    assert Ledger(written).implied(3) == bare.rows[2].points


def test_wrong_figures_are_recomputed_and_nothing_else_filled_in():
    right = with_columns(plain_sheet())
    open_ = replace_row(right, 2, cumulative=None)
    half = replace_row(open_, 4, cumulative=(None, *right.rows[3].cumulative[1:]))
    wrong = replace_row(half, 3, cumulative=(7, 7, 7, 7))

    assert Ledger(wrong).recomputed() == half
    assert Ledger(replace(half, totals=(9, 9, 9, 9))).recomputed() == half
