from dataclasses import replace
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.deal import NextGame
from scoring.model import Row, RowKind, ScoreSheet
from scoring.outlook import ForcedGame, outlook
from scoring.sheet import check
from tests.factories.begun_sheets import NORMAL_GAME, begun, cut, normal, order
from tests.factories.effort import tries
from tests.factories.score_sheets import played_sheet, valid_sheets

# Whole and empty lists


@pytest.mark.parametrize(
    ("table_size", "games", "normal_left", "first", "last"),
    [(4, 24, 20, 21, 24), (5, 30, 25, 26, 30)],
)
def test_8_5_1_and_10_1_5_everything_is_left_before_the_first_game(
    table_size, games, normal_left, first, last
):
    ahead = outlook(ScoreSheet(table_size, ()))

    assert ahead.next_game == NextGame(1, None, games)
    assert (ahead.games_played, ahead.planned_games) == (0, games)
    assert (ahead.games_left, ahead.normal_left, ahead.struck) == (games, normal_left, 0)
    assert ahead.owing == tuple(range(1, table_size + 1))
    assert (ahead.forced_from, ahead.forced_at_latest) == (first, last)
    assert (ahead.is_forced, ahead.is_complete, ahead.in_doubt) == (False, False, False)


def test_a_complete_list_has_nothing_next():
    for time_is_up in (False, True):
        ahead = outlook(played_sheet(Random(1)), time_is_up)

        assert ahead.is_complete
        assert not ahead.is_forced
        assert (ahead.next_game, ahead.games_left, ahead.normal_left) == (None, 0, 0)
        assert (ahead.owing, ahead.forced_games) == ((), ())
        assert (ahead.forced_from, ahead.forced_at_latest, ahead.struck) == (None, None, 0)
        assert not ahead.in_doubt


# TSR 4.2.3: who is forced


@pytest.mark.parametrize(
    ("table_size", "bid", "expected"),
    [
        (4, (), [(1, 2), (2, 3), (3, 4), (4, 1)]),
        (4, (1, 2, 4), [(1, 3)]),
        (4, (4,), [(1, 2), (2, 3), (3, 1)]),
        (4, (2, 3, 4), [(1, 1)]),
        (5, (), [(1, 2), (2, 3), (3, 4), (4, 5), (5, 1)]),
    ],
)
def test_4_2_3_forced_solos_come_in_order_after_all_normal_games(table_size, bid, expected):
    free = normal(6 * table_size - table_size)
    # Positions 1 and 2 bid in the third game, dealt by position 3.
    played = [*free[:2], *bid, *free[2:]]
    ahead = outlook(begun(table_size, *played))

    assert order(ahead) == expected
    first = len(played) + 1
    assert [game.number for game in ahead.forced_games] == list(range(first, first + len(expected)))
    assert ahead.next_game == NextGame(1, expected[0][1], len(expected))
    assert ahead.is_forced
    assert (ahead.forced_from, ahead.forced_at_latest) == (first, first)
    assert (ahead.normal_left, ahead.games_left, ahead.struck) == (0, len(expected), 0)


def test_4_2_3_next_game_is_free_one_normal_game_before_the_end():
    ahead = outlook(begun(4, *normal(19)))

    assert ahead.next_game == NextGame(4, None, 5)
    assert not ahead.is_forced
    assert order(ahead) == [(1, 2), (2, 3), (3, 4), (4, 1)]
    assert (ahead.normal_left, ahead.forced_from, ahead.forced_at_latest) == (1, 21, 24)


def test_4_2_3_order_continues_in_the_forced_phase():
    sheet = plain_forced(begun(4, *normal(20)), 2)
    ahead = outlook(sheet)

    assert ahead.forced_games == (ForcedGame(23, 3, 4), ForcedGame(24, 4, 1))
    assert (ahead.owing, ahead.games_left) == ((1, 4), 2)
    assert (ahead.forced_from, ahead.forced_at_latest) == (23, 23)


def plain_forced(sheet, count):
    """Return the list with so many more forced solos, as the outlook says."""
    for _ in range(count):
        game = outlook(sheet).forced_games[0]
        sheet = with_row(sheet, game.dealer, game.soloist, forced=True)
    return sheet


def with_row(sheet, dealer, soloist=None, forced=False):
    """Return the list with one more row, worth nothing."""
    five = sheet.table_size == 5
    points = tuple(
        None if five and seat == dealer else 0 for seat in range(1, sheet.table_size + 1)
    )
    kind = RowKind.NORMAL if soloist is None else RowKind.COMPULSORY_SOLO
    row = Row(len(sheet.rows) + 1, kind, points, dealer, soloist, forced)
    return replace(sheet, rows=(*sheet.rows, row))


def test_4_2_5_same_position_deals_after_a_free_solo_and_forcing_starts_later():
    before = outlook(begun(4, *normal(5)))
    after = outlook(begun(4, *normal(5), 3))

    assert (before.next_game.dealer, before.forced_from, before.forced_at_latest) == (2, 21, 24)
    assert (after.next_game.dealer, after.forced_from, after.forced_at_latest) == (2, 22, 24)
    assert after.owing == (1, 2, 4)
    assert (before.normal_left, after.normal_left) == (15, 15)


def test_4_2_3_nobody_is_forced_when_nobody_owes():
    ahead = outlook(begun(4, *normal(5), 3, 1, 2, 4))

    assert ahead.next_game == NextGame(2, None, 15)
    assert (ahead.owing, ahead.forced_games) == ((), ())
    assert (ahead.forced_from, ahead.forced_at_latest) == (None, None)


# Rules 3.7: the dealer of a five-table has no cards


def test_10_1_1_only_owing_dealer_at_five_is_skipped():
    ahead = outlook(begun(5, NORMAL_GAME, 3, 4, 5, NORMAL_GAME, 2, *normal(23)))

    assert ahead.forced_games == (ForcedGame(30, 2, 1, passed_over=1),)
    assert ahead.next_game == NextGame(2, 1, 1)


def test_10_1_1_nobody_is_skipped_while_others_owe():
    ahead = outlook(begun(5, *normal(25)))

    assert [game.passed_over for game in ahead.forced_games] == [None] * 5


def test_8_6_skipped_dealer_after_time_may_be_any_position():
    ahead = outlook(begun(5, 2, 3, 4, 5, *normal(3), NORMAL_GAME, NORMAL_GAME), time_is_up=True)
    assert ahead.forced_games == (ForcedGame(10, 2, 1, passed_over=1),)

    ahead = outlook(begun(5, 2, 4, 5, NORMAL_GAME, 1, NORMAL_GAME), time_is_up=True)
    assert ahead.forced_games == (ForcedGame(7, 4, 3, passed_over=3),)


# TSR 8.6: time is up


@pytest.mark.parametrize("limit", [7, None])
def test_8_6_after_time_normal_games_are_struck_and_owed_solos_forced(limit):
    ahead = outlook(begun(4, *normal(7), limit=limit), time_is_up=limit is None)

    assert ahead.struck == 13
    assert (ahead.normal_left, ahead.games_left) == (0, 4)
    assert ahead.next_game == NextGame(4, 1, 4)
    assert order(ahead) == [(4, 1), (1, 2), (2, 3), (3, 4)]
    assert [game.number for game in ahead.forced_games] == [8, 9, 10, 11]
    assert (ahead.forced_from, ahead.forced_at_latest) == (8, 8)
    assert not ahead.in_doubt


def test_8_6_table_where_nobody_owes_is_done_after_time():
    ahead = outlook(begun(4, 2, 3, 4, NORMAL_GAME, 1), time_is_up=True)

    assert (ahead.is_complete, ahead.struck, ahead.games_left) == (True, 19, 0)


def test_8_6_struck_games_stay_struck_during_the_forced_solos():
    sheet = plain_forced(begun(4, *normal(7), limit=7), 3)
    ahead = outlook(sheet)
    assert (ahead.struck, ahead.normal_left, order(ahead)) == (13, 0, [(3, 4)])

    done = outlook(plain_forced(sheet, 1))
    assert (done.struck, done.is_complete) == (13, True)


def test_8_6_time_is_not_up_before_the_row_it_runs_out_after():
    assert outlook(begun(4, *normal(7), limit=8)) == outlook(begun(4, *normal(7)))


def test_8_6_struck_games_imply_that_time_is_up_without_its_row():
    sheet = replace(begun(4, *normal(7)), struck_games=13)

    assert (outlook(sheet).struck, order(outlook(sheet))[0]) == (13, (4, 1))


def test_8_6_time_strikes_nothing_once_the_normal_games_are_played():
    sheet = begun(4, *normal(20))

    assert outlook(sheet, time_is_up=True) == outlook(sheet)


# Against independent simulations


def left_of(seat, table_size):
    return 1 if seat == table_size else seat + 1


def forced_in_words(table_size, dealer, owing):
    """Return dealer and soloist of each game after time is up, by TSR 4.2.3 and 8.6 in their words.

    Of those who have not played their compulsory solo, the one sitting next to the left of the
    dealer plays it. The dealer is whoever would deal next, even if he himself is to play; at a
    five-table he has no cards, so there the next position deals. Afterwards the deal moves on.
    """
    games = []
    while owing:
        if table_size == 5 and owing == {dealer}:
            dealer = left_of(dealer, table_size)
        soloist = left_of(dealer, table_size)
        while soloist not in owing:
            soloist = left_of(soloist, table_size)
        games.append((dealer, soloist))
        owing = owing - {soloist}
        dealer = left_of(dealer, table_size)
    return games


@cache
def rows_of_first_forced_solo(table_size, games, number, dealer, owing):
    """Return the row of the first forced solo in every continuation, None in those without any.

    By TSR 4.2.3: a player who owes is forced when as many games are left as solos are owed.
    """
    games_left = games - number + 1
    if not games_left:
        return {None}
    if games_left == len(owing):
        return {number}
    later = (table_size, games, number + 1)
    found = set(rows_of_first_forced_solo(*later, left_of(dealer, table_size), owing))
    for bidder in owing - ({dealer} if table_size == 5 else set()):
        found |= rows_of_first_forced_solo(*later, dealer, owing - {bidder})
    return found


def all_beginnings(sheet, dealer, owing):
    """Return every list before the first forced solo, with next dealer and who owes."""
    yield sheet, dealer, owing
    if sheet.planned_games - len(sheet.rows) == len(owing):
        return
    size = sheet.table_size
    yield from all_beginnings(with_row(sheet, dealer), left_of(dealer, size), owing)
    for bidder in owing - ({dealer} if size == 5 else set()):
        yield from all_beginnings(with_row(sheet, dealer, bidder), dealer, owing - {bidder})


@pytest.mark.parametrize(("table_size", "games", "beginnings"), [(4, 8, 3925), (5, 7, 973)])
def test_4_2_3_predictions_are_exact_in_a_short_round(table_size, games, beginnings):
    everybody = frozenset(range(1, table_size + 1))
    lists = 0
    for sheet, dealer, owing in all_beginnings(ScoreSheet(table_size, (), games), 1, everybody):
        lists += 1
        ahead = outlook(sheet)
        number = len(sheet.rows) + 1
        possible = rows_of_first_forced_solo(table_size, games, number, dealer, owing) - {None}

        assert ahead.forced_from == min(possible, default=None)
        assert ahead.forced_at_latest == max(possible, default=None)
        assert ahead.owing == tuple(sorted(owing))
        assert ahead.games_left == games - len(sheet.rows)
        normal_left = games - len(sheet.rows) - len(owing)
        dealer_then = (dealer - 1 + normal_left) % table_size + 1
        assert order(ahead) == forced_in_words(table_size, dealer_then, owing)

        at_the_end = outlook(sheet, time_is_up=True)
        assert order(at_the_end) == forced_in_words(table_size, dealer, owing)
        assert at_the_end.struck == normal_left
        assert at_the_end.games_left == len(owing)
    assert lists == beginnings


@settings(max_examples=tries(16, 80), deadline=None)
@given(valid_sheets(most_penalties=0))
def test_outlook_predicts_every_row_of_a_valid_list(sheet):
    for number, row in enumerate(sheet.rows):
        ahead = outlook(cut(sheet, number))
        coming = ahead.next_game

        assert coming.dealer == row.dealer
        assert coming.is_forced == row.forced
        if row.forced:
            rest = sheet.rows[number:]
            assert [(game.number, game.dealer, game.soloist) for game in ahead.forced_games] == [
                (other.no, other.dealer, other.soloist) for other in rest
            ]
        assert not ahead.in_doubt
    done = outlook(sheet)
    assert (done.is_complete, done.struck, done.in_doubt) == (True, sheet.struck_games, False)


@settings(max_examples=tries(30, 150), deadline=None)
@given(valid_sheets(), st.data())
def test_list_continued_as_predicted_is_complete_and_valid(sheet, data):
    sheet = cut(sheet, data.draw(st.integers(0, len(sheet.rows)), label="rows"))
    ends = data.draw(st.none() | st.integers(len(sheet.rows), sheet.planned_games), label="time")
    random = Random(data.draw(st.integers(0, 2**32), label="seed"))
    before = outlook(sheet)
    while True:
        if len(sheet.rows) == ends and sheet.time_limit_after_row is None:
            foretold = outlook(sheet, time_is_up=True)
            sheet = replace(sheet, time_limit_after_row=ends)
            assert outlook(sheet) == foretold
        ahead = outlook(sheet)
        if ahead.is_complete:
            break
        sheet = with_row(sheet, *chosen(ahead, sheet.table_size, random))

    assert check(replace(sheet, struck_games=ahead.struck)).ok
    if ends is None:
        assert len(sheet.rows) == before.games_played + before.games_left


def chosen(ahead, table_size, random):
    """Return dealer, soloist and mark of the next row: as forced, or what a player might do."""
    coming = ahead.next_game
    if coming.is_forced:
        return coming.dealer, coming.forced_soloist, True
    bidders = [seat for seat in ahead.owing if table_size == 4 or seat != coming.dealer]
    bids = bidders and random.random() < 0.2
    return coming.dealer, random.choice(bidders) if bids else None, False
