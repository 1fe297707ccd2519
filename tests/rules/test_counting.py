"""What of a round is ranked: table points, scaled tables of five, and the second path to both."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rulesets import DDV
from tests.factories.sheets import rows_content, totals_content
from tournament.sheets.rules.results import TableGames
from tournament.sheets.rules.table_rules import solo_kinds, table_games
from tournament.standings.rules.counting import AS_PLAYED, Counting, Scale, rank_by, table_points
from tournament.trust.rules.recount_points import Options, ranked_points

TABLES = st.integers(4, 7).flatmap(
    lambda size: st.lists(st.integers(-60, 60), min_size=size, max_size=size)
)
USUAL = Scale(24, 30)


def games_of(content: dict[str, Any]) -> TableGames:
    return table_games(content, solo_kinds(DDV))


def counted_again(options: Options, points: list[int], content: dict[str, Any]) -> list[int]:
    """Return what the second path makes of a table of the first round."""
    entries = range(1, len(points) + 1)
    played = {(entry, 1): each for entry, each in zip(entries, points, strict=True)}
    found = ranked_points(options, [(1, [*entries], content)], played)
    return [found[entry, 1] for entry in entries]


@pytest.mark.parametrize(
    ("points", "ranked"),
    [
        ([30, 10, -5, -35], (3, 1, -1, -3)),
        ([-35, 30, 10, -5], (-3, 3, 1, -1)),
        ([20, 20, -10, -30], (2, 2, -1, -3)),
        ([20, 0, 0, -20], (3, 0, 0, -3)),
        ([10, 10, 10, -30], (1, 1, 1, -3)),
        ([10, 10, -10, -10], (2, 2, -2, -2)),
        ([0, 0, 0, 0], (0, 0, 0, 0)),
        ([20, 10, 0, -10, -20], (4, 2, 0, -2, -4)),
        ([20, 20, 0, -20, -20], (3, 3, 0, -3, -3)),
        ([20, 0, 0, 0, -20], (4, 0, 0, 0, -4)),
        ([5, 4, 3, 2, 1, 0], (5, 3, 1, -1, -3, -5)),
        ([6, 5, 4, 3, 2, 1, 0], (6, 4, 2, 0, -2, -4, -6)),
    ],
)
def test_table_points_follow_from_the_order_at_the_table(points, ranked) -> None:
    """Rules 7.1: +3/+1/−1/−3 and +4/+2/0/−2/−4, shared places averaged; larger ones alike."""
    assert table_points(points) == ranked


@given(TABLES)
def test_table_points_add_up_to_nothing_and_keep_the_order(points: list[int]) -> None:
    ranked = table_points(points)
    assert sum(ranked) == 0
    for one, own in zip(points, ranked, strict=True):
        for other, others in zip(points, ranked, strict=True):
            assert (one > other) == (own > others)


@given(TABLES)
def test_second_path_gives_the_same_table_points(points: list[int]) -> None:
    assert counted_again(Options(table_points=True), points, {}) == [*table_points(points)]


@given(TABLES)
def test_nothing_changes_where_nothing_is_chosen(points: list[int]) -> None:
    assert rank_by(AS_PLAYED, points, None) == tuple(points)
    assert counted_again(Options(), points, {}) == points


def listed(played: list[int], size: int = 5) -> dict[str, Any]:
    """Return the rows of a list in which each seat has played so many games, for no points."""
    return {
        "rows": [
            {
                "kind": "normal",
                "soloist": None,
                "points": [0 if number < games else None for games in played],
            }
            for number in range(30)
        ],
        "table_size": size,
    }


@pytest.mark.parametrize(
    ("points", "played", "ranked"),
    [
        ([25, -25, 10, -10, 0], [24, 24, 24, 24, 24], (25, -25, 10, -10, 0)),
        # 25 · 24/25 = 24; −21 · 24/21 = −24; 10 · 24/25 = 9.6; −7 · 24/21 = −8
        ([25, -21, 10, -7, -7], [25, 21, 25, 21, 28], (24, -24, 10, -8, -6)),
        # 2.5 and −2.5 are rounded away from zero: 24/48 of 5
        ([5, -5, 1, -1, 0], [48, 48, 48, 48, 48], (4, -4, 1, -1, 0)),
    ],
)
def test_points_of_a_table_of_five_are_brought_to_24_games(points, played, ranked) -> None:
    content = listed(played)
    how = Counting(scale=USUAL)
    assert rank_by(how, points, games_of(content)) == ranked
    assert counted_again(Options(games=(24, 30)), points, content) == [*ranked]


def test_halves_are_rounded_away_from_zero() -> None:
    """20 games of 25 at a table of five, 30 at one of four: half as much again."""
    content = totals_content([5, -5, 3, -3, 0])
    how = Counting(scale=Scale(30, 25))
    assert rank_by(how, [5, -5, 3, -3, 0], games_of(content)) == (8, -8, 5, -5, 0)
    assert counted_again(Options(games=(30, 25)), [5, -5, 3, -3, 0], content) == [8, -8, 5, -5, 0]


def test_games_struck_by_time_are_missing_from_both() -> None:
    """Rules 10, no. 26: what time has struck is not made up for."""
    content = {**totals_content([10, -10, 4, -4, 0]), "games_played": 25}
    points = [10, -10, 4, -4, 0]
    assert rank_by(Counting(scale=USUAL), points, games_of(content)) == tuple(points)


@pytest.mark.parametrize("size", [4, 6, 7])
def test_other_tables_are_not_scaled(size: int) -> None:
    points = [7, *[0] * (size - 2), -7]
    games = TableGames(30)
    assert rank_by(Counting(scale=Scale(8, 30)), points, games) == tuple(points)


def test_rulings_are_not_scaled() -> None:
    points = [7, 0, 0, 0, -7]
    ruling = {"ruling": "list_lost", "reason": "x", "figures": points}
    assert rank_by(Counting(scale=Scale(8, 30)), points, games_of(ruling)) == tuple(points)
    assert counted_again(Options(games=(8, 30)), points, ruling) == points


@given(
    st.lists(st.integers(-99, 99), min_size=5, max_size=5),
    st.lists(st.integers(1, 30), min_size=5, max_size=5),
    st.integers(4, 60),
    st.integers(5, 75),
)
def test_second_path_scales_the_same(
    points: list[int], played: list[int], four: int, five: int
) -> None:
    content = listed(played)
    ranked = rank_by(Counting(scale=Scale(four, five)), points, games_of(content))
    assert counted_again(Options(games=(four, five)), points, content) == [*ranked]
    for own, games, figure in zip(points, played, ranked, strict=True):
        exact = Fraction(own * 30 * four, five * games)
        assert abs(figure - exact) <= Fraction(1, 2)
        assert abs(figure) >= abs(exact) or abs(figure - exact) < Fraction(1, 2)


def test_valid_list_of_five_says_how_often_everybody_played() -> None:
    content = rows_content(5)
    games = games_of(content)
    assert {games.played_by(seat, 5) for seat in range(1, 6)} <= {*range(21, 26)}


def test_second_path_gives_absent_people_the_points_of_a_round_not_played() -> None:
    """Once a table of the round is in; what they have played stays."""
    options = Options(missed_round=-30, absent={(9, 1), (9, 2)})
    found = ranked_points(options, [(1, [1], {})], {(1, 1): 4})
    assert found == {(1, 1): 4, (9, 1): -30}
