"""Each finding, alone, on an otherwise valid list, with all its parameters."""

import math
from dataclasses import replace

import pytest

from scoring.findings import Code, error, warning
from scoring.model import Row, RowKind, ScoreSheet
from scoring.sheet import check
from tests.factories.parameters import as_documented
from tests.factories.score_sheets import plain_sheet, replace_row, with_columns

FOUR = plain_sheet()
FIVE = plain_sheet(5)
WRITTEN = with_columns(FOUR)

NORMAL, WEDDING = RowKind.NORMAL, RowKind.WEDDING
COMPULSORY, VOLUNTARY = RowKind.COMPULSORY_SOLO, RowKind.VOLUNTARY_SOLO


row = replace_row


def cumulative(sheet, number, *figures):
    return replace_row(sheet, number, cumulative=figures)


def without(sheet, *numbers):
    """Return the list without some rows, renumbered."""
    kept = [one for one in sheet.rows if one.no not in numbers]
    rows = tuple(replace(one, no=place) for place, one in enumerate(kept, start=1))
    return replace(sheet, rows=rows)


LATE_VOLUNTARY = Row(3, VOLUNTARY, (6, -2, -2, -2), 2, 1)
FREE_FIRST = ScoreSheet(  # seat 1 plays the compulsory solo in row 2, dealer 2 stays
    4,
    (
        FOUR.rows[0],
        Row(2, COMPULSORY, (3, -1, -1, -1), 2, 1),
        replace(FOUR.rows[1], no=3),
        replace(FOUR.rows[2], no=4),
        replace(FOUR.rows[3], no=5),
        *(replace(one, no=one.no + 1) for one in FOUR.rows[4:7]),
    ),
    8,
)
TIMED_OUT = replace(without(FOUR, 4), time_limit_after_row=3, struck_games=1)
TIMED_OUT = replace(
    TIMED_OUT,
    rows=(
        *TIMED_OUT.rows[:3],
        Row(4, COMPULSORY, (3, -1, -1, -1), 4, 1, True),
        Row(5, COMPULSORY, (-1, 3, -1, -1), 1, 2, True),
        Row(6, COMPULSORY, (-1, -1, 3, -1), 2, 3, True),
        Row(7, COMPULSORY, (-1, -1, -1, 3), 3, 4, True),
    ),
)

CASES = {
    "points missing": (row(FOUR, 2, points=(2, None, 2, -2)), error(Code.POINTS_MISSING, 2, 2)),
    "two points missing are one finding": (
        row(FOUR, 2, points=(2, None, None, -2)),
        error(Code.POINTS_MISSING, 2, 2),
    ),
    "points missing at a five-table": (
        row(FIVE, 2, points=(2, None, None, -2, -2)),
        error(Code.POINTS_MISSING, 2, 3),
    ),
    "figures in the wrong columns at a five-table": (
        row(FIVE, 2, points=(2, 2, None, -2, -2)),
        error(Code.FIVE_TABLE_DEALER_SCORED, 2, 2, figure=2),
    ),
    "half a point": (
        row(FOUR, 2, points=(2.5, 2, -2, -2)),
        error(Code.NOT_INTEGER, 2, 1, figure="2.5", field="points"),
    ),
    "a number with a decimal point": (
        row(FOUR, 2, points=(2, 2.0, -2, -2)),
        error(Code.NOT_INTEGER, 2, 2, figure="2.0", field="points"),
    ),
    "no number": (
        row(FOUR, 2, points=(2, 2, math.nan, -2)),
        error(Code.NOT_INTEGER, 2, 3, figure="nan", field="points"),
    ),
    "a truth value": (
        row(FOUR, 2, points=(True, True, -1, -1)),
        error(Code.NOT_INTEGER, 2, 1, figure="True", field="points"),
    ),
    "a text": (
        row(FOUR, 2, points=("2", 2, -2, -2)),
        error(Code.NOT_INTEGER, 2, 1, figure="2", field="points"),
    ),
    "a running total that is no whole number": (
        cumulative(WRITTEN, 2, 4, 4, -4, "-4"),
        error(Code.NOT_INTEGER, 2, 4, figure="-4", field="cumulative"),
    ),
    "a total that is no whole number": (
        replace(WRITTEN, totals=(4, 4.5, -4, -4)),
        error(Code.NOT_INTEGER, None, 2, figure="4.5", field="totals"),
    ),
    "the sitting dealer has a figure": (
        row(FIVE, 2, points=(2, 0, 2, -2, -2)),
        error(Code.FIVE_TABLE_DEALER_SCORED, 2, 2, figure=0),
    ),
    "the sitting dealer has a figure and is not written down": (
        row(FIVE, 2, points=(2, 0, 2, -2, -2), dealer=None),
        error(Code.FIVE_TABLE_DEALER_SCORED, 2, 2, figure=0),
    ),
    "a sum other than 0": (
        row(FOUR, 2, points=(2, 2, -2, -3)),
        error(Code.NONZERO_SUM, 2, sum=-1, right_seat=4, right_figure=-2),
    ),
    "a sum other than 0 that any of two figures would mend": (
        row(FOUR, 2, points=(2, 2, 2, -2)),
        error(Code.NONZERO_SUM, 2, sum=4),
    ),
    "a solo whose soloist was not tripled alone": (
        row(FOUR, 5, points=(-1, 1, -1, -1)),
        error(Code.NONZERO_SUM, 5, sum=-2, right_seat=2, right_figure=3),
    ),
    "odd and even figures": (
        row(FOUR, 2, points=(2, 1, -2, -1)),
        error(Code.PARITY, 2, odd_seats=(2, 4), even_seats=(1, 3)),
    ),
    "odd and even figures at a five-table": (
        row(FIVE, 2, points=(2, None, 1, -2, -1)),
        error(Code.PARITY, 2, odd_seats=(3, 5), even_seats=(1, 4)),
    ),
    "partners with different figures": (
        row(FOUR, 2, points=(4, 2, -2, -4)),
        error(Code.UNEQUAL_PARTNERS, 2, points=(4, 2, -2, -4)),
    ),
    "opponents of a soloist with different figures": (
        row(FOUR, 5, points=(-1, 5, -3, -1)),
        error(Code.UNEQUAL_PARTNERS, 5, points=(-1, 5, -3, -1)),
    ),
    "no soloist": (
        row(FOUR, 5, soloist=None),
        error(Code.SOLOIST_MISSING, 5, kind="compulsory_solo", right_soloist=2),
    ),
    "no soloist and nothing scored": (
        row(FOUR, 5, soloist=None, points=(0, 0, 0, 0)),
        error(Code.SOLOIST_MISSING, 5, kind="compulsory_solo"),
    ),
    "another soloist than the figures show": (
        row(FOUR, 5, soloist=4),
        error(Code.SOLOIST_MISMATCH, 5, 4, kind="compulsory_solo", right_soloist=2),
    ),
    "a soloist who is not at the table": (
        row(FOUR, 5, soloist=5, points=(0, 0, 0, 0)),
        error(Code.SOLOIST_MISMATCH, 5, 5, kind="compulsory_solo"),
    ),
    "a soloist who sits out": (
        row(FIVE, 6, soloist=1, points=(None, 0, 0, 0, 0)),
        error(Code.SOLOIST_MISMATCH, 6, 1, kind="compulsory_solo"),
    ),
    "a soloist of a wedding": (
        row(FOUR, 2, kind=WEDDING, soloist=1),
        error(Code.SOLOIST_MISMATCH, 2, 1, kind="wedding"),
    ),
    "a solo booked like a normal game": (
        row(FOUR, 5, points=(-1, 1, 1, -1)),
        error(Code.SOLO_NOT_TRIPLED, 5, 2, kind="compulsory_solo", points=(-1, 1, 1, -1)),
    ),
    "a normal game booked like a solo": (
        row(FOUR, 2, points=(6, -2, -2, -2)),
        error(Code.TEAM_GAME_TRIPLED, 2, 1, kind="normal", points=(6, -2, -2, -2)),
    ),
    "a normal game worth more than possible": (
        row(FOUR, 2, points=(30, -30, -30, 30)),
        error(Code.VALUE_OUT_OF_RANGE, 2, value=30, limit=29),
    ),
    "a solo worth more than possible": (
        row(FOUR, 5, points=(22, -66, 22, 22)),
        error(Code.VALUE_OUT_OF_RANGE, 5, value=22, limit=21),
    ),
    "an unlikely normal game": (
        row(FOUR, 2, points=(11, -11, -11, 11)),
        warning(Code.VALUE_UNLIKELY, 2, value=11, limit=10),
    ),
    "an unlikely solo": (
        row(FOUR, 5, points=(-9, 27, -9, -9)),
        warning(Code.VALUE_UNLIKELY, 5, value=9, limit=8),
    ),
    "a solo worth nothing": (
        row(FOUR, 5, points=(0, 0, 0, 0)),
        warning(Code.VALUE_UNLIKELY, 5, value=0),
    ),
    "a running total mistyped, not carried on": (
        cumulative(WRITTEN, 2, 4, 5, -4, -4),
        error(
            Code.WRONG_CUMULATIVE, 2, 2, figure=5, right_figure=4, seats=(2,), right_figures=(4,)
        ),
    ),
    "two running totals exchanged": (
        cumulative(WRITTEN, 2, 4, -4, 4, -4),
        error(
            Code.WRONG_CUMULATIVE,
            2,
            2,
            figure=-4,
            right_figure=4,
            seats=(2, 3),
            right_figures=(4, -4),
        ),
    ),
    "the last running total mistyped": (
        cumulative(WRITTEN, 8, 8, 8, -7, -8),
        error(
            Code.WRONG_CUMULATIVE, 8, 3, figure=-7, right_figure=-8, seats=(3,), right_figures=(-8,)
        ),
    ),
    "a total mistyped": (
        replace(WRITTEN, totals=(8, 8, -8, 8)),
        error(
            Code.WRONG_TOTAL, None, 4, figure=8, right_figure=-8, seats=(4,), right_figures=(-8,)
        ),
    ),
    "a total without running totals": (
        replace(FOUR, totals=(8, 8, -8, 0)),
        error(
            Code.WRONG_TOTAL, None, 4, figure=0, right_figure=-8, seats=(4,), right_figures=(-8,)
        ),
    ),
    "a wrong dealer": (
        row(FOUR, 3, dealer=4),
        error(Code.WRONG_DEALER, 3, dealer=4, right_dealer=3),
    ),
    "a dealer out of turn, marked so": (
        row(FOUR, 8, dealer=2, out_of_turn=True),
        warning(Code.DEALT_OUT_OF_TURN, 8, dealer=2, right_dealer=4),
    ),
    "a dealer out of turn at a five-table, told by the empty seat": (
        row(FIVE, 10, dealer=None, points=(3, -1, None, -1, -1), out_of_turn=True),
        warning(Code.DEALT_OUT_OF_TURN, 10, dealer=3, right_dealer=5),
    ),
    "a wrong dealer of a forced solo": (
        row(FOUR, 6, dealer=4),
        error(Code.WRONG_DEALER, 6, dealer=4, right_dealer=2),
    ),
    "a dealer who is not at the table": (
        row(FIVE, 3, dealer=9),
        error(Code.WRONG_DEALER, 3, dealer=9, right_dealer=3),
    ),
    "a wrong dealer at a five-table, told by the empty seat": (
        row(FIVE, 3, dealer=None, points=(2, 2, -2, None, -2)),
        error(Code.WRONG_DEALER, 3, dealer=4, right_dealer=3),
    ),
    "a wrong row number": (
        row(FOUR, 3, no=33),
        error(Code.ROW_NUMBER, 3, number=33, right_number=3),
    ),
    "a number left out": (
        replace(
            FOUR, rows=(*FOUR.rows[:2], *(replace(one, no=one.no + 1) for one in FOUR.rows[2:]))
        ),
        error(Code.ROW_NUMBER, 3, number=4, right_number=3),
    ),
    "a second compulsory solo": (
        row(
            replace(FREE_FIRST, rows=FREE_FIRST.rows),
            3,
            kind=COMPULSORY,
            soloist=1,
            points=(3, -1, -1, -1),
        ),
        error(Code.SECOND_COMPULSORY_SOLO, 3, 1, first_row=2),
    ),
    "a missing compulsory solo": (without(FOUR, 8), error(Code.MISSING_COMPULSORY_SOLO, None, 1)),
    "a missing compulsory solo after time was up": (
        without(TIMED_OUT, 7),
        error(Code.MISSING_COMPULSORY_SOLO, None, 4),
    ),
    "a voluntary solo and no compulsory one": (
        row(FREE_FIRST, 2, kind=VOLUNTARY),
        error(Code.VOLUNTARY_BEFORE_COMPULSORY, 2, 1),
    ),
    "a voluntary solo before the compulsory one": (
        row(FOUR, 3, kind=VOLUNTARY, soloist=2, points=(-1, 3, -1, -1)),
        error(Code.VOLUNTARY_BEFORE_COMPULSORY, 3, 2, compulsory_row=5),
    ),
    "forced out of turn": (
        row(row(FOUR, 5, soloist=3, points=(-1, -1, 3, -1)), 6, soloist=2, points=(-1, 3, -1, -1)),
        error(Code.FORCED_WRONG_PLAYER, 5, 3, right_soloist=2, dealer=1),
    ),
    "forced out of turn, and the others as it follows": (
        row(
            row(
                row(
                    row(FOUR, 5, soloist=3, points=(-1, -1, 3, -1)),
                    6,
                    soloist=4,
                    points=(-1, -1, -1, 3),
                ),
                7,
                soloist=1,
                points=(3, -1, -1, -1),
            ),
            8,
            soloist=2,
            points=(-1, 3, -1, -1),
        ),
        error(Code.FORCED_WRONG_PLAYER, 5, 3, right_soloist=2, dealer=1),
    ),
    "a forced solo not marked": (
        row(FOUR, 6, forced=False),
        error(Code.FORCED_FLAG, 6, right_forced=1, kind="compulsory_solo"),
    ),
    "a free compulsory solo marked as forced": (
        row(FREE_FIRST, 2, forced=True),
        error(Code.FORCED_FLAG, 2, right_forced=0, kind="compulsory_solo"),
    ),
    "a normal game marked as forced": (
        row(FOUR, 2, forced=True),
        error(Code.FORCED_FLAG, 2, right_forced=0, kind="normal"),
    ),
    "a forced solo omitted": (
        row(FOUR, 8, kind=NORMAL, soloist=None, forced=False, points=(1, 1, -1, -1)),
        error(Code.FORCED_SOLO_OMITTED, 8, 1, kind="normal", dealer=4),
    ),
    "a game beyond the number": (
        replace(FOUR, rows=(*FOUR.rows, Row(9, NORMAL, (1, 1, -1, -1), 1))),
        error(Code.TOO_MANY_GAMES, 9, games=8, rows=9, struck=0),
    ),
    "a second compulsory solo beyond the number": (
        replace(FOUR, rows=(*FOUR.rows, replace(FOUR.rows[4], no=9))),
        error(Code.SECOND_COMPULSORY_SOLO, 9, 2, first_row=5),
    ),
    "struck games that were played": (
        replace(TIMED_OUT, struck_games=2),
        error(Code.TOO_MANY_GAMES, games=8, rows=7, struck=2),
    ),
    "a normal game missing": (
        replace(TIMED_OUT, struck_games=0),
        error(Code.TOO_FEW_GAMES, games=8, rows=7, struck=0, reason="rows_missing"),
    ),
    "games struck though time was not up": (
        replace(TIMED_OUT, time_limit_after_row=None),
        error(Code.TOO_FEW_GAMES, games=8, rows=7, struck=1, reason="struck_without_time_limit"),
    ),
    "a normal game after time was up": (
        replace(TIMED_OUT, time_limit_after_row=2),
        error(Code.GAME_AFTER_TIME_LIMIT, 3, limit=2, kind="normal"),
    ),
    "a time limit behind the last row, though games were struck": (
        replace(TIMED_OUT, time_limit_after_row=8),
        error(Code.GAME_AFTER_TIME_LIMIT, limit=8, rows=7),
    ),
    "a time limit behind the forced solos, though games were struck": (
        replace(TIMED_OUT, time_limit_after_row=7),
        error(Code.GAME_AFTER_TIME_LIMIT, limit=7, rows=7, forced_row=4),
    ),
    "a time limit among the forced solos, though games were struck": (
        replace(TIMED_OUT, time_limit_after_row=5),
        error(Code.GAME_AFTER_TIME_LIMIT, limit=5, rows=7, forced_row=4),
    ),
    "one forced solo in time, though games were struck": (
        replace(TIMED_OUT, time_limit_after_row=4),
        error(Code.FORCED_FLAG, 4, right_forced=0, kind="compulsory_solo"),
    ),
    "a row written twice": (
        replace(FOUR, rows=(*FOUR.rows[:2], *FOUR.rows[1:])),
        error(Code.ROW_TWICE, 3),
    ),
}

ELSEWHERE = {
    *(Code.MALFORMED, Code.DETAIL_IMPOSSIBLE, Code.VALUE_MISMATCH),
    *(Code.PENALTY_AMOUNT, Code.PENALTY_NONZERO_SUM, Code.INITIALS_MISSING),
    *(Code.SIDE_UNEQUAL, Code.NEGATIVE_POINTS, Code.BOTH_SIDES_WON, Code.VALUE_UNREACHABLE),
    *(Code.OWED_SOLO, Code.EXTRA_GAME),
    *(Code.SOLO_KIND, Code.NOT_DOUBLED, Code.WRONGLY_DOUBLED, Code.NO_ROUND_FOR_IT),
    *(Code.ONLY_WINNERS_WRITTEN, Code.ONLY_LOSERS_WRITTEN, Code.ONLY_CUMULATIVE),
}


@pytest.mark.parametrize(("sheet", "finding"), CASES.values(), ids=CASES.keys())
def test_check_finds_one_mistake_alone(sheet, finding):
    assert check(sheet).findings == (finding,)


@pytest.mark.parametrize("finding", [finding for _sheet, finding in CASES.values()])
def test_findings_carry_the_documented_parameters(finding):
    assert as_documented(finding)


def test_every_code_has_a_case():
    assert {finding.code for _sheet, finding in CASES.values()} == set(Code) - ELSEWHERE


@pytest.mark.parametrize("sheet", [FOUR, FIVE, WRITTEN, FREE_FIRST, TIMED_OUT, with_columns(FIVE)])
def test_check_finds_nothing_in_the_valid_lists_behind_the_cases(sheet):
    assert check(sheet).findings == ()
    assert check(sheet).ok


def test_a_warning_leaves_the_sheet_ok():
    assert check(row(FOUR, 2, points=(11, -11, -11, 11))).ok
