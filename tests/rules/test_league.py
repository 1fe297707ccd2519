"""A league: worked by hand, and whole seasons by a second method that is written plainly."""

from fractions import Fraction
from random import Random

import pytest

from tournament.league.rules import (
    DAY_WINS,
    LAST_DAY,
    DayOfTeam,
    Deducted,
    GroupPlace,
    LeagueRules,
    PlayerDay,
    TypedTeam,
    Zone,
    day_of_group,
    doubles,
    league_table,
    season_players,
    typed_people,
    typed_teams,
)

RULES = LeagueRules()


def group(*places: int | None) -> list[GroupPlace]:
    """Return a group of teams 1, 2 … with these places."""
    return [GroupPlace(team, place, 100 - team) for team, place in enumerate(places, start=1)]


def match_points(*places: int | None, rules: LeagueRules = RULES) -> list[Fraction]:
    day = day_of_group(group(*places), rules)
    return [day[team].match_points for team in range(1, len(places) + 1)]


def test_places_of_a_group_are_worth_match_points() -> None:
    assert match_points(1, 2, 3, 4) == [4, 3, 2, 1]
    assert match_points(3, 1, 2) == [1, 3, 2]
    assert match_points(5, 4, 3, 2, 1) == [1, 2, 3, 4, 5]


def test_who_shares_a_place_shares_the_mean() -> None:
    assert match_points(1, 1, 3, 4) == [Fraction(7, 2), Fraction(7, 2), 2, 1]
    assert match_points(1, 2, 2, 2) == [4, 2, 2, 2]
    assert match_points(1, 1, 1, 1, rules=LeagueRules({4: (6, 3, 1, 0)})) == [Fraction(5, 2)] * 4


def test_a_forfeit_leaves_a_group_one_smaller() -> None:
    assert match_points(None, 1, 2, 3) == [0, 3, 2, 1]
    assert match_points(1, None, 3, 4) == [3, 0, 2, 1]
    assert match_points(1, None, None, 2) == [2, 0, 0, 1]
    day = day_of_group(group(None, 1, 2, 3), RULES)
    assert day[1] == DayOfTeam(None, Fraction(0), 0)
    assert [day[team].place for team in (2, 3, 4)] == [1, 2, 3]
    later = day_of_group(group(1, None, 3, 4), RULES)
    assert [later[team].place for team in (1, 3, 4)] == [1, 2, 3]


def test_sizes_without_match_points_of_their_own() -> None:
    assert LeagueRules().of_places(2) == (2, 1)
    assert LeagueRules().of_places(6) == (6, 5, 4, 3, 2, 1)
    assert LeagueRules({4: (6, 3, 1, 0)}).of_places(3) == (3, 1, 0)


def day(*teams: tuple[int, int | None, int]) -> dict[int, DayOfTeam]:
    """Return a day of one group from team, place and points."""
    return day_of_group([GroupPlace(*each) for each in teams], RULES)


def test_match_points_come_before_game_points_and_equal_teams_share_a_place() -> None:
    days = [
        day((1, 1, 50), (2, 2, 20), (3, 3, -10), (4, 4, -60)),
        day((2, 1, 10), (1, 2, 5), (4, 3, 0), (3, 4, -15)),
    ]
    table = league_table([1, 2, 3, 4], days, RULES)
    found = [(each.place, each.team, each.match_points, each.points) for each in table]
    assert found == [(1, 1, 7, 55), (2, 2, 7, 30), (3, 3, 3, -25), (4, 4, 3, -60)]
    even = [
        day((1, 1, 30), (2, 2, 0), (3, 3, 0), (4, 4, -30)),
        day((2, 1, 30), (1, 2, 0), (4, 3, 0), (3, 4, -30)),
    ]
    assert [each.place for each in league_table([1, 2, 3, 4], even, RULES)] == [1, 1, 3, 3]
    by_last = LeagueRules(tie_breaks=(LAST_DAY,))
    assert [each.team for each in league_table([1, 2, 3, 4], even, by_last)] == [2, 1, 4, 3]
    assert [each.place for each in league_table([1, 2, 3, 4], even, by_last)] == [1, 2, 3, 4]


def test_days_won_decide_where_the_league_says_so() -> None:
    days = [
        {1: DayOfTeam(1, Fraction(4), 9), 2: DayOfTeam(2, Fraction(3), 9)},
        {1: DayOfTeam(4, Fraction(1), 9), 2: DayOfTeam(3, Fraction(2), 9)},
    ]
    assert [each.place for each in league_table([1, 2], days, RULES)] == [1, 1]
    table = league_table([2, 1], days, LeagueRules(tie_breaks=(DAY_WINS,)))
    assert [(each.place, each.team, each.wins) for each in table] == [(1, 1, 1), (2, 2, 0)]


def test_deductions_are_taken_from_the_sums() -> None:
    days = [day((1, 1, 50), (2, 2, 20), (3, 3, -10))]
    table = league_table([1, 2, 3], days, RULES, {1: Deducted(2, 5)})
    assert [(each.team, each.match_points, each.points) for each in table] == [
        (2, 2, 20),
        (1, 1, 45),
        (3, 1, -10),
    ]


def test_lines_of_promotion_and_relegation_name_a_shared_place_at_them() -> None:
    def zones(*points: int) -> list[Zone | None]:
        played = {
            team: DayOfTeam(1, Fraction(each), 0) for team, each in enumerate(points, start=1)
        }
        table = league_table(list(played), [played], RULES, promoted=2, relegated=1)
        return [each.zone for each in table]

    assert zones(9, 8, 7, 6, 5) == [Zone.UP, Zone.UP, None, None, Zone.DOWN]
    assert zones(9, 8, 8, 6, 5) == [Zone.UP, Zone.AT_LINE, Zone.AT_LINE, None, Zone.DOWN]
    assert zones(9, 9, 7, 5, 5) == [Zone.UP, Zone.UP, None, Zone.AT_LINE, Zone.AT_LINE]
    assert zones(9, 8) == [Zone.UP, Zone.UP]


def test_players_are_ranked_by_average_with_a_minimum_of_rounds() -> None:
    days = [
        {7: PlayerDay(1, 4, 20), 8: PlayerDay(1, 2, 40), 9: PlayerDay(2, 0, 0)},
        {7: PlayerDay(1, 4, 20), 6: PlayerDay(2, 4, 20), 5: PlayerDay(2, 4, -1)},
    ]
    found = season_players(days, 3, order=[6, 7, 5, 8])
    assert [(each.rank, each.person, each.rounds, each.total) for each in found] == [
        (1, 6, 4, 20),
        (1, 7, 8, 40),
        (3, 5, 4, -1),
        (None, 8, 2, 40),
    ]
    assert found[1].average == 5
    assert found[1].days == 2


def test_a_player_of_two_teams_is_one_line() -> None:
    found = season_players([{7: PlayerDay(1, 4, 8)}, {7: PlayerDay(2, 4, -4)}], 0)
    assert [(each.teams, each.rounds, each.total) for each in found] == [((1, 2), 8, 4)]


def test_teams_are_typed_one_per_line_with_their_club() -> None:
    typed = " Kreuz  Dame 1; DU ZHN \n\nFüchse\tMH FUKS\nAltenburger Asse\n;\n"
    assert typed_teams(typed) == (
        TypedTeam("Kreuz Dame 1", "DU ZHN"),
        TypedTeam("Füchse", "MH FUKS"),
        TypedTeam("Altenburger Asse"),
    )
    assert doubles(["Asse", "Buben", "ASSE"]) == ("ASSE",)
    assert typed_people("Ute Łuk\n \n Änne  Franke") == ("Ute Łuk", "Änne Franke")


def _groups(teams: int, chance: Random) -> list[list[int]]:
    """Return groups of four, else of three, in any order."""
    order = list(range(1, teams + 1))
    chance.shuffle(order)
    sizes = [4] * (teams // 4) if teams % 4 == 0 else [4] * ((teams - 3) // 4) + [3]
    assert sum(sizes) == teams
    return [[order.pop() for _ in range(size)] for size in sizes]


@pytest.mark.parametrize(("teams", "days"), [(16, 10), (7, 6)])
@pytest.mark.parametrize("seed", range(5))
def test_season_is_as_it_is_when_counted_plainly(teams: int, days: int, seed: int) -> None:
    chance = Random(seed)
    minimum = 3 * days
    # What is written down on paper: per day and group, per team the rounds of its players.
    season = []
    for _day in range(days):
        written = []
        for members in _groups(teams, chance):
            sheet = {}
            for team in members:
                people = [100 * team + each for each in chance.sample(range(6), 4)]
                sheet[team] = {
                    person: [chance.randrange(-3, 4) for _round in range(4)] for person in people
                }
            forfeited = {team for team in members if chance.random() < 0.05}
            written.append((sheet, forfeited))
        season.append(written)
    taken = {1: (1, 0), teams: (0, 7)}

    told = []
    for written in season:
        of_day: dict[int, DayOfTeam] = {}
        for sheet, forfeited in written:
            sums = {team: sum(map(sum, people.values())) for team, people in sheet.items()}
            places = [
                GroupPlace(
                    team,
                    None
                    if team in forfeited
                    else 1 + sum(sums[other] > sums[team] for other in sums),
                    sums[team],
                )
                for team in sums
            ]
            of_day |= day_of_group(places, RULES)
        told.append(of_day)
    table = league_table(
        range(1, teams + 1),
        told,
        LeagueRules(tie_breaks=(DAY_WINS, LAST_DAY)),
        {team: Deducted(*each) for team, each in taken.items()},
    )
    found = [(each.place, each.team, each.match_points, each.points, each.wins) for each in table]
    assert found == _plain_table(teams, season, taken)

    people = season_players(
        [
            {
                person: PlayerDay(team, len(rounds), sum(rounds))
                for sheet, _forfeited in written
                for team, mine in sheet.items()
                for person, rounds in mine.items()
            }
            for written in season
        ],
        minimum,
    )
    listed = [(each.rank, each.person, each.rounds, each.total) for each in people]
    assert listed == _plain_list(season, minimum)


def _plain_table(teams: int, season: list, taken: dict) -> list[tuple]:
    """Count every team's season in doubled match points, by comparing pairs of teams."""
    lines = []
    for team in range(1, teams + 1):
        doubled = points = won = 0
        last = (-1, 0)
        for written in season:
            for sheet, forfeited in written:
                if team not in sheet:
                    continue
                if team in forfeited:
                    last = (0, 0)
                    continue
                mine = sum(sum(rounds) for rounds in sheet[team].values())
                # One match point for being there, one for each team beaten, half for each equal.
                worth = 2
                beaten_by = 0
                for other in sheet:
                    if other == team or other in forfeited:
                        continue
                    theirs = sum(sum(rounds) for rounds in sheet[other].values())
                    worth += 2 if mine > theirs else 1 if mine == theirs else 0
                    beaten_by += theirs > mine
                doubled += worth
                points += mine
                won += beaten_by == 0
                last = (worth, mine)
        less, fewer = taken.get(team, (0, 0))
        lines.append(((doubled - 2 * less, points - fewer, won, last), team))
    lines.sort(key=lambda line: line[1])
    lines.sort(key=lambda line: line[0], reverse=True)  # stays in order where equal
    result = []
    for merit, team in lines:
        place = 1 + sum(other > merit for other, _team in lines)
        result.append((place, team, Fraction(merit[0], 2), merit[1], merit[2]))
    return result


def _plain_list(season: list, minimum: int) -> list[tuple]:
    played: dict[int, list[int]] = {}
    for written in season:
        for sheet, _forfeited in written:
            for people in sheet.values():
                for person, rounds in people.items():
                    played.setdefault(person, []).extend(rounds)
    by_merit = sorted(played, key=lambda who: (-sum(played[who]) / len(played[who]), who))
    enough = [who for who in by_merit if len(played[who]) >= minimum]
    few = [who for who in by_merit if len(played[who]) < minimum]

    def better(one: int, other: int) -> bool:
        return sum(played[one]) * len(played[other]) > sum(played[other]) * len(played[one])

    ranks = [1 + sum(better(other, who) for other in enough) for who in enough]
    return [
        (rank, who, len(played[who]), sum(played[who]))
        for rank, who in [*zip(ranks, enough, strict=True), *((None, who) for who in few)]
    ]
