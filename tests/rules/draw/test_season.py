"""Seasons: who is in a group with whom on which day, and how evenly."""

from collections import Counter
from itertools import combinations, product
from random import Random

import pytest

from tests.factories.effort import tries
from tournament.draw.season import (
    MOST_DAYS,
    MOST_TEAMS,
    Season,
    group_sizes,
    least_most,
    least_most_after,
    most_fewest,
    plan_season,
    rarer_size,
    turns_apart,
)


def meetings(season: Season, teams: int) -> Counter[tuple[int, int]]:
    pairs = Counter(dict.fromkeys(combinations(range(teams), 2), 0))
    for groups in season.days:
        for group in groups:
            pairs.update(combinations(sorted(group), 2))
    return pairs


def test_groups_have_four_teams_else_three_or_five() -> None:
    assert {teams: group_sizes(teams) for teams in (3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17)} == {
        3: (3,),
        4: (4,),
        5: (5,),
        6: (3, 3),
        7: (4, 3),
        8: (4, 4),
        9: (4, 5),
        10: (4, 3, 3),
        11: (4, 4, 3),
        16: (4, 4, 4, 4),
        17: (4, 4, 4, 5),
    }


@pytest.mark.parametrize(("days", "times"), [(5, 1), (10, 2)])
@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_sixteen_teams_meet_exactly_once_in_five_days_and_twice_in_ten(days, times, seed) -> None:
    season = plan_season(16, days, seed)
    assert set(meetings(season, 16).values()) == {times}
    assert (season.most, season.fewest, season.bound) == (times, times, times)


@pytest.mark.parametrize("teams", range(3, MOST_TEAMS + 1, tries(7, 1)))
@pytest.mark.parametrize("days", tries((2, 10), tuple(range(1, 11))))
def test_every_season_seats_all_teams_every_day_and_says_how_evenly(teams, days) -> None:
    season = plan_season(teams, days, "seed")
    assert len(season.days) == days
    for groups in season.days:
        assert sorted(team for group in groups for team in group) == list(range(teams))
        assert sorted(map(len, groups)) == sorted(group_sizes(teams))
    found = meetings(season, teams).values()
    assert (max(found), min(found)) == (season.most, season.fewest)
    assert season.bound == least_most(teams, days) <= season.most <= season.bound + 1
    assert season.fewest <= most_fewest(teams, days)

    times = turns_of(season, rarer_size(teams), teams)
    assert (max(times), min(times)) == (season.most_turns, season.fewest_turns)
    assert turns_apart(teams, days) <= season.most_turns - season.fewest_turns <= 2


def turns_of(season: Season, size: int, teams: int) -> list[int]:
    in_it = [
        team for groups in season.days for group in groups if len(group) == size for team in group
    ]
    return [in_it.count(team) for team in range(teams)]


@pytest.mark.parametrize(
    ("days", "most", "apart"),
    [(3, 2, 2), (4, 2, 2), (5, 3, 1), (6, 3, 1), (7, 3, 0), (8, 4, 1), (9, 5, 1), (10, 5, 2)],
)
def test_seven_teams_are_in_the_group_of_three_as_often(days, most, apart) -> None:
    """On three and four days a difference of 1 needs two who meet three times: all were tried."""
    season = plan_season(7, days, "seed")
    assert (season.most, season.most_turns - season.fewest_turns) == (most, apart)
    assert turns_apart(7, days) == (days != 7)


def test_the_rarer_size_is_of_groups_that_not_all_teams_are_in() -> None:
    assert [rarer_size(teams) for teams in (3, 4, 5, 6, 7, 9, 10, 16, 17)] == [
        *(0, 0, 0, 0, 3, 5, 3, 0, 5)
    ]


@pytest.mark.parametrize("days", [2, 7, 8, 10])
def test_seven_teams_meet_as_often_as_the_bound_says(days) -> None:
    season = plan_season(7, days, "seed")
    assert season.most == season.bound == {2: 2, 7: 3, 8: 4, 10: 5}[days]


def test_bounds_of_small_seasons_are_worked_by_hand() -> None:
    """Two groups: of four teams two have met, of three as well: three pairs a day meet again."""
    assert [least_most(7, days) for days in range(1, 8)] == [1, 2, 2, 2, 3, 3, 3]
    assert [least_most(4, days) for days in (1, 2, 10)] == [1, 2, 10]
    assert [most_fewest(7, days) for days in (2, 7, 10)] == [0, 3, 4]


def test_equal_seeds_give_equal_seasons() -> None:
    assert plan_season(14, 9, "a") == plan_season(14, 9, "a")
    assert plan_season(14, 9, "a").days != plan_season(14, 9, "b").days


@pytest.mark.parametrize(
    ("teams", "days"), [(2, 1), (MOST_TEAMS + 1, 1), (8, 0), (8, MOST_DAYS + 1)]
)
def test_impossible_seasons_are_refused(teams, days) -> None:
    with pytest.raises(ValueError, match="a season has"):
        plan_season(teams, days, "x")
    if teams < 3:
        with pytest.raises(ValueError, match="at least three"):
            group_sizes(teams)


def test_the_bound_after_other_groups_counts_who_has_met_before() -> None:
    days = [[[0, 1, 2, 3]]] * 2
    assert least_most_after(range(4), [], days) == 2
    assert least_most_after(range(4), [(0, 1, 2, 3)], days) == 3
    assert least_most_after(range(4), [(0, 1, 4), (4, 1)] * 4, days) == 6
    eight = [[[0, 1, 2, 3], [4, 5, 6, 7]]]
    assert least_most_after(range(8), [], eight * 2) == least_most(8, 2) == 2
    # Of 28 pairs 12 have met, so 12 of the 16 others can.
    assert least_most_after(range(8), [(0, 1, 2, 3), (4, 5, 6, 7)], eight) == 1
    assert least_most_after(range(8), [(0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 4, 5)], eight) == 2
    # Groups of sizes that are not the usual ones: only their meetings are counted.
    assert least_most_after(range(7), [], [[[0, 1, 2], [3, 4, 5]]] * 2) == 1
    assert least_most_after([1, 2], [(1, 2)], []) == 1
    assert least_most_after([], [], []) == 0


@pytest.mark.parametrize("seed", range(4))
def test_no_groups_of_the_rest_are_better_than_their_bound(seed: int) -> None:
    """All ways to put six teams into two groups on two days."""
    random = Random(seed)
    before = [random.sample(range(7), 3) for _ in range(random.randrange(5))]
    halves = [(half, tuple({*range(6)} - {*half})) for half in combinations(range(6), 3)]
    most = []
    for days in product(halves, repeat=2):
        met = Counter(frozenset(pair) for group in before for pair in combinations(group, 2))
        met.update(
            frozenset(pair) for day in days for half in day for pair in combinations(half, 2)
        )
        most.append(max(times for pair, times in met.items() if 6 not in pair))
    bound = least_most_after(range(6), before, [halves[0]] * 2)
    assert bound <= min(most) <= bound + 1
