"""What happens next when only the state of the table is given, without its list."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.deal import Deal, NextGame
from scoring.model import RowKind
from scoring.outlook import FiguresDoNotFit, SoFar, outlook, outlook_from
from scoring.rulesets import rule_set
from tests.factories.begun_sheets import cut, order
from tests.factories.effort import tries
from tests.factories.score_sheets import valid_sheets

FOUR = Deal.first(4, 24)


def so_far(sheet) -> SoFar:
    solos = [row for row in sheet.rows if row.kind is RowKind.COMPULSORY_SOLO]
    forced = frozenset(row.soloist for row in solos if row.forced)
    return SoFar(len(sheet.rows), frozenset(row.soloist for row in solos) - forced, forced)


@settings(max_examples=tries(150, 3000), deadline=None)
@given(valid_sheets(), st.data())
def test_4_2_3_figures_say_the_same_as_the_list(sheet, data):
    begun = cut(sheet, data.draw(st.integers(0, len(sheet.rows))))
    time_is_up = begun.time_limit_after_row is not None
    first = Deal.first(begun.table_size, begun.planned_games)

    assert outlook_from(first, begun.planned_games, so_far(begun), time_is_up) == outlook(begun)


def test_4_2_5_forced_player_moves_the_deal_on():
    bid = outlook_from(FOUR, 24, SoFar(21, bid=frozenset({2})))
    forced = outlook_from(FOUR, 24, SoFar(21, forced=frozenset({2})))

    assert bid.next_game == NextGame(1, 3, 3)
    assert forced.next_game == NextGame(2, 3, 3)
    assert order(forced) == [(2, 3), (3, 4), (4, 1)]


def test_8_6_time_strikes_the_remaining_normal_games():
    ahead = outlook_from(FOUR, 24, SoFar(17, bid=frozenset({1})), time_is_up=True)

    assert (ahead.struck, ahead.normal_left, ahead.next_game) == (4, 0, NextGame(1, 2, 3))


@pytest.mark.parametrize(
    ("figures", "normal", "most", "early"),
    [
        (SoFar(1, bid=frozenset({1, 2})), -1, 20, False),
        (SoFar(1, forced=frozenset({1, 2})), -1, 20, False),
        (SoFar(22, bid=frozenset({1})), 21, 20, False),
        (SoFar(20, forced=frozenset({1})), 19, 20, True),
    ],
)
def test_figures_that_no_round_has_are_refused(figures, normal, most, early):
    with pytest.raises(FiguresDoNotFit) as misfit:
        outlook_from(FOUR, 24, figures)

    assert (misfit.value.normal, misfit.value.most) == (normal, most)
    assert misfit.value.forced_early is early


def test_additional_solos_follow_the_games_of_the_round():
    rules = rule_set("pagat", {})
    ahead = outlook_from(Deal.first(4, 24, rules), 24, SoFar(24, bid=frozenset({1, 2, 3})))

    assert (ahead.owing, ahead.normal_left, ahead.is_forced) == ((4,), 0, True)


@pytest.mark.parametrize(
    ("figures", "owing", "left"),
    [
        (SoFar(24), (1, 2, 3, 4), 4),
        (SoFar(25, bid=frozenset({1})), (2, 3, 4), 3),
        (SoFar(25, bid=frozenset({1, 2, 3})), (4,), 1),
        (SoFar(26, bid=frozenset({1}), forced=frozenset({2})), (3, 4), 2),
        (SoFar(25, forced=frozenset({1})), (2, 3, 4), 3),
        (SoFar(28, bid=frozenset({1, 2, 3, 4})), (), 0),
        (SoFar(24, bid=frozenset({1, 2, 3, 4})), (), 0),
    ],
)
def test_solos_may_have_been_played_in_additional_games(figures, owing, left):
    ahead = outlook_from(Deal.first(4, 24, rule_set("pagat", {})), 24, figures)

    assert (ahead.owing, ahead.games_left, len(ahead.forced_games)) == (owing, left, left)
    assert [game.number for game in ahead.forced_games] == [
        figures.games_played + number for number in range(1, left + 1)
    ]


@pytest.mark.parametrize("figures", [SoFar(25), SoFar(26, bid=frozenset({1}))])
def test_game_after_those_of_the_round_is_an_owed_solo(figures):
    with pytest.raises(FiguresDoNotFit):
        outlook_from(Deal.first(4, 24, rule_set("pagat", {})), 24, figures)
