"""Edge cases of the check that no single mistake of the other tests touches."""

from dataclasses import replace
from random import Random

import pytest

from scoring.duties import names_soloist
from scoring.findings import Code, error
from scoring.model import Penalty, Row, RowKind, ScoreSheet
from scoring.pattern import Shape, pattern_of
from scoring.sheet import check, check_and_inspect, check_as_written, has_no_error
from tests.factories.score_sheets import SOLO_FIRST, plain_sheet, replace_row, with_columns
from tests.factories.slips import SLIPS, random_slip

FOUR = plain_sheet()
FIVE = plain_sheet(5)
WRITTEN = with_columns(FOUR)
WRITTEN_FIVE = with_columns(FIVE)


def codes(sheet):
    return [(found.code, found.row, found.seat) for found in check(sheet).findings]


@pytest.mark.parametrize(
    ("number", "points"), [(2, (10, -10, -10, 10)), (5, (-8, 24, -8, -8)), (5, (8, -24, 8, 8))]
)
def test_the_highest_likely_value_needs_no_second_look(number, points):
    assert codes(replace_row(FOUR, number, points=points)) == []


@pytest.mark.parametrize(("number", "points"), [(2, (29, -29, -29, 29)), (5, (-21, 63, -21, -21))])
def test_the_highest_possible_value_is_unlikely_and_no_error(number, points):
    assert codes(replace_row(FOUR, number, points=points)) == [(Code.VALUE_UNLIKELY, number, None)]


def test_findings_are_ordered_by_row():
    wrong = replace_row(replace_row(WRITTEN, 2, dealer=4), 3, points=(2, 2, -2, -3))
    wrong = replace_row(wrong, 4, no=9)

    assert [found.row for found in check(wrong).findings] == [2, 3, 4]


def test_penalty_without_its_row_is_booked_in_the_last():
    penalty = Penalty(None, "9.3.2", 3, (1, 1, -3, 1), "KS")
    last = WRITTEN.rows[-1]
    booked = tuple(a + b for a, b in zip(last.cumulative, penalty.points, strict=True))
    sheet = replace(WRITTEN, penalties=(penalty,), totals=booked)

    assert codes(replace_row(sheet, last.no, cumulative=booked)) == []
    assert codes(sheet) == [(Code.WRONG_CUMULATIVE, last.no, 1)]


def test_penalties_after_one_in_no_row_are_checked():
    nowhere = Penalty(99, "9.3.2", 3, (1, 1, -3, 1), "KS")
    too_much = Penalty(2, "9.3.2", 3, (2, 2, -6, 2), "KS")
    sheet = replace(FOUR, penalties=(nowhere, too_much))

    assert check(sheet).findings == (
        error(Code.PENALTY_AMOUNT, 2, 3, rule="9.3.2", reason="pattern"),
        error(Code.PENALTY_AMOUNT, 99, 3, rule="9.3.2", reason="unknown_row"),
    )


@pytest.mark.parametrize("soloist", [1, 2, 4])
def test_a_penalty_in_no_row_may_credit_any_soloist(soloist):
    points = tuple({soloist: 12, 3: -12}.get(seat, 0) for seat in range(1, 5))
    sheet = replace(FOUR, penalties=(Penalty(99, "9.4.4", 3, points, "KS"),))

    assert check(sheet).findings == (
        error(Code.PENALTY_AMOUNT, 99, 3, rule="9.4.4", reason="unknown_row"),
    )


def test_penalty_in_a_game_with_partners_credits_no_soloist():
    """Not even one named there by mistake."""
    sheet = replace(FOUR, penalties=(Penalty(2, "9.3.3b1", 3, (0, 3, -3, 0), "KS"),))

    assert codes(sheet) == [(Code.PENALTY_AMOUNT, 2, 3)]


@pytest.mark.parametrize("sitting", [1, 2, 3, 4, 5])
def test_penalty_of_a_lapsed_game_accepts_any_dealer_at_five(sitting):
    """Broken off after time was up: it stands in the next row, dealt by another player (8.5.3)."""
    offender = sitting % 5 + 1
    points = tuple(
        None if seat == sitting else -12 if seat == offender else 4 for seat in range(1, 6)
    )
    timed = replace(FIVE, time_limit_after_row=5)

    for rule in ("9.4.3", "9.4.4"):
        penalty = Penalty(7, rule, offender, points, "KS")
        assert codes(replace(timed, penalties=(penalty,))) == []


def test_penalty_of_a_lapsed_solo_is_in_the_row_of_another_soloist():
    penalty = Penalty(5, "9.4.4", 4, (4, 4, 4, -12), "KS")
    timed = replace(FOUR, time_limit_after_row=4)

    assert (FOUR.rows[4].soloist, FOUR.rows[4].dealer) == (2, 1)
    assert codes(replace(timed, penalties=(penalty,))) == []
    assert codes(replace(FOUR, penalties=(penalty,))) == [(Code.PENALTY_AMOUNT, 5, 4)]


def test_penalty_of_a_game_in_time_accepts_only_its_own_dealer():
    points = (None, 4, -12, 4, 4)
    penalty = Penalty(5, "9.4.3", 3, points, "KS")
    timed = replace(FIVE, time_limit_after_row=5)

    assert codes(replace(timed, penalties=(penalty,))) == [(Code.PENALTY_AMOUNT, 5, 3)]


@pytest.mark.parametrize("dealer", [1, 5])
def test_first_and_last_position_sit_out_like_any_other(dealer):
    row = FIVE.rows[dealer - 1]
    active = [seat for seat in range(1, 6) if seat != dealer]
    five = tuple(0 if seat == dealer else row.points[seat - 1] for seat in range(1, 6))

    assert row.dealer == dealer
    assert codes(replace_row(FIVE, dealer, points=five)) == [
        (Code.FIVE_TABLE_DEALER_SCORED, dealer, dealer)
    ]
    for seat in active:
        broken = tuple(None if at == seat else row.points[at - 1] for at in range(1, 6))
        assert codes(replace_row(FIVE, dealer, points=broken)) == [
            (Code.POINTS_MISSING, dealer, seat)
        ]


def test_figure_of_a_sitting_dealer_counts_in_the_totals_shown():
    sheet = replace_row(FIVE, 2, points=(2, 5, 2, -2, -2))

    assert check(sheet).totals[1] == check(FIVE).totals[1] + 5


def test_the_first_row_is_number_one():
    assert codes(replace_row(FOUR, 1, no=2)) == [(Code.ROW_NUMBER, 1, None)]
    assert codes(replace_row(FOUR, 1, no=0)) == [(Code.ROW_NUMBER, 1, None)]


def test_rows_after_a_doubtful_one_build_on_the_typed_figures():
    """Addition on paper continues from the figure written there."""
    wrong = replace_row(WRITTEN, 2, points=(2, 2, -2, -3))
    later = replace_row(wrong, 3, cumulative=tuple(9 + f for f in WRITTEN.rows[2].cumulative))

    assert codes(wrong) == [(Code.NONZERO_SUM, 2, None)]
    assert codes(later) == [(Code.NONZERO_SUM, 2, None), (Code.WRONG_CUMULATIVE, 3, 1)]


def test_points_of_missing_last_games_are_no_error_in_the_totals():
    complete = WRITTEN.totals
    short = replace(WRITTEN, rows=WRITTEN.rows[:7], totals=complete)
    other = replace(short, totals=tuple(figure + 1 for figure in complete))

    assert codes(short) == [(Code.MISSING_COMPULSORY_SOLO, None, 1)]
    assert codes(other) == [
        (Code.MISSING_COMPULSORY_SOLO, None, 1),
        (Code.WRONG_TOTAL, None, 1),
    ]


def test_totals_of_a_complete_list_are_compared_even_if_they_add_up():
    totals = WRITTEN.totals
    moved = (totals[0] + 2, totals[1] - 2, *totals[2:])

    assert codes(replace(WRITTEN, totals=moved)) == [(Code.WRONG_TOTAL, None, 1)]


def test_corrected_sum_after_an_empty_seat_is_suggested():
    assert FIVE.rows[5].points == (None, 3, -1, -1, -1)
    assert check(replace_row(FIVE, 6, points=(None, 3, -1, -1, 1))).findings == (
        error(Code.NONZERO_SUM, 6, sum=2, right_seat=5, right_figure=-1),
    )


FREE_SOLOS = ScoreSheet(
    4,
    (
        Row(1, RowKind.COMPULSORY_SOLO, (0, 0, 0, 0), 1, 1),
        Row(2, RowKind.COMPULSORY_SOLO, (-1, 3, -1, -1), 1, 2),
        Row(3, RowKind.COMPULSORY_SOLO, (-1, -1, 3, -1), 1, 3),
        Row(4, RowKind.NORMAL, (1, 1, -1, -1), 1),
        Row(5, RowKind.COMPULSORY_SOLO, (-1, -1, -1, 3), 2, 4, True),
    ),
    games=5,
)


@pytest.mark.parametrize("kind", [RowKind.NORMAL, RowKind.WEDDING])
def test_worthless_solo_written_as_normal_game_is_one_finding(kind):
    assert check(FREE_SOLOS).ok
    assert check(replace_row(FREE_SOLOS, 1, kind=kind, soloist=None)).findings == (
        error(Code.MISSING_COMPULSORY_SOLO, 1, 1, reason="unmarked"),
    )


def test_worthless_solo_written_as_normal_game_may_name_a_wrong_soloist():
    """The row contradicts itself, and correcting it mends the list."""
    assert check(replace_row(FREE_SOLOS, 1, kind=RowKind.NORMAL, soloist=3)).findings == (
        error(Code.MISSING_COMPULSORY_SOLO, 1, 1, reason="unmarked"),
    )


@pytest.fixture
def checks(monkeypatch):
    """Return how often a whole list is checked."""
    asked = []

    def checked(sheet):
        asked.append(sheet)
        return check_and_inspect(sheet)

    monkeypatch.setattr("scoring.sheet.check_and_inspect", checked)
    monkeypatch.setattr("scoring.sheet.has_no_error", lambda sheet: checked(sheet)[0].ok)
    return asked


@pytest.mark.parametrize("name", SLIPS)
def test_a_list_is_right_if_the_whole_check_finds_no_error(name):
    random = Random(name)
    for _ in range(6):
        slip = random_slip(name, random)
        for sheet in (slip.written, slip.meant):
            assert has_no_error(sheet) == check_as_written(sheet).ok


def test_unmarked_solo_is_not_sought_where_it_would_not_help(checks):
    """Typing must not wait: one check of a list with several rows in doubt."""
    kind = "two players' columns exchanged throughout"
    lists = [random_slip(kind, Random(number)).written for number in range(20)]
    contradictory = [sheet for sheet in lists if len(rows_in_doubt(sheet)) > 1]
    assert len(contradictory) > 5
    for sheet in contradictory:
        check(sheet)
    assert checks == contradictory


def rows_in_doubt(sheet):
    return [row for row in sheet.rows if not names_soloist(row, pattern_of(row.points))]


def test_unmarked_solo_is_sought_with_the_one_seat_lacking_it(checks):
    searched = 0
    for number in range(20):
        sheet = random_slip("compulsory solo worth nothing not marked", Random(number)).written
        worthless = sum(pattern_of(row.points).shape is Shape.ZERO for row in sheet.rows)
        checks.clear()
        check(sheet)
        assert len(checks) <= 1 + 2 * worthless
        searched += len(checks) > 1
    assert searched > 5


@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_any_free_worthless_solo_may_be_the_unmarked_one(seat):
    """Here all are bid by their players at once, one after the other, the last one for nothing."""
    order = [other for other in range(1, 5) if other != seat]
    rows = [
        Row(1, RowKind.NORMAL, (1, 1, -1, -1), 1),
        *(
            Row(
                number,
                RowKind.COMPULSORY_SOLO,
                tuple(3 if at == other else -1 for at in range(1, 5)),
                2,
                other,
            )
            for number, other in enumerate(order, start=2)
        ),
        Row(5, RowKind.COMPULSORY_SOLO, (0, 0, 0, 0), 2, seat),
        Row(6, RowKind.NORMAL, (1, 1, -1, -1), 2),
    ]
    sheet = ScoreSheet(4, tuple(rows), games=6)

    assert check(sheet).ok
    assert codes(replace_row(sheet, 5, kind=RowKind.NORMAL, soloist=None)) == [
        (Code.MISSING_COMPULSORY_SOLO, 5, seat)
    ]


def test_worthless_solo_is_also_sought_in_a_list_with_struck_games():
    timed = replace(FREE_SOLOS, games=6, struck_games=1, time_limit_after_row=4)

    assert check(timed).ok
    assert codes(replace_row(timed, 1, kind=RowKind.NORMAL, soloist=None)) == [
        (Code.MISSING_COMPULSORY_SOLO, 1, 1)
    ]


def test_forced_worthless_solo_written_as_normal_game_is_one_finding():
    sheet = replace_row(FOUR, 6, points=(0, 0, 0, 0))
    unmarked = replace_row(sheet, 6, kind=RowKind.NORMAL, soloist=None, forced=False)

    assert check(sheet).ok
    assert codes(unmarked) == [(Code.FORCED_SOLO_OMITTED, 6, 3)]


def test_free_worthless_solo_may_be_marked_forced_but_not_solo():
    unmarked = replace_row(FREE_SOLOS, 1, kind=RowKind.NORMAL, soloist=None, forced=True)

    assert codes(unmarked) == [(Code.MISSING_COMPULSORY_SOLO, 1, 1)]


def test_only_place_that_mends_the_list_is_named_without_a_jump():
    last = replace(FREE_SOLOS.rows[4], no=4, dealer=None)
    sheet = replace(FREE_SOLOS, rows=(*FREE_SOLOS.rows[:3], last))

    assert codes(sheet) == [(Code.VALUE_UNLIKELY, 1, None), (Code.TOO_FEW_GAMES, 4, None)]


def test_omitted_free_solo_blames_no_correct_row():
    """It may have been anywhere before the forced ones: the list does not say where."""
    rows = tuple(replace(row, no=row.no - 1) for row in SOLO_FIRST.rows[1:])

    assert codes(SOLO_FIRST) == []
    assert check(replace(SOLO_FIRST, rows=rows, totals=None)).findings == (
        error(Code.TOO_FEW_GAMES, games=8, rows=7, struck=0, reason="row_left_out"),
    )


def test_forced_rows_are_all_retracted_where_struck_games_have_no_limit():
    rows = tuple(
        replace(row, no=number, kind=RowKind.COMPULSORY_SOLO, forced=True)
        for number, row in enumerate(FOUR.rows[4:], start=1)
    )
    sheet = ScoreSheet(4, rows, games=8, struck_games=4)

    assert codes(sheet) == [(Code.TOO_FEW_GAMES, None, None)]


def test_figures_that_are_equal_to_whole_ones_are_none():
    """Whatever was read before: what equals a number need not be one."""
    assert pattern_of((3, 3, -3, -3)).shape is Shape.TEAM
    assert pattern_of((1, 1, -1, -1)).shape is Shape.TEAM
    assert pattern_of((3.0, 3, -3, -3)).shape is Shape.UNREADABLE
    assert pattern_of((True, 1, -1, -1)).shape is Shape.UNREADABLE
