"""Leagues, their teams and match days."""

from collections.abc import Callable, Iterable, Sequence

from tests.factories.names_of_competitions import free_name
from tests.factories.rounds import enter_totals
from tournament.competitions.writes import create_competition
from tournament.league.rules import TypedTeam
from tournament.league.writes.days import hand_in_lineup, make_day_tournament
from tournament.league.writes.leagues import add_division, draw_season
from tournament.models import (
    DayTeam,
    Division,
    League,
    LeagueTeam,
    MatchDay,
    PointsDeduction,
    TeamPlayer,
    Tournament,
)
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import release_standings
from tournament.rounds.writes import close_round
from tournament.seating.writes.draws import draw_next_round


def plant_league(tournament: Tournament, slug: str = "liga") -> League:
    """Return a league of three teams whose first day is this tournament, one row of each kind."""
    league = League.objects.create(slug=slug, name="Liga", season="2026/27")
    division = Division.objects.create(
        league=league, number=1, name="1. Liga", promoted=1, seed="5eed"
    )
    teams = [
        LeagueTeam.objects.create(division=division, number=number, name=name)
        for number, name in enumerate(("Asse", "Buben", "Damen"), start=1)
    ]
    people = [entry.person for entry in tournament.entries.order_by("pk")[: len(teams)]]
    day = MatchDay.objects.create(division=division, number=1, tournament=tournament)
    MatchDay.objects.create(division=division, number=2)
    for team, person in zip(teams, people, strict=False):
        TeamPlayer.objects.create(team=team, person=person)
        DayTeam.objects.create(
            day=day, team=team, group=1, lineup=[person.pk], entered_as=team.name
        )
    PointsDeduction.objects.create(team=teams[0], match_points=1, reason="zu spät")
    return league


def make_league(teams: int = 4, days: int = 2, **settings: object) -> League:
    """Return a drawn league of one division; its teams have no players yet."""
    about = {"name": free_name(League, "Liga"), "season": "2026/27", **settings}
    league = create_competition(COMMAND_LINE, League, about)
    typed = [TypedTeam(f"Mannschaft {number}") for number in range(1, teams + 1)]
    lines = {"name": "1. Liga", "promoted": 1, "relegated": 1}
    division = add_division(COMMAND_LINE, league, lines, typed, days)
    draw_season(COMMAND_LINE, division, "5eed")
    return league


def names_of(team: LeagueTeam, players: Iterable[int] = range(1, 5)) -> list[str]:
    """Return made-up names of people of a team."""
    return [f"Anna{each} Nachname{team.number}x{each}" for each in players]


def hand_in(of: DayTeam, names: Sequence[str]) -> None:
    """Hand in a lineup; whoever is not in the team is new."""
    hand_in_lineup(COMMAND_LINE, of, names, dict.fromkeys(range(1, len(names) + 1), "new"))


def make_day(day: MatchDay) -> Tournament:
    """Hand in lineups where they are missing, and make the tournament of a day."""
    for each in day.teams.filter(forfeited=False, lineup=[]).select_related("team"):
        hand_in(each, names_of(each.team))
    return make_day_tournament(COMMAND_LINE, day, name=f"Spieltag {day.number}")


def make_match_day(slug: str = "herbst") -> Tournament:
    """Return the tournament of a match day of eight teams, after the first of two rounds."""
    day = MatchDay.objects.get(division__league=make_league(8, 1, rounds_a_day=2))
    tournament = make_day(day)
    tournament.slug = slug
    tournament.phone_code, tournament.phones_let_in = "spieltag1", True
    tournament.save(update_fields=["slug", "phone_code", "phones_let_in"])
    round = draw_next_round(COMMAND_LINE, tournament)
    for table in round.tables.order_by("number"):
        enter_totals(table, [30, 10, -10, -30])
    close_round(COMMAND_LINE, round)
    release_standings(COMMAND_LINE, tournament, 1)
    return tournament


def play_day(day: MatchDay, totals: Callable[[int], Sequence[int]]) -> Tournament:
    """Make the tournament of a day and play it; `totals`: of a table of this size."""
    tournament = make_day(day)
    play_rounds(tournament, totals)
    return tournament


def play_rounds(tournament: Tournament, totals: Callable[[int], Sequence[int]]) -> None:
    """Play all rounds of a tournament; `totals`: of a table of this size."""
    for _ in range(tournament.rounds_planned):
        round = draw_next_round(COMMAND_LINE, tournament)
        for table in round.tables.order_by("number"):
            enter_totals(table, totals(table.size))
        close_round(COMMAND_LINE, round)
