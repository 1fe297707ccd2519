"""What happens next where the rows so far contradict the rules or each other."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.deal import NextGame
from scoring.model import Row, RowKind, ScoreSheet
from scoring.outlook import outlook
from scoring.sheet import check
from tests.factories.begun_sheets import begun, cut, normal
from tests.factories.effort import tries
from tests.factories.score_sheets import replace_row
from tests.factories.slips import random_slip


def test_mistake_in_the_figures_leaves_the_next_game_certain():
    sheet = begun(4, *normal(5), 3)
    wrong = replace_row(sheet, 2, points=(1, 1, -1, 7), cumulative=(0, 0, 0, 0))

    assert not check(wrong).ok
    assert outlook(wrong) == outlook(sheet)


def test_voluntary_solo_counts_as_compulsory_when_the_same_position_deals():
    sheet = begun(4, *normal(5), 3, *normal(3))
    wrong = replace_row(sheet, 6, kind=RowKind.VOLUNTARY_SOLO)

    assert outlook(wrong) == replace(outlook(sheet), in_doubt=True)


def test_silent_wedding_counts_as_compulsory_solo_when_the_same_position_deals():
    sheet = begun(4, *normal(5), 3, *normal(3))
    wrong = replace_row(sheet, 6, kind=RowKind.SILENT_WEDDING)

    assert outlook(wrong) == replace(outlook(sheet), in_doubt=True)


def test_normal_game_with_solo_figures_stays_one_until_dealers_show_otherwise():
    sheet = begun(4, *normal(5), 3, *normal(3))
    wrong = replace_row(sheet, 6, kind=RowKind.NORMAL, soloist=None)

    assert outlook(wrong) == replace(outlook(sheet), in_doubt=True)
    assert outlook(cut(wrong, 6)).owing == (1, 2, 3, 4)
    assert outlook(cut(wrong, 6)).next_game.dealer == 3
    assert outlook(cut(wrong, 6)).in_doubt


def test_solo_with_another_players_figures_belongs_to_the_written_soloist():
    sheet = begun(4, *normal(5), 3)
    wrong = replace_row(sheet, 6, points=(9, -3, -3, -3))

    assert outlook(wrong) == replace(outlook(sheet), in_doubt=True)


def test_4_3_1_second_compulsory_solo_counts_as_a_normal_game():
    sheet = begun(4, *normal(5), 3, *normal(2), 3)
    ahead = outlook(replace(sheet, rows=tuple(replace(row, dealer=None) for row in sheet.rows)))

    assert (ahead.owing, ahead.normal_left, ahead.next_game.dealer) == ((1, 2, 4), 12, 1)
    assert ahead.games_played + ahead.games_left == 24
    assert ahead.in_doubt


def test_wrong_dealer_does_not_move_the_deal_and_leaves_a_doubt():
    sheet = begun(4, *normal(5))
    wrong = replace_row(sheet, 5, dealer=3)

    assert outlook(wrong) == replace(outlook(sheet), in_doubt=True)


def test_too_many_normal_games_leave_the_solos_to_be_forced():
    sheet = begun(4, *normal(22))
    ahead = outlook(sheet)

    assert ahead.next_game == NextGame(3, 4, 4)
    assert (ahead.normal_left, ahead.struck, ahead.in_doubt) == (0, 0, True)
    assert outlook(sheet, time_is_up=True).struck == 0


def test_8_6_normal_game_after_time_is_a_doubt_and_one_fewer_struck():
    ahead = outlook(begun(4, *normal(8), limit=7))

    assert (ahead.struck, ahead.in_doubt) == (12, True)
    assert ahead.next_game == NextGame(1, 2, 4)


@pytest.mark.parametrize(
    "name",
    [
        "digits transposed, added up from it",
        "sign forgotten",
        "wrong carry in the running totals",
        "solo not tripled",
    ],
)
def test_slips_in_figures_change_nothing_in_the_outlook(name):
    random = Random(name)
    for _ in range(12):
        slip = random_slip(name, random)
        for number in range(len(slip.meant.rows) + 1):
            written, meant = outlook(cut(slip.written, number)), outlook(cut(slip.meant, number))
            assert written == replace(meant, in_doubt=written.in_doubt)


def test_voluntary_solo_changes_nothing_once_the_next_dealer_is_known():
    random = Random(3)
    for _ in range(20):
        slip = random_slip("compulsory solo written as voluntary", random)
        for number in range(slip.row + 1, len(slip.meant.rows) + 1):
            written, meant = outlook(cut(slip.written, number)), outlook(cut(slip.meant, number))
            assert written == replace(meant, in_doubt=True)


figures = st.none() | st.integers(-99, 99) | st.floats() | st.booleans() | st.text(max_size=2)
seats = st.none() | st.integers(-1, 7)


@st.composite
def any_sheet(draw):
    """Return anything the readers accept, and more."""
    size = draw(st.sampled_from((4, 5)))
    points = st.tuples(*[figures] * size) | st.sampled_from([(3, -1, -1, -1, None)[:size], ()])
    kinds = st.sampled_from(RowKind)
    rows = st.builds(Row, st.integers(), kinds, points, seats, seats, st.booleans())
    return ScoreSheet(
        size,
        tuple(draw(st.lists(rows, max_size=35))),
        draw(st.none() | st.integers(-3, 40) | st.just(10**999)),
        draw(st.none() | st.integers(-3, 40)),
        draw(st.integers(0, 40)),
    )


@settings(max_examples=tries(40, 200), deadline=None)
@given(any_sheet(), st.booleans())
def test_any_list_has_an_outlook_that_makes_sense(sheet, time_is_up):
    ahead = outlook(sheet, time_is_up)

    assert ahead.games_played == len(sheet.rows)
    assert set(ahead.owing) <= set(range(1, sheet.table_size + 1))
    assert sorted(game.soloist for game in ahead.forced_games) == list(ahead.owing)
    assert ahead.normal_left >= 0
    assert ahead.struck >= 0
    assert ahead.is_complete == (ahead.games_left == 0)
    numbers = [game.number for game in ahead.forced_games]
    first = len(sheet.rows) + ahead.normal_left + 1
    assert numbers == list(range(first, first + len(numbers)))
    assert ahead.is_forced == bool(ahead.owing and not ahead.normal_left)
    if ahead.next_game is not None:
        assert ahead.next_game.games_left == ahead.games_left
    if ahead.is_forced:
        first_forced = ahead.forced_games[0]
        assert ahead.next_game.dealer == first_forced.dealer
        assert ahead.next_game.forced_soloist == first_forced.soloist
    if time_is_up:
        assert ahead.normal_left == 0
