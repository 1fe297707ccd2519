"""Papers and files of a league name nobody who has not agreed to it."""

import io

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from tests.factories.leagues import make_day, make_league
from tests.factories.pages import signed_in
from tests.factories.papers import page_texts, read_pdf, read_workbook
from tests.factories.rounds import enter_round
from tests.factories.words import text
from tournament.exports.league import day_pdf, division_pdf, division_workbook, lineups_pdf
from tournament.league.reads import DivisionReport, league_report, substitutions
from tournament.league.writes.days import bring_in_substitute
from tournament.lists.league import substitution_words
from tournament.models import League, LeagueTeam, MatchDay, Person
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round
from tournament.seating.writes.draws import draw_next_round

pytestmark = pytest.mark.django_db
REASON = "krank"


@pytest.fixture
def league() -> League:
    """A season whose only day is played, with a substitute from its second round on."""
    league = make_league(4, 1, rounds_a_day=2)
    day = MatchDay.objects.get()
    tournament = make_day(day)
    for number in (1, 2):
        round = draw_next_round(COMMAND_LINE, tournament)
        if number == 2:
            came = {"name": "Ole Neu", "round": 2, "reason": REASON, "answers": {1: "new"}}
            bring_in_substitute(COMMAND_LINE, day.teams.get(team__number=1), "1", **came)
        enter_round(round)
        close_round(COMMAND_LINE, round)
    return league


@pytest.fixture
def owner() -> Client:
    return signed_in()


def files(owner: Client, league: League) -> dict[str, str]:
    """Return the text of everything that is printed or saved from a league's pages."""
    (division,) = league_report(league).divisions
    given = {
        "paper": " ".join(page_texts(read_pdf(division_pdf(division)))),
        "paper of the day": " ".join(page_texts(read_pdf(day_pdf(division.days[0])))),
        "workbook": cells(division),
    }
    team = LeagueTeam.objects.get(number=1)
    pages = {
        "league-team": ([league.slug, team.pk], ("",)),
        "league-players": ([league.slug], ("t1",)),
        "league-day": ([league.slug, 1, 1], ("", "s")),
        "league": ([league.slug], ("t1", "d1")),
    }
    for page, (place, keys) in pages.items():
        for key in keys:
            asked = {"list": key} if key else {}
            address = reverse(page, args=place)
            csv = owner.get(address, {**asked, "as": "csv"})
            assert csv["Content-Type"].startswith("text/csv")
            given[f"{page} {key} csv"] = csv.content.decode()
            sheet = load_workbook(io.BytesIO(owner.get(address, {**asked, "as": "xlsx"}).content))
            given[f"{page} {key} xlsx"] = str([*sheet.active.values])
    return given


def cells(division: DivisionReport) -> str:
    sheets = read_workbook(division_workbook(division)).worksheets
    return str([row for sheet in sheets for row in sheet.values])


def naming(found: dict[str, str], word: str) -> set[str]:
    return {what for what, told in found.items() if word in told}


def test_names_without_consent_are_initials(owner: Client, league: League) -> None:
    hidden, new = Person.objects.get(last_name="Nachname1x2"), Person.objects.get(last_name="Neu")
    before = files(owner, league)
    # So they are looked for where they would stand: the list of substitutes has one of them alone.
    assert [len(naming(before, each.list_name)) for each in (hidden, new)] == [9, 11]
    Person.objects.filter(pk__in=[hidden.pk, new.pk]).update(publish_name=False)
    found = files(owner, league)
    assert (naming(found, hidden.last_name), naming(found, new.list_name)) == (set(), set())
    team = LeagueTeam.objects.get(number=1)
    for page, place in (("league-players", []), ("league-day", [1, 1]), ("league-team", [team.pk])):
        shown = owner.get(reverse(page, args=[league.slug, *place])).content.decode()
        assert hidden.list_name in shown
    (division,) = league_report(league).divisions
    lineups = " ".join(page_texts(read_pdf(lineups_pdf(division.days[0]))))
    assert hidden.list_name in lineups  # it lies before those who know each other, as sheets do


def test_why_somebody_left_stays_on_the_page(owner: Client, league: League) -> None:
    page = owner.get(reverse("league-day", args=[league.slug, 1, 1])).content.decode()
    assert REASON in page
    found = files(owner, league)
    assert naming(found, REASON) == set()
    assert (text("From round") in found["paper of the day"]) is True
    assert (text("Reason") in found["paper of the day"]) is False
    rows = MatchDay.objects.get().teams.select_related("team", "day")
    ((came,),) = substitutions(rows, is_public=True).values()
    assert substitution_words(came) in found["workbook"]
