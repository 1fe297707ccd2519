"""A game that nobody wrote down: where it may belong, and what it was."""

from dataclasses import replace

import pytest

from scoring.findings import Code, error
from scoring.model import Penalty, RowKind
from scoring.row_slips import rows_left_out
from scoring.sheet import check, check_as_written
from tests.factories.score_sheets import SOLO_FIRST, plain_sheet, replace_row, with_columns

BARE = plain_sheet()
WRITTEN = with_columns(BARE)
FIVE = with_columns(plain_sheet(5))


def left_out(sheet, number, counted_on=True, **changes):
    """Return the list without a row, the others renumbered or not."""
    rows = [row for row in sheet.rows if row.no != number]
    if counted_on:
        rows = [replace(row, no=place) for place, row in enumerate(rows, start=1)]
    return replace(sheet, rows=tuple(rows), **changes)


def candidates(sheet, **options):
    return list(rows_left_out(sheet, check_as_written(sheet).findings, **options))


def mending(sheet, **options):
    """Return the candidates that leave no error, each as number and row."""
    return [
        (missing.number, missing.mended.rows[missing.number - 1])
        for missing in candidates(sheet, **options)
        if check_as_written(missing.mended).ok
    ]


@pytest.mark.parametrize("counted_on", [True, False])
@pytest.mark.parametrize("number", range(1, 9))
@pytest.mark.parametrize("sheet", [WRITTEN, FIVE])
def test_running_totals_tell_place_and_points(sheet, number, counted_on):
    row = sheet.rows[number - 1]

    assert mending(left_out(sheet, number, counted_on))[0] == (number, row)


@pytest.mark.parametrize("number", range(1, 8))
def test_running_totals_are_enough_without_totals_at_the_foot(number):
    sheet = left_out(WRITTEN, number, totals=None)

    assert mending(sheet)[0] == (number, WRITTEN.rows[number - 1])


@pytest.mark.parametrize("number", range(1, 9))
def test_totals_give_the_points_and_dealers_the_place_of_a_missing_row(number):
    bare = replace(BARE, totals=WRITTEN.totals)

    assert mending(left_out(bare, number))[0] == (number, BARE.rows[number - 1])


def test_without_totals_there_is_no_row_unless_one_can_stand_in():
    sheet = left_out(BARE, 2)
    stand_in = replace(BARE.rows[1], points=(0, 0, 0, 0))

    assert candidates(sheet) == []
    assert mending(sheet, points_unknown=True) == [(2, stand_in)]


def test_free_solo_may_precede_any_game_that_was_not_forced():
    found = mending(left_out(SOLO_FIRST, 1))

    assert [number for number, _row in found] == [4, 3, 2, 1]
    assert {(row.kind, row.soloist, row.forced) for _number, row in found} == {
        (RowKind.COMPULSORY_SOLO, 2, False)
    }
    assert found[-1][1] == SOLO_FIRST.rows[0]


def test_without_a_jump_every_place_is_tried_hints_first():
    sheet = left_out(SOLO_FIRST, 1)
    places = list(dict.fromkeys(missing.number for missing in candidates(sheet)))

    assert places == [5, 8, 7, 6, 4, 3, 2, 1]


def test_with_a_jump_no_other_finding_hints_at_a_place():
    sheet = left_out(WRITTEN, 2)
    rare = replace_row(sheet, 6, points=(-9, -9, 27, -9))
    places = list(dict.fromkeys(missing.number for missing in candidates(rare)))

    assert [found.row for found in check_as_written(rare).findings if found.row == 6] == [6, 6]
    assert places == [2, 8]


@pytest.mark.parametrize(("counted_on", "row"), [(False, 8), (True, 7)])
def test_penalty_after_the_gap_keeps_its_game(counted_on, row):
    """Numbers that leave the gap name the right row already; renumbered ones move with it."""
    booked = Penalty(8, "9.3.3b2", 3, (1, 1, -3, 1))
    last = tuple(a + b for a, b in zip(WRITTEN.totals, booked.points, strict=True))
    meant = replace_row(replace(WRITTEN, penalties=(booked,), totals=last), 8, cumulative=last)
    sheet = left_out(meant, 7, counted_on, penalties=(replace(booked, row=row),))
    mended = next(one.mended for one in candidates(sheet) if one.number == 7)

    assert check_as_written(meant).ok
    assert mended == meant


def test_each_kind_is_proposed_once_the_likeliest_first():
    team = [m.mended.rows[1].kind for m in candidates(left_out(WRITTEN, 2)) if m.number == 2]
    alone = [m for m in candidates(left_out(WRITTEN, 5)) if m.number == 5]

    assert team == [RowKind.NORMAL]
    assert [(m.unlikely, m.mended.rows[4].kind) for m in alone] == [
        (0, RowKind.COMPULSORY_SOLO),
        (1, RowKind.VOLUNTARY_SOLO),
        (2, RowKind.SILENT_WEDDING),
        (3, RowKind.WEDDING_UNCLARIFIED),
    ]


def test_invalid_figure_before_the_gap_leaves_its_running_total_open():
    typed = ("x", *WRITTEN.rows[0].cumulative[1:])
    sheet = left_out(replace_row(WRITTEN, 1, cumulative=typed), 2)
    inserted = next(m for m in candidates(sheet) if m.number == 2).mended.rows[1]

    assert inserted.cumulative == (None, *WRITTEN.rows[1].cumulative[1:])


def test_missing_running_total_before_the_gap_leaves_the_new_row_without():
    sheet = left_out(replace_row(WRITTEN, 1, cumulative=None), 2)
    inserted = next(m for m in candidates(sheet) if m.number == 2).mended.rows[1]

    assert inserted.cumulative is None


def test_complete_list_and_one_lacking_more_have_no_candidates():
    assert candidates(WRITTEN) == []
    assert candidates(left_out(left_out(WRITTEN, 2), 3)) == []


def test_missing_row_is_found_with_struck_games_too():
    struck = replace(WRITTEN, games=10, struck_games=2)

    assert {missing.number for missing in candidates(left_out(struck, 3))} == {3, 8}
    assert candidates(replace(WRITTEN, struck_games=1)) == []


def test_place_without_information_does_not_hide_the_next():
    sheet = left_out(replace(WRITTEN, totals=None), 5, counted_on=False)
    unclear = replace_row(replace_row(sheet, 2, cumulative=None), 2, no=9)

    assert 5 in {missing.number for missing in candidates(unclear)}
    assert 2 not in {missing.number for missing in candidates(unclear)}


def left_out_finding(row):
    return error(Code.TOO_FEW_GAMES, row, games=8, rows=7, struck=0, reason="row_left_out")


@pytest.mark.parametrize("sheet", [WRITTEN, BARE])
@pytest.mark.parametrize("number", range(1, 8))
def test_omitted_row_is_one_finding_at_its_place(sheet, number):
    assert check(left_out(sheet, number)).findings == (left_out_finding(number),)


def test_numbers_decide_where_dealers_would_allow_another_place():
    sheet = left_out(replace_row(BARE, 4, dealer=None), 3, counted_on=False)

    assert [number for number, _row in mending(sheet, points_unknown=True)][:2] == [3, 4]
    assert check(sheet).findings == (left_out_finding(3),)
