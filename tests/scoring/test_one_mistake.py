"""One mistake in a valid list is one finding, at its row: over random lists and places."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring.doctor import propose
from scoring.findings import Code, Severity
from scoring.ledger import exchanged
from scoring.model import RowKind
from scoring.sheet import check
from tests.factories.effort import tries
from tests.factories.score_sheets import played_sheet, replace_figure, replace_row, valid_sheets

common = settings(max_examples=tries(30, 150), deadline=None)
numbers = st.integers(0, 10_000)
shifts = st.integers(-40, 40).filter(bool)


def errors(sheet):
    return [
        (found.code, found.row, found.seat)
        for found in check(sheet).findings
        if found.severity is Severity.ERROR
    ]


def pick(rows, number):
    """Return one of the rows, if there are any."""
    assume(rows)
    return rows[number % len(rows)]


def active_seats(row):
    return [seat for seat, figure in enumerate(row.points, start=1) if figure is not None]


def solos(sheet):
    """Return the rows whose figures show who played alone."""
    return [row for row in sheet.rows if row.soloist is not None and any(row.points)]


@common
@given(valid_sheets(), numbers, numbers, shifts)
def test_wrong_figure_is_found_in_its_row(sheet, number, place, shift):
    row = pick(sheet.rows, number)
    seat = pick(active_seats(row), place)
    points = replace_figure(row.points, seat, row.points[seat - 1] + shift)

    assert errors(replace_row(sheet, row.no, points=points)) == [(Code.NONZERO_SUM, row.no, None)]


@common
@given(valid_sheets(), numbers, numbers)
def test_missing_figure_is_found_in_its_row(sheet, number, place):
    row = pick(sheet.rows, number)
    seat = pick(active_seats(row), place)
    changed = replace_row(sheet, row.no, points=replace_figure(row.points, seat, None))

    assert errors(changed) == [(Code.POINTS_MISSING, row.no, seat)]


@common
@given(valid_sheets(), numbers, numbers, shifts)
def test_a_mistyped_running_total_is_found_once(sheet, number, place, shift):
    row = pick(sheet.rows, number)
    seat = place % sheet.table_size + 1
    typed = replace_figure(row.cumulative, seat, row.cumulative[seat - 1] + shift)

    assert errors(replace_row(sheet, row.no, cumulative=typed)) == [
        (Code.WRONG_CUMULATIVE, row.no, seat)
    ]


@common
@given(valid_sheets(), numbers, numbers, shifts)
def test_a_miscounted_running_total_is_found_where_it_began(sheet, number, place, shift):
    first = pick(sheet.rows, number)
    seat = place % sheet.table_size + 1
    for row in sheet.rows[first.no - 1 :]:
        typed = replace_figure(row.cumulative, seat, row.cumulative[seat - 1] + shift)
        sheet = replace_row(sheet, row.no, cumulative=typed)
    sheet = replace(sheet, totals=sheet.rows[-1].cumulative)

    assert errors(sheet) == [(Code.WRONG_CUMULATIVE, first.no, seat)]


@common
@given(valid_sheets(), numbers, shifts)
def test_a_wrong_total_is_found_for_its_seat(sheet, place, shift):
    seat = place % sheet.table_size + 1
    totals = replace_figure(sheet.totals, seat, sheet.totals[seat - 1] + shift)

    assert errors(replace(sheet, totals=totals)) == [(Code.WRONG_TOTAL, None, seat)]


@common
@given(valid_sheets(table_sizes=(4,)), numbers)
def test_figures_with_turned_signs_are_found_once(sheet, number):
    row = pick([row for row in sheet.rows if any(row.points)], number)
    points = tuple(-figure for figure in row.points)

    assert errors(replace_row(sheet, row.no, points=points)) == [(Code.WRONG_CUMULATIVE, row.no, 1)]


@common
@given(valid_sheets(), numbers, st.integers(0, 6))
def test_wrong_dealer_is_found_in_its_row(sheet, number, dealer):
    row = pick(sheet.rows, number)
    assume(dealer != row.dealer)

    assert errors(replace_row(sheet, row.no, dealer=dealer)) == [(Code.WRONG_DEALER, row.no, None)]


@common
@given(valid_sheets(table_sizes=(4,), most_penalties=0), numbers, st.integers(1, 3))
def test_dealers_out_of_step_from_a_row_on_are_found_once(sheet, number, step):
    first = pick(sheet.rows, number)
    for row in sheet.rows[first.no - 1 :]:
        sheet = replace_row(sheet, row.no, dealer=(row.dealer + step - 1) % 4 + 1)

    found = errors(sheet)
    assert found[0] == (Code.WRONG_DEALER, first.no, None)
    assert {code for code, _row, _seat in found[1:]} <= {Code.FORCED_WRONG_PLAYER}


@common
@given(valid_sheets(), numbers)
def test_wrong_mark_for_a_forced_solo_is_found_in_its_row(sheet, number):
    row = pick(sheet.rows, number)
    assume(sheet.time_limit_after_row is not None or not sheet.struck_games)
    forced = replace_row(sheet, row.no, forced=not row.forced)

    assert errors(forced) == [(Code.FORCED_FLAG, row.no, None)]


@common
@given(valid_sheets(), numbers, st.integers(-3, 99))
def test_wrong_row_number_is_found_at_its_place(sheet, number, typed):
    row = pick(sheet.rows, number)
    assume(typed != row.no)

    assert errors(replace_row(sheet, row.no, no=typed)) == [(Code.ROW_NUMBER, row.no, None)]


@common
@given(valid_sheets(), numbers, st.integers(0, 6))
def test_a_wrong_soloist_is_found_in_its_row(sheet, number, soloist):
    row = pick(solos(sheet), number)
    assume(soloist != row.soloist)

    assert errors(replace_row(sheet, row.no, soloist=soloist)) == [
        (Code.SOLOIST_MISMATCH, row.no, soloist)
    ]


@common
@given(valid_sheets(), numbers)
def test_unwritten_soloist_is_found_in_its_row(sheet, number):
    row = pick([row for row in sheet.rows if row.soloist], number)

    assert errors(replace_row(sheet, row.no, soloist=None)) == [
        (Code.SOLOIST_MISSING, row.no, None)
    ]


@common
@given(valid_sheets(), numbers, st.booleans())
def test_solo_written_as_normal_game_is_found_in_its_row(sheet, number, keeps_soloist):
    row = pick(solos(sheet), number)
    changes = {} if keeps_soloist else {"soloist": None}

    assert errors(replace_row(sheet, row.no, kind=RowKind.NORMAL, **changes)) == [
        (Code.TEAM_GAME_TRIPLED, row.no, row.soloist)
    ]


@common
@given(valid_sheets(), numbers, st.sampled_from([kind for kind in RowKind if kind.is_alone]))
def test_normal_game_written_as_solo_is_found_in_its_row(sheet, number, kind):
    row = pick([row for row in sheet.rows if not row.kind.is_alone], number)

    assert errors(replace_row(sheet, row.no, kind=kind)) == [(Code.SOLOIST_MISSING, row.no, None)]


@common
@given(valid_sheets(), numbers)
def test_compulsory_solo_written_as_voluntary_is_found_in_its_row(sheet, number):
    row = pick([row for row in sheet.rows if row.kind is RowKind.COMPULSORY_SOLO], number)

    assert errors(replace_row(sheet, row.no, kind=RowKind.VOLUNTARY_SOLO)) == [
        (Code.VOLUNTARY_BEFORE_COMPULSORY, row.no, row.soloist)
    ]


@common
@given(valid_sheets(), numbers)
def test_voluntary_solo_written_as_compulsory_is_found_in_its_row(sheet, number):
    row = pick([row for row in sheet.rows if row.kind is RowKind.VOLUNTARY_SOLO], number)

    assert errors(replace_row(sheet, row.no, kind=RowKind.COMPULSORY_SOLO)) == [
        (Code.SECOND_COMPULSORY_SOLO, row.no, row.soloist)
    ]


@common
@given(valid_sheets(), numbers, st.sampled_from(("silent_wedding", "wedding_unclarified")))
def test_compulsory_solo_written_as_wedding_is_one_finding(sheet, number, kind):
    row = pick([row for row in sheet.rows if row.kind is RowKind.COMPULSORY_SOLO], number)

    found = errors(replace_row(sheet, row.no, kind=RowKind(kind)))

    assert len(found) == 1
    assert found[0][0] in (
        Code.MISSING_COMPULSORY_SOLO,
        Code.GAME_AFTER_TIME_LIMIT,
        Code.FORCED_SOLO_OMITTED,
        Code.VOLUNTARY_BEFORE_COMPULSORY,  # where the player has a voluntary solo later
    )


@common
@given(valid_sheets(), numbers)
def test_silent_wedding_written_as_compulsory_solo_is_one_finding(sheet, number):
    row = pick([row for row in sheet.rows if row.kind is RowKind.SILENT_WEDDING], number)

    found = errors(replace_row(sheet, row.no, kind=RowKind.COMPULSORY_SOLO))

    assert [(code, seat) for code, _row, seat in found] == [
        (Code.SECOND_COMPULSORY_SOLO, row.soloist)
    ]


@common
@given(valid_sheets(), numbers, numbers, shifts)
def test_a_wrong_penalty_figure_is_one_finding(sheet, number, place, shift):
    penalty = pick(sheet.penalties, number)
    seat = pick(active_seats(penalty), place)
    changed = replace(
        penalty, points=replace_figure(penalty.points, seat, penalty.points[seat - 1] + shift)
    )
    penalties = tuple(changed if one is penalty else one for one in sheet.penalties)

    assert errors(replace(sheet, penalties=penalties)) == [
        (Code.PENALTY_NONZERO_SUM, penalty.row, penalty.offender)
    ]


@common
@given(valid_sheets())
def test_struck_games_without_a_time_limit_are_one_finding(sheet):
    assume(sheet.struck_games)

    assert errors(replace(sheet, time_limit_after_row=None)) == [(Code.TOO_FEW_GAMES, None, None)]


@common
@given(valid_sheets(), st.integers(1, 9))
def test_too_many_struck_games_are_one_finding(sheet, more):
    struck = sheet.struck_games + more

    assert errors(replace(sheet, struck_games=struck)) == [(Code.TOO_MANY_GAMES, None, None)]


@common
@given(valid_sheets(), st.integers(1, 9))
def test_too_few_struck_games_are_one_finding(sheet, fewer):
    assume(sheet.struck_games >= fewer)

    assert errors(replace(sheet, struck_games=sheet.struck_games - fewer)) == [
        (Code.TOO_FEW_GAMES, None, None)
    ]


@common
@given(valid_sheets(most_penalties=0))
def test_omitted_last_row_is_one_finding(sheet):
    last = sheet.rows[-1]
    expected = (Code.TOO_FEW_GAMES, None, None)
    if last.kind is RowKind.COMPULSORY_SOLO:
        expected = (Code.MISSING_COMPULSORY_SOLO, None, last.soloist)

    assert errors(replace(sheet, rows=sheet.rows[:-1])) == [expected]


@common
@given(valid_sheets())
def test_rows_without_dealers_and_columns_are_no_mistake(sheet):
    for row in sheet.rows:
        sheet = replace_row(sheet, row.no, dealer=None, cumulative=None)

    assert errors(sheet) == []
    assert errors(replace(sheet, totals=None)) == []


@pytest.mark.parametrize("size", [4, 5])
@settings(max_examples=tries(15, 60), deadline=None)
@given(st.data())
def test_surplus_game_at_the_end_is_found_there(size, data):
    sheet = data.draw(valid_sheets(table_sizes=(size,), most_penalties=0))
    assume(sheet.time_limit_after_row is None)
    last = sheet.rows[-1]
    dealer = last.dealer % size + 1
    if last.kind is RowKind.COMPULSORY_SOLO and not last.forced:
        dealer = last.dealer
    figures = iter((1, 1, -1, -1))
    points = tuple(
        None if size == 5 and seat == dealer else next(figures) for seat in range(1, size + 1)
    )
    extra = replace(
        last,
        no=last.no + 1,
        kind=RowKind.NORMAL,
        dealer=dealer,
        soloist=None,
        forced=False,
        points=points,
        cumulative=None,
    )

    changed = replace(sheet, rows=(*sheet.rows, extra), totals=None)

    assert errors(changed) == [(Code.TOO_MANY_GAMES, extra.no, None)]


@pytest.mark.parametrize("number", [5, 9, 14])
@pytest.mark.parametrize("noted", [True, False])
def test_running_totals_show_who_sat_out_where_no_dealer_is_noted(number, noted):
    """A figure in the sitting dealer's column: the dealer is named, and the correction proposed."""
    sheet = played_sheet(Random(1), 5, 30)
    if not noted:
        sheet = replace(sheet, rows=tuple(replace(row, dealer=None) for row in sheet.rows))
    row = sheet.rows[number - 1]
    dealer = row.points.index(None) + 1
    wrong = replace_row(sheet, number, points=exchanged(row.points, dealer, dealer % 5 + 1))

    (found,) = check(wrong).findings

    assert (found.code, found.row, found.seat) == (Code.FIVE_TABLE_DEALER_SCORED, number, dealer)
    assert propose(wrong)[0].mended == sheet


def test_without_running_totals_nothing_shows_who_sat_out():
    sheet = played_sheet(Random(1), 5, 30)
    rows = tuple(replace(row, dealer=None, cumulative=None) for row in sheet.rows)
    dealer = rows[4].points.index(None) + 1
    points = exchanged(rows[4].points, dealer, dealer % 5 + 1)
    wrong = replace_row(replace(sheet, rows=rows), 5, points=points)

    assert Code.WRONG_DEALER in {found.code for found in check(wrong).findings}


def test_running_totals_that_tell_something_else_change_no_dealer():
    sheet = played_sheet(Random(1), 5, 30)
    sheet = replace(sheet, rows=tuple(replace(row, dealer=None) for row in sheet.rows))
    row = sheet.rows[4]
    dealer = row.points.index(None) + 1
    wrong = replace_row(sheet, 5, points=exchanged(row.points, dealer, dealer % 5 + 1))
    moved = replace_figure(row.cumulative, dealer, row.cumulative[dealer - 1] + 1)
    wrong = replace_row(wrong, 5, cumulative=moved)

    assert Code.WRONG_DEALER in {found.code for found in check(wrong).findings}
