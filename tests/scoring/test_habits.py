"""Lists written by another habit (formats.md 2): one finding, and the points where they follow."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.doctor import Reason, propose
from scoring.findings import Code
from scoring.model import Row, RowKind, ScoreSheet
from scoring.rulesets import rule_set
from scoring.sheet import check
from tests.factories.legal_lists import legal_list
from tests.factories.score_sheets import plain_sheet, with_columns

NORMAL, SOLO = RowKind.NORMAL, RowKind.VOLUNTARY_SOLO
CLUB = rule_set("club", {"games": 4, "solos": 0})
PLAYED = with_columns(
    ScoreSheet(
        4,
        (
            Row(1, NORMAL, (3, 3, -3, -3)),
            Row(2, NORMAL, (-5, 5, 5, -5)),
            Row(3, SOLO, (6, -2, -2, -2), soloist=1),
            Row(4, SOLO, (1, 1, -3, 1), soloist=3),
        ),
        rules=CLUB,
    )
)


def codes(sheet):
    return [(found.code, found.row) for found in check(sheet).findings]


def only(sheet, sign, blank=0):
    """Return the list as somebody writes it who leaves out one side; columns add what is left."""
    rows = tuple(
        replace(
            row,
            points=tuple(
                figure if figure is None or figure * sign > 0 else blank for figure in row.points
            ),
        )
        for row in sheet.rows
    )
    return replace(sheet, rows=rows)


def without_columns(sheet):
    rows = tuple(replace(row, cumulative=None) for row in sheet.rows)
    return replace(sheet, rows=rows, totals=None)


def running_totals_alone(sheet):
    blank = (None,) * sheet.table_size
    return replace(sheet, rows=tuple(replace(row, points=blank) for row in sheet.rows))


SIDES = [(1, Code.ONLY_WINNERS_WRITTEN), (-1, Code.ONLY_LOSERS_WRITTEN)]


@pytest.mark.parametrize("blank", [0, None])
@pytest.mark.parametrize(("sign", "code"), SIDES)
def test_points_of_one_side_give_the_list(sign, code, blank):
    for played in (PLAYED, without_columns(PLAYED)):
        written = only(played, sign, blank)
        assert codes(written) == [(code, None)]
        (proposal,) = propose(written)
        assert (proposal.mended, proposal.reason) == (played, Reason.ONE_SIDE_WRITTEN)


@pytest.mark.parametrize(("sign", "code"), SIDES)
def test_columns_that_add_up_one_side_are_added_up_again(sign, code):
    written = with_columns(only(PLAYED, sign))
    assert codes(written) == [(code, None)]
    (proposal,) = propose(written)
    assert proposal.mended == PLAYED


def test_running_totals_alone_give_the_list():
    written = running_totals_alone(PLAYED)
    assert codes(written) == [(Code.ONLY_CUMULATIVE, None)]
    (proposal,) = propose(written)
    assert (proposal.mended, proposal.reason) == (PLAYED, Reason.RUNNING_TOTALS_TELL)


def test_running_totals_with_a_gap_give_nothing():
    written = running_totals_alone(PLAYED)
    second = replace(written.rows[1], cumulative=(None, *written.rows[1].cumulative[1:]))
    written = replace(written, rows=(written.rows[0], second, *written.rows[2:]))
    assert codes(written) == [(Code.ONLY_CUMULATIVE, None)]
    assert propose(written) == ()


@pytest.mark.parametrize(("sign", "code"), SIDES)
def test_row_from_which_nothing_follows_gives_no_proposal(sign, code):
    written = only(without_columns(PLAYED), sign)
    unclear = replace(written.rows[0], points=(sign * 3, 0, 0, 0))
    written = replace(written, rows=(unclear, *written.rows[1:]))
    assert code in dict(codes(written))
    assert propose(written) == ()


def test_game_worth_nothing_is_worth_nothing():
    rows = (replace(PLAYED.rows[0], points=(0, 0, 0, 0)), *PLAYED.rows[1:])
    played = with_columns(replace(PLAYED, rows=rows))
    (proposal,) = propose(only(played, 1))
    assert proposal.mended == played


def test_two_rows_are_slips():
    rows = only(without_columns(PLAYED), 1).rows[:2]
    found = codes(ScoreSheet(4, (*rows, *PLAYED.rows[2:]), rules=CLUB))
    assert [code for code, _row in found if code is Code.NONZERO_SUM] == [Code.NONZERO_SUM] * 2


def test_other_mistakes_are_found_beside_it():
    """Points follow, but the list is still short of a game: said, and no proposal."""
    written = only(without_columns(PLAYED), 1)
    short = replace(written, rows=written.rows[:3])
    assert codes(short) == [(Code.TOO_FEW_GAMES, None), (Code.ONLY_WINNERS_WRITTEN, None)]
    assert propose(short) == ()


def test_where_only_winners_score_nothing_is_missing():
    sheet = ScoreSheet(
        4,
        tuple(Row(at, NORMAL, (3, 3, 0, 0)) for at in range(1, 5)),
        rules=rule_set("altgeld"),
    )
    assert Code.ONLY_WINNERS_WRITTEN not in dict(codes(sheet))


@pytest.mark.parametrize(("sign", "code"), SIDES)
def test_five_table_with_its_dealer(sign, code):
    played = plain_sheet(5)
    written = only(played, sign)
    assert codes(written) == [(code, None)]
    assert [each.mended for each in propose(written)] == [played]


@given(st.integers(0, 2**32), st.sampled_from([-1, 1]))
def test_any_list_without_penalties_comes_back(seed, sign):
    played = replace(legal_list(Random(seed), wrong_deals=0), penalties=())
    if not check(played).ok:  # a row that stood for a penalty
        return
    code = dict(SIDES)[sign]
    written = only(without_columns(played), sign)
    assert [found.code for found in check(written).findings if found.row is None] == [code]
    assert [each.mended for each in propose(written)] == [without_columns(played)]
    columns = with_columns(played)
    assert [each.mended for each in propose(running_totals_alone(columns))] == [columns]
