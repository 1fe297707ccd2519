"""Other match points after days have been counted: what they change is told first."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.factories.databases import copied
from tests.factories.journal import acts
from tests.factories.leagues import make_day, make_league
from tests.factories.pages import signed_in, text_of
from tests.factories.rounds import enter_totals
from tests.factories.visitor import forms_of
from tests.factories.words import text
from tournament.forms.league import LeagueForm
from tournament.labels.journal import installation_sentence
from tournament.labels.league import ZONES
from tournament.labels.points import NONE_YET
from tournament.league.reads import league_report
from tournament.league.rules import Zone
from tournament.league.writes.leagues import deduct_team_points
from tournament.models import League, LeagueTeam, MatchDay
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round
from tournament.seating.writes.draws import draw_next_round

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

POINTS = {1: (50, 20, -10, -60), 2: (-50, 20, 40, -10)}
"""By match day, for each player of the first team, the second and so on."""
OTHER = {"of_4": ["9, 3, 2, 1"]}


def counted_league() -> League:
    """Four teams, two of three days counted: the second team leads, though never first in a day."""
    made = make_league(4, 3, rounds_a_day=1)
    for day in MatchDay.objects.filter(number__in=POINTS).order_by("number"):
        of_team = {f"Mannschaft {at}": each for at, each in enumerate(POINTS[day.number], start=1)}
        tournament = make_day(day)
        for table in draw_next_round(COMMAND_LINE, tournament).tables.all():
            seats = table.seats.select_related("entry").order_by("position")
            enter_totals(table, [of_team[seat.entry.team] for seat in seats])
        close_round(COMMAND_LINE, tournament.rounds.get())
    return made


@pytest.fixture
@copied
def league() -> League:
    return counted_league()


@pytest.fixture
def owner() -> Client:
    return signed_in()


def address(league: League) -> str:
    return reverse("league-settings", args=[league.slug])


def sent(page: HttpResponse) -> dict[str, list[str]]:
    """Return what a browser sends of the settings."""
    (form,) = [each for each in forms_of(page) if "of_4" in each.sent]
    return form.sent


def standing() -> list[tuple[str, int]]:
    """Return the teams in order with their match points."""
    (report,) = league_report(League.objects.get()).divisions
    return [(report.teams[line.team].name, line.match_points) for line in report.table]


def test_what_changes_is_told_before_it_is_saved(league: League, owner: Client) -> None:
    before, early = acts().count(), sent(owner.get(address(league)))
    page = owner.post(address(league), early | OTHER)
    assert (page.status_code, acts().count()) == (422, before)
    assert standing()[0] == ("Mannschaft 2", 6)
    ((words, table),) = page.context["changes"]
    assert words == text("Other match points: match day %(days)s.", days="1, 2")
    listed, up = table.file(), ZONES[Zone.UP]
    assert [[each.value(row) for each in listed.columns] for row in listed.rows] == [
        ["2 → 1", "Mannschaft 3", "6 → 11", f"{NONE_YET} → {up}"],
        ["3 → 2", "Mannschaft 1", "5 → 10", NONE_YET],
        ["1 → 3", "Mannschaft 2", "6", f"{up} → {NONE_YET}"],
    ]
    assert "?as=" not in page.content.decode()
    assert owner.post(address(league), sent(page)).status_code == 302
    assert standing()[0] == ("Mannschaft 3", 11)
    entry = acts().last()
    assert (entry.action, entry.data["moved"]) == ("league_counted_anew", 3)
    assert " 3 " in installation_sentence(entry, {})


def test_who_changes_them_once_more_is_told_once_more(league: League, owner: Client) -> None:
    page = owner.post(address(league), sent(owner.get(address(league))) | OTHER)
    again = owner.post(address(league), sent(page) | {"of_4": ["8, 3, 2, 1"]})
    assert (again.status_code, standing()[0]) == (422, ("Mannschaft 2", 6))
    assert "6 → 10" in text_of(again)
    assert owner.post(address(league), sent(again)).status_code == 302
    assert standing()[0] == ("Mannschaft 3", 10)


def test_another_table_than_the_one_told_is_told_before_it_is_saved(
    league: League, owner: Client
) -> None:
    page = owner.post(address(league), sent(owner.get(address(league))) | OTHER)
    first = text("What counts already changes, as below. Nothing is saved yet.")
    other = text(
        "What counts already changes otherwise than shown before, as below. Nothing is saved yet."
    )
    assert [first in text_of(page), other in text_of(page)] == [True, False]
    leads = LeagueTeam.objects.get(name="Mannschaft 3")
    deduct_team_points(COMMAND_LINE, leads, match_points=5, points=0, reason="zu spät")
    again = owner.post(address(league), sent(page))
    assert (again.status_code, acts().last().action) == (422, "team_points_deducted")
    assert [first in text_of(again), other in text_of(again)] == [False, True]
    ((_words, table),) = again.context["changes"]
    assert {row[1].team: row[1].match_points for row in table.file().rows}[leads.pk] == 6
    assert owner.post(address(league), sent(again)).status_code == 302
    assert standing()[0] == ("Mannschaft 1", 10)


@pytest.mark.parametrize(
    ("settings", "is_open"),
    [
        (OTHER, True),
        ({"of_4": ["1, 2, 3, 4"]}, True),
        ({"of_4": ["3, 2, 1, 0"], "name": [""]}, True),
        ({}, False),
    ],
)
def test_fields_that_are_folded_away_are_seen_where_something_else_was_typed(
    league: League, owner: Client, settings: dict[str, list[str]], is_open: bool
) -> None:
    page = owner.get(address(league))
    if settings:
        page = owner.post(address(league), sent(page) | settings)
        assert page.status_code == 422
    folded = rf"<details([^>]*)>\s*<summary>{re.escape(str(LeagueForm.fold))}<"
    (fold,) = re.findall(folded, page.content.decode())
    assert fold.split() == ["open"] * is_open


@pytest.mark.parametrize(
    "settings", [{"of_3": ["9, 3, 1"]}, {"minimum_rounds": ["2"]}, {"name": ["Andere Liga"]}]
)
def test_what_changes_no_table_is_saved_at_once(
    league: League, owner: Client, settings: dict[str, list[str]]
) -> None:
    early = sent(owner.get(address(league)))
    assert owner.post(address(league), early | settings).status_code == 302
    assert acts().last().action == "league_edited"
    assert standing()[0] == ("Mannschaft 2", 6)


def test_points_are_saved_at_once_as_long_as_no_day_counts(owner: Client) -> None:
    league = make_league(4, 1)
    early = sent(owner.get(address(league)))
    assert owner.post(address(league), early | OTHER).status_code == 302
