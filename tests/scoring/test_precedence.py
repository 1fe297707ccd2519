"""In a row with several mistakes only the first in the documented order is found."""

import pytest

from scoring.findings import Code
from scoring.sheet import check
from tests.factories.score_sheets import plain_sheet, replace_row


@pytest.mark.parametrize(
    ("size", "number", "changes", "code"),
    [
        (4, 2, {"points": (None, 2.5, 2, 7)}, Code.POINTS_MISSING),
        (5, 2, {"points": (None, 1, "2", 2, 7)}, Code.FIVE_TABLE_DEALER_SCORED),
        (5, 2, {"points": (2, "1", 2, 2, 7)}, Code.FIVE_TABLE_DEALER_SCORED),
        (5, 2, {"points": (None, None, "2", 2, 7)}, Code.POINTS_MISSING),
        (5, 2, {"points": (2, None, "2", 2, 7)}, Code.NOT_INTEGER),
        (4, 5, {"points": (2, 2, 2, 7), "soloist": None}, Code.NONZERO_SUM),
        (4, 5, {"points": (2, -3, -2, 3), "soloist": None}, Code.PARITY),
        (4, 5, {"points": (2, 2, -2, -2), "soloist": None}, Code.SOLOIST_MISSING),
        (4, 5, {"points": (40, 20, -20, -40), "soloist": None}, Code.SOLOIST_MISSING),
        (4, 2, {"points": (90, -30, -30, -30), "soloist": 2}, Code.TEAM_GAME_TRIPLED),
        (4, 5, {"points": (40, 40, -40, -40), "soloist": 7}, Code.SOLO_NOT_TRIPLED),
        (4, 5, {"points": (90, -30, -30, -30)}, Code.SOLOIST_MISMATCH),
        (4, 2, {"points": (40, 20, -20, -40), "soloist": 1}, Code.SOLOIST_MISMATCH),
        (4, 2, {"points": (90, 70, -70, -90)}, Code.UNEQUAL_PARTNERS),
        (4, 2, {"points": (30, 30, -30, -30)}, Code.VALUE_OUT_OF_RANGE),
    ],
)
def test_the_first_mistake_of_a_row_is_found_alone(size, number, changes, code):
    sheet = replace_row(plain_sheet(size), number, cumulative=(9,) * size, **changes)

    found = check(sheet).findings

    assert [(one.code, one.row) for one in found] == [(code, number)]


def test_warning_does_not_prevent_comparing_running_totals():
    sheet = replace_row(plain_sheet(), 1, points=(11, 11, -11, -11), cumulative=(2, 11, -11, -11))

    assert [(one.code, one.row, one.seat) for one in check(sheet).findings] == [
        (Code.VALUE_UNLIKELY, 1, None),
        (Code.WRONG_CUMULATIVE, 1, 1),
    ]
