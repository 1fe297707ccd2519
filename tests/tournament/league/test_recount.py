"""The recount of a match day names what differs in the table and the players of its division."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command

from tests.factories.journal import drop_triggers
from tests.factories.leagues import make_league, play_day
from tests.factories.pages import signed_in
from tests.factories.words import text
from tournament.apps import TournamentConfig
from tournament.labels.league import season_sentence
from tournament.league import reads
from tournament.league.reads import league_report, season_differences
from tournament.league.writes.days import set_forfeit
from tournament.league.writes.leagues import deduct_team_points
from tournament.models import LeagueTeam, SheetVersion, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.trust.rules import recount_season
from tournament.trust.rules.recount_season import Cell, Column, Difference

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

FIRST_PATH = {
    Column.PLACE: ("league_table", "place"),
    Column.MATCH_POINTS: ("league_table", "match_points"),
    Column.GAME_POINTS: ("league_table", "points"),
    Column.RANK: ("season_players", "rank"),
    Column.ROUNDS: ("season_players", "rounds"),
    Column.TOTAL: ("season_players", "total"),
}
"""The function whose figure each column of the recount holds against."""


def season_of_seven() -> None:
    """Two days that are played, with a forfeit on each and a deduction."""
    chance = Random(7)
    division = make_league(
        7, 2, rounds_a_day=2, tie_breaks=["day_wins", "last_day"]
    ).divisions.get()
    for day in division.days.order_by("number"):
        set_forfeit(COMMAND_LINE, day.teams.order_by("pk")[day.number], forfeited=True)
        play_day(day, lambda size: _totals(size, chance))
    deduct_team_points(
        COMMAND_LINE, division.teams.first(), match_points=1, points=3, reason="laut"
    )


pytestmark.append(pytest.mark.stands_on(make=season_of_seven))


@pytest.fixture
def tournament() -> Tournament:
    """The second day."""
    return Tournament.objects.latest("pk")


def _totals(size: int, chance: Random) -> list[int]:
    points = [chance.randrange(-2, 3) for _ in range(size - 1)]
    return [*points, -sum(points)]


def test_what_nobody_changed_agrees(tournament: Tournament) -> None:
    assert season_differences(tournament) == []
    assert season_differences(Tournament.objects.create(slug="x", rounds_planned=1)) == []


@pytest.mark.parametrize("column", Column)
def test_a_changed_figure_of_the_first_path_is_named(
    column: Column, tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    name, field = FIRST_PATH[column]
    true = getattr(reads, name)

    def changed(*args: object, **named: object) -> tuple:
        first, *others = true(*args, **named)
        return replace(first, **{field: getattr(first, field) + 1}), *others

    report = league_report(tournament.match_day.division.league).divisions[0]
    first = (report.table if name == "league_table" else report.players)[0]
    monkeypatch.setattr(reads, name, changed)
    assert season_differences(tournament) == [
        season_sentence(
            Difference(
                Cell(column, first.team if name == "league_table" else first.person),
                getattr(first, field) + 1,
                getattr(first, field),
            ),
            f"{tournament.match_day.division.league}, 1. Liga",
            {pk: team.name for pk, team in report.teams.items()},
            {pk: person.name for pk, person in report.people.items()},
        )
    ]


def test_a_changed_day_is_named_with_what_follows_in_the_table(
    tournament: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    true = reads.day_of_group

    def changed(*args: object) -> dict:
        found = true(*args)
        winner = next(team for team, each in found.items() if each.place == 1)
        return {**found, winner: replace(found[winner], match_points=Fraction(1, 2))}

    monkeypatch.setattr(reads, "day_of_group", changed)
    found = season_differences(tournament)
    days = tuple(
        f"Liga 2026/27, 1. Liga, {text('Match day %(number)s', number=day)}," for day in (1, 2)
    )
    of_days = [each for each in found if each.startswith(days)]
    assert len(of_days) == 4  # two groups on each of two days
    assert all("½" in each for each in of_days)
    assert len(found) > 4


def test_a_changed_sheet_is_named_on_page_and_by_the_command(
    tournament: Tournament, capsys: pytest.CaptureFixture
) -> None:
    drop_triggers()
    version = SheetVersion.objects.filter(table__round__tournament=tournament).first()
    changed = [version.totals[0] + 40, *version.totals[1:-1], version.totals[-1] - 40]
    SheetVersion.objects.filter(pk=version.pk).update(totals=changed)
    expected = season_differences(tournament)
    assert expected
    with pytest.raises(SystemExit) as end:
        call_command("recount", tournament.slug)
    assert end.value.code == 1
    told = capsys.readouterr().err.splitlines()
    assert [line for line in told if line.startswith("Liga 2026/27, 1. Liga")] == expected
    page = signed_in().get(f"/t/{tournament.slug}/journal/", {"check": 1}).content.decode()
    assert [sentence for sentence in expected if sentence not in page] == []


def test_a_criterion_that_is_counted_once_alone_stops_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    config = TournamentConfig.create("tournament")
    keys = {"day_wins": recount_season.SEASON_KEYS["day_wins"]}
    monkeypatch.setattr(recount_season, "SEASON_KEYS", keys)
    with pytest.raises(ImproperlyConfigured, match="last_day"):
        config.ready()


def test_names_are_read_of_teams_and_people_by_column() -> None:
    """A team and a person with one id are told apart."""
    team = LeagueTeam(pk=5, name="Asse")
    found = [
        season_sentence(Difference(Cell(column, 5, 2), 1, None), "D", {5: team.name}, {5: "Anna"})
        for column in (Column.PLACE, Column.RANK)
    ]
    assert ["Asse" in found[0], "Anna" in found[1]] == [True, True]
