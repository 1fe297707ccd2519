from dataclasses import replace
from itertools import chain, combinations
from random import Random

import pytest
from hypothesis import given, settings

from scoring.deal import (
    Deal,
    NextGame,
    deals,
    forced_soloist,
    next_game,
    next_seat,
    normal_games,
)
from scoring.model import Row, RowKind, ScoreSheet
from tests.factories.effort import tries
from tests.factories.score_sheets import plain_sheet, played_sheet, valid_sheets


def subsets(table_size):
    seats = range(1, table_size + 1)
    return [
        frozenset(owing)
        for owing in chain.from_iterable(combinations(seats, n) for n in range(1, table_size + 1))
    ]


def clockwise_after(dealer, table_size):
    """Return the seats from the dealer's left round to the dealer."""
    seats = list(range(1, table_size + 1))
    return seats[dealer:] + seats[:dealer]


def first_in(chosen, order):
    return next(seat for seat in order if seat in chosen)


def forced_sequence(table_size, owing, dealer=1):
    """Return dealer and soloist of every forced solo from here to the end of the round."""
    deal = Deal(table_size, dealer, normal_left=0, owing=frozenset(owing))
    sequence = []
    while (coming := deal.coming()) is not None:
        sequence.append((coming.dealer, coming.forced_soloist))
        deal = deal.after_compulsory(coming.forced_soloist)
    return sequence


@pytest.mark.parametrize(
    ("table_size", "owing", "expected"),
    [
        (4, {1, 2, 3, 4}, [(1, 2), (2, 3), (3, 4), (4, 1)]),
        (4, {3}, [(1, 3)]),
        (4, {1}, [(1, 1)]),
        (4, {1, 2, 3}, [(1, 2), (2, 3), (3, 1)]),
        (5, {1, 2, 3, 4, 5}, [(1, 2), (2, 3), (3, 4), (4, 5), (5, 1)]),
        (5, {1}, [(2, 1)]),  # the dealer has no cards, so the next position deals
    ],
)
def test_forced_solos_come_in_the_order_of_tsr_4_2_3(table_size, owing, expected):
    assert forced_sequence(table_size, owing) == expected


@pytest.mark.parametrize("table_size", [4, 5])
def test_forced_solos_fit_every_set_of_players_and_every_dealer(table_size):
    for owing in subsets(table_size):
        for first_dealer in range(1, table_size + 1):
            sequence = forced_sequence(table_size, owing, first_dealer)

            assert sorted(soloist for _dealer, soloist in sequence) == sorted(owing)
            left = set(owing)
            due = first_dealer
            for dealer, soloist in sequence:
                if table_size == 5 and left == {due}:
                    due = due % 5 + 1
                assert dealer == due
                assert table_size == 4 or soloist != dealer
                assert soloist == first_in(left, clockwise_after(dealer, table_size))
                left.remove(soloist)
                due = due % table_size + 1


def test_only_pending_player_at_five_deals_in_time_only_at_position_1():
    gaps = [
        owing
        for owing in subsets(5)
        if any(dealer != 1 + place for place, (dealer, _s) in enumerate(forced_sequence(5, owing)))
    ]
    assert gaps == [frozenset({1})]


def test_forced_soloist_of_nobody_is_refused():
    with pytest.raises(ValueError, match="empty"):
        forced_soloist(frozenset(), 1, 4)


@pytest.mark.parametrize(("seat", "size", "left"), [(1, 4, 2), (4, 4, 1), (4, 5, 5), (5, 5, 1)])
def test_next_seat_goes_round_the_table(seat, size, left):
    assert next_seat(seat, size) == left


@pytest.mark.parametrize(("games", "size", "normal"), [(24, 4, 20), (30, 5, 25), (8, 4, 4)])
def test_normal_games_leave_room_for_a_solo_of_everybody(games, size, normal):
    assert normal_games(games, size) == normal


@pytest.mark.parametrize(("size", "games"), [(4, 24), (5, 30)])
def test_dealer_of_normal_game_k_does_not_depend_on_earlier_solos(size, games):
    for seed in range(50):
        rows = played_sheet(Random(seed), size).rows
        normal = [row for row in rows if row.kind is not RowKind.COMPULSORY_SOLO]
        assert [row.dealer for row in normal] == [k % size + 1 for k in range(games - size)]


def test_position_1_deals_the_first_game_of_an_empty_list():
    assert next_game(ScoreSheet(4, ())) == NextGame(1, None, 24)
    assert next_game(ScoreSheet(5, ())) == NextGame(1, None, 30)
    assert not next_game(ScoreSheet(4, ())).is_forced


def test_next_game_is_free_if_its_dealing_began_in_time():
    sheet = ScoreSheet(4, plain_sheet().rows[:2], time_limit_after_row=3)

    assert next_game(sheet) == NextGame(3, None, 22)


def test_deal_has_no_time_limit_unless_given():
    assert Deal.first(4, 24).coming() == NextGame(1, None, 24)
    assert Deal.first(4, 24).coming(time_up=True) == NextGame(1, 2, 4)


def test_last_player_owing_does_not_deal_at_five_after_time():
    deal = Deal(5, dealer=3, normal_left=9, owing=frozenset({3}))

    assert deal.coming() == NextGame(3, None, 10)
    assert deal.coming(time_up=True) == NextGame(4, 3, 1)


def test_next_game_is_forced_when_time_is_up():
    sheet = ScoreSheet(4, plain_sheet().rows[:2], time_limit_after_row=2)

    assert next_game(sheet) == NextGame(3, 4, 4)
    assert next_game(sheet).is_forced


def test_next_game_skips_a_solo_that_names_nobody():
    rows = plain_sheet().rows[:5]
    nameless = ScoreSheet(4, (*rows[:4], replace(rows[4], soloist=None)), 8)

    assert next_game(nameless) == NextGame(1, 2, 4)


@settings(max_examples=tries(30, 150), deadline=None)
@given(valid_sheets(most_penalties=0))
def test_next_game_predicts_every_row_of_a_valid_list(sheet):
    for number, row in enumerate(sheet.rows):
        limit = sheet.time_limit_after_row
        known = limit if limit is not None and limit <= number else None
        begun = ScoreSheet(
            sheet.table_size, sheet.rows[:number], sheet.games, time_limit_after_row=known
        )
        coming = next_game(begun)

        assert coming.dealer == row.dealer
        assert coming.is_forced == row.forced
        assert not row.forced or coming.forced_soloist == row.soloist
        struck = 0 if known is not None else sheet.struck_games
        assert coming.games_left == len(sheet.rows) - number + struck

    assert next_game(sheet) is None


# --- dealt out of turn: who is next is not regulated (TSR 3.3.10, 9.6.3) --------------------------


def after_normal_game(table, dealer, out_of_turn=True):
    return table.dealt_by(dealer, time_up=False, out_of_turn=out_of_turn).after_normal()


def test_after_a_wrong_dealer_the_next_or_the_skipped_player_deals():
    table = after_normal_game(Deal.first(4, 24), 3)

    assert table.may_deal(time_up=False) == (4, 1)
    assert table.coming() == NextGame(4, None, 23)


def test_player_dealing_twice_is_followed_by_the_skipped_player():
    table = after_normal_game(Deal.first(4, 24).after_normal(), 1)

    assert table.may_deal(time_up=False) == (2,)


def test_written_next_dealer_decides_who_deals_on():
    table = after_normal_game(Deal.first(4, 24), 3)

    assert after_normal_game(table, 4, False).may_deal(False) == (1,)
    assert after_normal_game(table, 1, False).may_deal(False) == (2,)
    assert after_normal_game(table, None, False).may_deal(False) == (1, 2)


def test_dealer_neither_in_turn_nor_marked_is_skipped():
    table = after_normal_game(Deal.first(4, 24), 3)

    assert after_normal_game(table, 2, False) == after_normal_game(table, None, False)
    assert Deal.first(4, 24).dealt_by(7, False, out_of_turn=True) == Deal.first(4, 24)
    assert Deal.first(4, 24).dealt_by(0, False, out_of_turn=True) == Deal.first(4, 24)


def test_mark_on_a_dealer_in_turn_changes_nothing():
    assert after_normal_game(Deal.first(4, 24), 1) == Deal.first(4, 24).after_normal()


def test_two_games_out_of_turn_leave_all_missed_turns_open():
    table = after_normal_game(after_normal_game(Deal.first(5, 30), 3), 2)

    assert table.may_deal(False) == (3, 1, 4)


def test_free_compulsory_solo_out_of_turn_keeps_the_wrong_dealer_dealing():
    table = Deal.first(4, 24).dealt_by(3, False, out_of_turn=True).after_compulsory(2)

    assert table.may_deal(False) == (3, 1, 4)


def test_forced_player_does_not_deal_at_five_table():
    """rules.md 3.7: the next position deals; anybody else does so out of turn."""
    last = Deal(5, dealer=1, normal_left=0, owing=frozenset({1}))
    passed_over = Deal(5, 4, 0, frozenset({1}), also=(1,))

    assert last.may_deal(False) == (2,)
    assert last.dealt_by(5, False, out_of_turn=True).turns == (2,)
    assert passed_over.may_deal(False) == (4, 2)


def test_next_game_continues_after_a_game_dealt_out_of_turn():
    rows = (
        Row(1, RowKind.NORMAL, (2, 2, -2, -2), 3, out_of_turn=True),
        Row(2, RowKind.NORMAL, (2, 2, -2, -2)),
    )
    sheet = ScoreSheet(4, rows)

    assert [table.dealer for table in deals(sheet)] == [1, 4, 1]
    assert next_game(sheet) == NextGame(1, None, 22)
    assert next_game(replace(sheet, rows=(rows[0], replace(rows[1], dealer=1)))).dealer == 2
