"""Places of teams in their groups: worked by hand, and what holds for any of them."""

from itertools import count

from tournament.sheets.rules.results import Result
from tournament.standings.rules.rankings import ALL_COUNT, ranking
from tournament.standings.rules.team_groups import places_in_groups

NUMBERS = count(1)


def team(*rounds: tuple[int, ...], adjustment: int = 0) -> list[Result]:
    results = [
        Result(number, number, points) for number, points in zip(NUMBERS, rounds, strict=False)
    ]
    return [results[0]._replace(adjustment=adjustment), *results[1:]]


TEAMS = {
    "Asse": team((10, 2), (-4, 5)),  # 13
    "Buben": team((3, 3), (2, 5), adjustment=-3),  # 10
    "Damen": team((8, 0), (0, 5)),  # 13
    "Könige": team((-20, 0), (1, -17)),  # -36
    "Zehnen": team((1, 0), (0, 9)),  # 10
}
GROUPS = (("Buben", "Damen", "Asse"), ("Zehnen", "Könige", "Neuner"))


def test_equal_totals_share_a_place_in_their_group() -> None:
    found = places_in_groups(GROUPS, ranking(TEAMS, ALL_COUNT))
    assert [[(each.team, each.place, each.total) for each in group] for group in found] == [
        [("Asse", 1, 13), ("Damen", 1, 13), ("Buben", 3, 10)],
        [("Zehnen", 1, 10), ("Könige", 2, -36), ("Neuner", 3, 0)],
    ]


def test_a_team_has_its_rounds_its_deductions_and_its_people() -> None:
    (buben,) = (
        each
        for each in places_in_groups(GROUPS, ranking(TEAMS, ALL_COUNT))[0]
        if each.team == "Buben"
    )
    assert (buben.rounds, buben.adjustment, buben.total) == ((5, 8), -3, 10)
    assert [member.points for member in buben.members] == [7, 3]


def test_the_tie_breaks_of_the_tournament_decide() -> None:
    """The last round: Asse 7, Damen 5."""
    found = places_in_groups(GROUPS, ranking(TEAMS, ALL_COUNT, ["last_round"]))
    assert [(each.team, each.place) for each in found[0]] == [
        ("Asse", 1),
        ("Damen", 2),
        ("Buben", 3),
    ]


def test_without_results_all_share_the_first_place() -> None:
    (group,) = places_in_groups((("A", "B"),), ())
    assert [(each.team, each.place, each.rounds, each.members) for each in group] == [
        ("A", 1, (), ()),
        ("B", 1, (), ()),
    ]


def test_equal_teams_are_listed_as_in_other_lists() -> None:
    equal = {name: team((1, -1)) for name in ("Zorn", "Ärmel", "ast")}
    ranked = ranking(equal, ALL_COUNT)
    assert [each.name for each in ranked] == ["Ärmel", "ast", "Zorn"]
    (group,) = places_in_groups([[*equal, "Öse"]], ranked)
    assert [each.team for each in group] == ["Ärmel", "ast", "Zorn", "Öse"]
