"""A row that describes its game next to its points (TSR 7.2)."""

import pytest

from scoring.findings import Code, error, warning
from scoring.model import RowKind
from scoring.sheet import check
from tests.factories.parameters import OF_FINDINGS
from tests.factories.score_sheets import plain_sheet, replace_row

NORMAL = {"game_type": "normal", "re": [1, 2], "kontra": [3, 4], "re_points": 172}
SOLO = {
    "game_type": "solo_queens",
    "solo_kind": "compulsory",
    "re": [2],
    "kontra": [1, 3, 4],
    "re_points": 130,
}
SILENT = {"game_type": "silent_wedding", "re": [2], "kontra": [1, 3, 4], "re_points": 130}


def described(detail, number=2, **row):
    """Return a list of bare points with one game described."""
    row = {"points": (2, 2, -2, -2), "cumulative": None} | row
    return replace_row(plain_sheet(), number, detail=detail, **row)


def findings(sheet):
    return check(sheet).findings


def test_a_game_that_gives_its_points_is_right():
    assert findings(described(NORMAL)) == ()


def test_a_game_that_gives_other_points_is_a_mismatch():
    found = error(Code.VALUE_MISMATCH, 2, points=(2, 2, -2, -2), right_points=(4, 4, -4, -4))

    assert findings(described(NORMAL | {"re_announced": True})) == (found,)
    assert set(found.params) == set(OF_FINDINGS[Code.VALUE_MISMATCH])


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        ({"re_points": 239}, "points_unreachable"),
        ({"re_points": None}, "points_range"),
        ({"kontra": [3]}, "members"),
        ({"game_type": "skat"}, "game_type"),
        ({"table_size": 7}, "members"),
        ({"score": 4}, "unknown_key"),
        ({"game_type": "silent_wedding", "re": [1], "kontra": [2, 3, 4]}, "other_kind"),
    ],
)
def test_a_game_that_cannot_be_is_impossible(change, refusal):
    found = error(Code.DETAIL_IMPOSSIBLE, 2, error=refusal)

    assert findings(described(NORMAL | change)) == (found,)
    assert set(found.params) == set(OF_FINDINGS[Code.DETAIL_IMPOSSIBLE])


def test_wedding_may_be_described_as_a_normal_game():
    assert findings(described(NORMAL | {"game_type": "wedding"})) == ()
    assert findings(described(NORMAL, kind=RowKind.WEDDING)) == ()


@pytest.mark.parametrize("detail", [SOLO | {"solo_kind": "voluntary"}, SILENT])
def test_a_solo_is_described_in_its_own_capacity(detail):
    number = compulsory_row_of_2()
    sheet = described(detail, number, points=(-1, 3, -1, -1))

    assert findings(sheet) == (error(Code.DETAIL_IMPOSSIBLE, number, error="other_kind"),)
    assert findings(described(SOLO, number, points=(-1, 3, -1, -1))) == ()


def test_solo_worth_nothing_is_unlikely_unless_its_game_says_why():
    """TSR 7.1.3: both failed to keep the other below 90, so nobody wins."""
    number = compulsory_row_of_2()
    announced = {"re_announced": True, "kontra_announced": True}
    won_by_nobody = SOLO | announced | {"re_points": 120, "re_absage": 1, "kontra_absage": 1}
    bare = warning(Code.VALUE_UNLIKELY, number, value=0)

    assert findings(described(None, number, points=(0, 0, 0, 0))) == (bare,)
    assert findings(described(won_by_nobody, number, points=(0, 0, 0, 0))) == ()


def compulsory_row_of_2():
    return next(
        row.no
        for row in plain_sheet().rows
        if row.kind is RowKind.COMPULSORY_SOLO and row.soloist == 2
    )


def test_impossible_value_precedes_the_game_and_a_rare_one_follows():
    points = (11, 11, -11, -11)
    rare = NORMAL | {
        "re_points": 240,
        "kontra_no_trick": True,
        "re_announced": True,
        "re_absage": 4,
    }

    assert findings(described(NORMAL, points=(30, 30, -30, -30))) == (
        error(Code.VALUE_OUT_OF_RANGE, 2, value=30, limit=29),
    )
    assert [found.code for found in findings(described(NORMAL, points=points))] == [
        Code.VALUE_MISMATCH
    ]
    assert findings(described(rare, points=points)) == (
        warning(Code.VALUE_UNLIKELY, 2, value=11, limit=10),
    )


def test_five_table_needs_no_table_size_in_the_detail():
    row = plain_sheet(5).rows[2]
    sitting = row.dealer
    one, two, three, four = (seat for seat in range(1, 6) if seat != sitting)
    detail = {"game_type": "normal", "re": [one, two], "kontra": [three, four], "re_points": 130}
    signs = dict.fromkeys((one, two), 1) | dict.fromkeys((three, four), -1)
    points = tuple(signs.get(seat) for seat in range(1, 6))
    sheet = replace_row(plain_sheet(5), 3, points=points, detail=detail)

    assert sitting == 3
    assert findings(sheet) == ()
    assert findings(replace_row(sheet, 3, detail=detail | {"table_size": 4})) == (
        error(Code.DETAIL_IMPOSSIBLE, 3, error="members"),
    )
