"""A season counted by two paths: by the rules of a league, and by the recount."""

from fractions import Fraction
from random import Random

from tests.factories.effort import tries
from tournament.league.rules import (
    LEAGUE_TIE_BREAKS,
    Deducted,
    GroupPlace,
    LeagueRules,
    PlayerDay,
    day_of_group,
    league_table,
    season_players,
)
from tournament.sheets.rules.results import Result
from tournament.standings.rules.rankings import ALL_COUNT, ranking
from tournament.standings.rules.team_groups import places_in_groups
from tournament.trust.rules.recount_season import (
    Cell,
    Column,
    DayPlayed,
    EntryOfDay,
    Figures,
    Terms,
    differences,
    recount_season,
)

MATCH_POINTS = {3: (9, 5, 2), 4: (7, 4, 2, 0), 5: (11, 7, 4, 2, 1)}
CHAINS = ([], ["last_rounds"], ["best_round", "last_round"], ["games_won", "last_round"])


def entry(team: int, person: int, *rounds: int | None, off: int = 0) -> EntryOfDay:
    return EntryOfDay(team, person, rounds, off)


def counted(*days: DayPlayed, teams: int = 4, **terms: object) -> Figures:
    known = {"match_points": MATCH_POINTS, "tie_breaks": (), "minimum": 0, **terms}
    return recount_season(range(1, teams + 1), days, (), Terms(**known))


def of_column(figures: Figures, column: Column, day: int = 0) -> list:
    """Return the figures of a column by team or person."""
    cells = sorted(cell for cell in figures if (cell.column, cell.day) == (column, day))
    return [figures[cell] for cell in cells]


def day(*entries: EntryOfDay, forfeited: tuple[int, ...] = (), chain: tuple[str, ...] = ()):
    group = [team for team in range(1, 5) if team not in forfeited]
    return DayPlayed(1, [group], forfeited, entries, chain)


def test_equal_ones_share_and_what_they_share_stays_exact() -> None:
    figures = counted(day(entry(1, 11, 5), entry(2, 21, 5), entry(3, 31, 5), entry(4, 41, -15)))
    assert of_column(figures, Column.PLACE, 1) == [1, 1, 1, 4]
    assert of_column(figures, Column.MATCH_POINTS) == [Fraction(13, 3)] * 3 + [0]


def test_the_chain_of_the_tournament_decides_in_a_group() -> None:
    entries = [entry(1, 11, 5, 1), entry(2, 21, 3, 3), entry(3, 31, 6, 0), entry(4, 41, None, 0)]
    assert of_column(counted(day(*entries)), Column.PLACE, 1) == [1, 1, 1, 4]
    by_last = counted(day(*entries, chain=("last_round",)))
    assert of_column(by_last, Column.PLACE, 1) == [2, 1, 3, 4]
    by_best = counted(day(*entries, chain=("best_round",)))
    assert of_column(by_best, Column.PLACE, 1) == [2, 3, 1, 4]


def test_a_forfeit_is_a_group_one_smaller_and_a_team_without_people_is_last() -> None:
    figures = counted(day(entry(1, 11, -9), entry(2, 21, 9), forfeited=(4,)))
    assert of_column(figures, Column.PLACE, 1) == [2, 1, 3, None]
    assert of_column(figures, Column.MATCH_POINTS) == [5, 9, 2, 0]
    assert of_column(figures, Column.PLACE) == [2, 1, 3, 4]


def test_a_size_that_is_not_set_is_a_larger_group_without_its_first_places() -> None:
    pair = DayPlayed(1, [[1, 2]], (), (entry(1, 11, 4), entry(2, 21, -4)), ())
    assert of_column(counted(pair, teams=2), Column.MATCH_POINTS) == [5, 2]
    unset = counted(pair, teams=2, match_points={})
    assert of_column(unset, Column.MATCH_POINTS) == [2, 1]


def test_people_have_ranks_from_the_minimum_on() -> None:
    days = day(entry(1, 11, 6, None), entry(1, 12, 2, 2, off=-1), entry(4, 41, -1, -1))
    figures = counted(days, minimum=2)
    assert of_column(figures, Column.RANK) == [None, 1, 2]
    assert of_column(figures, Column.ROUNDS) == [1, 2, 2]
    assert of_column(figures, Column.TOTAL) == [6, 3, -2]


def test_what_stands_on_one_side_alone_differs() -> None:
    place, other = Cell(Column.PLACE, 1), Cell(Column.PLACE, 2)
    found = list(differences({place: 1}, {other: 1}))
    assert found == [(place, 1, None), (other, None, 1)]


def test_both_paths_agree_on_a_season_by_chance() -> None:
    for seed in range(tries(150, 3000)):
        assert (seed, _differences_of_a_season(Random(seed))) == (seed, [])


def _differences_of_a_season(chance: Random) -> list[object]:
    teams, chain = range(1, chance.randrange(4, 12)), chance.choice(CHAINS)
    codes = chance.sample(LEAGUE_TIE_BREAKS, chance.randrange(3))
    days = [_day(number, teams, chain, chance) for number in range(1, chance.randrange(1, 5))]
    taken = [
        (team, chance.randrange(3), chance.randrange(4))
        for team in chance.choices(teams, k=chance.randrange(3))
    ]
    terms = Terms(MATCH_POINTS, codes, chance.randrange(5))
    first = _first_path(teams, days, taken, terms)
    return list(differences(first, recount_season(teams, days, taken, terms)))


def _day(number: int, teams: range, chain: list[str], chance: Random) -> DayPlayed:
    """Return a day with small points, so that many are equal."""
    order = chance.sample(teams, len(teams))
    groups = [order[:4], order[4:]] if len(order) > 6 else [order[:5]]
    forfeited = [chance.choice(groups[0])] if chance.random() < 0.4 else []
    playing = [[team for team in group if team not in forfeited] for group in groups]
    entries = [
        EntryOfDay(
            team,
            10 * team + player,
            [chance.choice((None, -1, 0, 1)) for _ in range(3)],
            -(chance.random() < 0.1),
        )
        for group in groups
        for team in group
        for player in range(chance.randrange(4))
    ]
    return DayPlayed(number, playing, forfeited, entries, chain)


def _first_path(teams: range, days: list[DayPlayed], taken: list, terms: Terms) -> Figures:
    rules = LeagueRules(terms.match_points, tuple(terms.tie_breaks), terms.minimum)
    found: dict[Cell, object] = {}
    worth = [_worth(day, rules) for day in days]
    off = {
        team: Deducted(
            *(sum(each[column] for each in taken if each[0] == team) for column in (1, 2))
        )
        for team in teams
    }
    table = league_table(teams, worth, rules, off)
    of_days = [
        (day.number, team, each)
        for day, of in zip(days, worth, strict=True)
        for team, each in of.items()
    ]
    for number, team, each in [*((0, line.team, line) for line in table), *of_days]:
        found[Cell(Column.PLACE, team, number)] = each.place
        found[Cell(Column.MATCH_POINTS, team, number)] = each.match_points
        found[Cell(Column.GAME_POINTS, team, number)] = each.points
    people = [
        {
            each.person: PlayerDay(
                each.team, sum(points is not None for points in each.rounds), each.total
            )
            for each in day.entries
        }
        for day in days
    ]
    for player in season_players(people, terms.minimum):
        found[Cell(Column.RANK, player.person)] = player.rank
        found[Cell(Column.ROUNDS, player.person)] = player.rounds
        found[Cell(Column.TOTAL, player.person)] = player.total
    return found


def _worth(day: DayPlayed, rules: LeagueRules) -> dict:
    """Return what a day is worth by the first path, from the ranking of all its teams."""
    people: dict[str, list[Result]] = {}
    for each in day.entries:
        result = Result(each.person, each.person, tuple(each.rounds), each.off)
        people.setdefault(str(each.team), []).append(result)
    groups = [[str(team) for team in group] for group in day.groups]
    found = {}
    for group in places_in_groups(groups, ranking(people, ALL_COUNT, day.tie_breaks)):
        placed = [GroupPlace(int(each.team), each.place, each.total) for each in group]
        found |= day_of_group(placed, rules)
    absent = [GroupPlace(team, None, 0) for team in day.forfeited]
    return found | day_of_group(absent, rules)
