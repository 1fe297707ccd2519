"""Leagues, their teams and match days."""

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


def plant_league(tournament: Tournament, slug: str = "liga") -> League:
    """Return a league of three teams whose first day is this tournament, one row of each kind."""
    league = League.objects.create(slug=slug, name="Liga", season="2026/27")
    division = Division.objects.create(league=league, number=1, name="1. Liga", promoted=1)
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
