"""Whole seasons, drawn, played and counted, beside a plain count of the same score sheets."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from tests.factories.leagues import hand_in, make_league, names_of, play_day
from tournament.league.reads import league_report
from tournament.league.writes.days import set_forfeit
from tournament.league.writes.leagues import deduct_team_points
from tournament.models import Division, LeagueTeam, MatchDay, Seat
from tournament.permissions import COMMAND_LINE

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

MINIMUM = 5


@pytest.mark.parametrize(
    ("teams", "days", "rounds", "meetings"), [(7, 6, 2, {2, 3}), (16, 10, 1, {2})]
)
def test_a_season_is_as_it_is_when_its_sheets_are_added_up(
    teams: int, days: int, rounds: int, meetings: set[int]
) -> None:
    chance = Random(teams)
    settings = {"rounds_a_day": rounds, "minimum_rounds": MINIMUM, "tie_breaks": ["day_wins"]}
    league = make_league(teams, days, **settings)
    division = league.divisions.get()
    assert set(_met(division).values()) == meetings

    for day in division.days.order_by("number"):
        for each in day.teams.select_related("team"):
            hand_in(each, names_of(each.team, chance.sample(range(1, 7), 4)))
        if day.number == 2:
            set_forfeit(COMMAND_LINE, day.teams.order_by("pk")[0], forfeited=True)
        play_day(day, lambda size: _totals(size, chance))
    punished = division.teams.order_by("number")[1]
    deduct_team_points(COMMAND_LINE, punished, match_points=1, points=4, reason="zu spät")

    report = league_report(league).divisions[0]
    named = {pk: team.name for pk, team in report.teams.items()}
    table = [
        (each.place, named[each.team], each.match_points, each.points) for each in report.table
    ]
    assert table == _plain_table(division, {punished.name: (1, 4)})
    people = [
        (each.rank, report.people[each.person].name, each.rounds, each.total)
        for each in report.players
    ]
    assert people == _plain_players(division)


def _totals(size: int, chance: Random) -> list[int]:
    points = [chance.randrange(-2, 3) for _ in range(size - 1)]
    return [*points, -sum(points)]


def _met(division: Division) -> Counter:
    """Count how often any two teams are in a group."""
    met = Counter(dict.fromkeys(combinations(range(1, division.teams.count() + 1), 2), 0))
    for day in division.days.all():
        groups = defaultdict(set)
        for each in day.teams.select_related("team"):
            groups[each.group].add(each.team.number)
        for group in groups.values():
            met.update(combinations(sorted(group), 2))
    return met


def _sheets(day: MatchDay) -> list[tuple[str, str, int]]:
    """Return team, name and points of everybody at every table of a day."""
    seats = Seat.objects.filter(round__tournament__match_day=day).select_related(
        "entry__person", "table__current_version"
    )
    return [
        (
            seat.entry.team,
            seat.entry.person.name,
            seat.table.current_version.totals[seat.position - 1],
        )
        for seat in seats
    ]


def _plain_table(division: Division, taken: dict) -> list[tuple]:
    """Add up the season from the sheets; one point more for each team beaten, half for equals."""
    worth: dict[str, Fraction] = defaultdict(Fraction)
    points: dict[str, int] = defaultdict(int)
    won: dict[str, int] = defaultdict(int)
    for day in division.days.all():
        of_team: dict[str, int] = defaultdict(int)
        for team, _name, made in _sheets(day):
            of_team[team] += made
        rows = list(day.teams.select_related("team"))
        for each in rows:
            if each.forfeited:
                continue
            mine = of_team[each.team.name]
            others = [
                of_team[other.team.name]
                for other in rows
                if other.group == each.group and other != each and not other.forfeited
            ]
            gained = 1 + sum(
                Fraction(1, 2) if theirs == mine else int(theirs < mine) for theirs in others
            )
            worth[each.team.name] += gained
            points[each.team.name] += mine
            won[each.team.name] += all(theirs <= mine for theirs in others)
    merits = {}
    for team in LeagueTeam.objects.filter(division=division).order_by("number"):
        less, fewer = taken.get(team.name, (0, 0))
        merits[team.name] = (
            worth[team.name] - less,
            points[team.name] - fewer,
            won[team.name],
        )
    in_order = sorted(merits, key=lambda name: merits[name], reverse=True)
    return [
        (1 + sum(merit > merits[name] for merit in merits.values()), name, *merits[name][:2])
        for name in in_order
    ]


def _plain_players(division: Division) -> list[tuple]:
    made: dict[str, list[int]] = defaultdict(list)
    for day in division.days.all():
        for _team, name, points in _sheets(day):
            made[name].append(points)
    averages = {name: Fraction(sum(points), len(points)) for name, points in made.items()}

    def last_name_first(name: str) -> tuple[str, str]:
        first, last = name.split()
        return last, first

    def listed(names: list[str]) -> list[str]:
        by_name = sorted(names, key=last_name_first)
        return sorted(by_name, key=lambda name: averages[name], reverse=True)

    enough = [name for name in made if len(made[name]) >= MINIMUM]
    few = [name for name in made if len(made[name]) < MINIMUM]
    ranked = [
        (1 + sum(averages[other] > averages[name] for other in enough), name)
        for name in listed(enough)
    ]
    return [
        (rank, name, len(made[name]), sum(made[name]))
        for rank, name in [*ranked, *((None, name) for name in listed(few))]
    ]
