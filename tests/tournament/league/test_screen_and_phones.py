"""What the hall and the players' phones show of a match day."""

import re

import pytest
from django.test import Client

from tests.factories.leagues import make_day, make_league, play_day
from tests.factories.pages import signed_in
from tests.factories.rounds import enter_totals, make_drawn_tournament, round_number
from tournament.league.writes.days import set_forfeit
from tournament.models import MatchDay, Tournament
from tournament.models.stage import pictures_of
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import release_standings
from tournament.rounds.writes import close_round
from tournament.seating.writes.draws import draw_next_round
from tournament.stage.rules import Picture

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

UNEVEN = [50, 20, -10, -60]
"""By position: with the same ones at every table the first teams win."""


def lines(client: Client, tournament: Tournament) -> list[str]:
    """Return the texts of each team in the hall's picture, group after group."""
    address = f"/t/{tournament.slug}/beamer/pictures/teams/?part=picture"
    html = client.get(address).content.decode()
    teams = re.findall(r"<li>((?:(?!<li>).)*?)</li>", html, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]*>", " ", each).split()) for each in teams]


@pytest.fixture
def client() -> Client:
    return signed_in()


@pytest.fixture
def day() -> MatchDay:
    """The first match day of four teams, two rounds a day."""
    return make_league(4, 1, rounds_a_day=2).divisions.get().days.get()


def play_round(tournament: Tournament, number: int) -> None:
    draw_next_round(COMMAND_LINE, tournament)
    for table in round_number(tournament, number).tables.all():
        by_team = {f"Mannschaft {at}": points for at, points in enumerate(UNEVEN, start=1)}
        seats = table.seats.select_related("entry").order_by("position")
        enter_totals(table, [by_team[seat.entry.team] for seat in seats])
    close_round(COMMAND_LINE, round_number(tournament, number))


def test_hall_shows_teams_as_far_as_results_are_released(client: Client, day: MatchDay) -> None:
    tournament = make_day(day)
    names = tournament.team_groups[0]
    assert lines(client, tournament) == names
    play_round(tournament, 1)
    play_round(tournament, 2)
    assert lines(client, tournament) == names
    release_standings(COMMAND_LINE, tournament, 1)
    assert lines(client, tournament) == [
        "1 Mannschaft 1 +200 +200 4",
        "2 Mannschaft 2 +80 +80 3",
        "3 Mannschaft 3 −40 −40 2",
        "4 Mannschaft 4 −240 −240 1",
    ]
    release_standings(COMMAND_LINE, tournament, 2)
    assert lines(client, tournament)[3] == "4 Mannschaft 4 −240 −240 −480 1"


def test_a_team_that_forfeits_a_drawn_day_is_worth_nothing_in_the_hall(
    client: Client, day: MatchDay
) -> None:
    tournament = make_day(day)
    play_round(tournament, 1)
    release_standings(COMMAND_LINE, tournament, 1)
    set_forfeit(COMMAND_LINE, day.teams.get(team__name="Mannschaft 1"), forfeited=True)
    assert lines(client, tournament) == [
        "1 Mannschaft 2 +80 +80 3",
        "2 Mannschaft 3 −40 −40 2",
        "3 Mannschaft 4 −240 −240 1",
        "– Mannschaft 1 +200 +200 0",
    ]


def test_groups_without_a_league_have_no_match_points(client: Client, day: MatchDay) -> None:
    tournament = make_day(day)
    play_round(tournament, 1)
    release_standings(COMMAND_LINE, tournament, 1)
    MatchDay.objects.update(tournament=None)
    assert lines(client, tournament)[0] == "1 Mannschaft 1 +200 +200"


def test_a_plain_club_is_not_offered_the_picture_of_teams(day: MatchDay) -> None:
    assert Picture.TEAMS not in dict(pictures_of(make_drawn_tournament(8)))
    assert Picture.TEAMS in dict(pictures_of(play_day(day, lambda _size: UNEVEN)))
