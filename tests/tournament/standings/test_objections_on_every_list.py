"""Every list says that objections are possible: page, phone, screen, paper, workbook, files."""

import io
import re
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook

from tests.factories.journal import note
from tests.factories.pages import signed_in, without_tags
from tests.factories.papers import page_texts, read_pdf
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tournament.exports.excel.workbook import workbook
from tournament.exports.pdf.results import round_result, standings
from tournament.exports.website import standings_fragment
from tournament.models import Round, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in, release_standings
from tournament.rounds.writes import close_round
from tournament.stage.writes import let_screens_in, show_picture
from tournament.standings.reads.standings import standings_after

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    """One round of two tables, played and closed, released to the hall; objections are possible."""
    until = timezone.now() + timedelta(minutes=50)
    tournament = make_drawn_tournament(
        8, rounds_planned=1, objections_until=until, date=timezone.localtime(until).date()
    )
    tournament.group_rankings.create(kind="club", best=2)
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    let_phones_in(COMMAND_LINE, tournament)
    release_standings(COMMAND_LINE, tournament, 1)
    tournament.refresh_from_db()
    return tournament


def lists(tournament: Tournament) -> Iterator[tuple[str, str]]:
    """Return the text of each list, at the time of asking."""
    reader, anybody = signed_in(), Client()
    stage = let_screens_in(COMMAND_LINE, tournament)
    show_picture(COMMAND_LINE, tournament, "standings")
    ours, phones = f"/t/{tournament.slug}", f"/h/{tournament.phone_code}"
    addresses = {
        "page": f"{ours}/standings/",
        "page of the round": f"{ours}/rounds/1/result/",
        "page of clubs": f"{ours}/standings/rankings/club/",
        "phone": f"{phones}/standings/",
        "phone of a player": f"{phones}/players/1/",
        "screen": f"/s/{stage.code}/",
    }
    for name, address in addresses.items():
        client = anybody if name.startswith(("phone", "screen")) else reader
        answer = client.get(address, follow=True)
        assert answer.status_code == 200
        yield name, without_tags(answer.content.decode().split("<main")[1])
    report = standings_after(tournament)
    for name, document in (
        ("paper", standings(tournament)),
        ("paper of the round", round_result(round_number(tournament, 1))),
    ):
        yield name, page_texts(read_pdf(document))[0]
    yield "website", without_tags(standings_fragment(tournament, report).content.decode())
    book = load_workbook(io.BytesIO(workbook(tournament).content))
    yield "workbook", str(book.worksheets[-1]["A3"].value)
    said = io.StringIO()
    call_command("standings", tournament.slug, format="text", stdout=said)
    yield "text", said.getvalue()


def saying(tournament: Tournament, words: str) -> list[str]:
    assert tournament.objections_until
    at = f"{timezone.localtime(tournament.objections_until):%H:%M}"
    sentence = re.compile(words.replace("TIME", rf"(\d\d\.\d\d\.\d{{4}} )?{at}"))
    return [name for name, text in lists(tournament) if sentence.search(text)]


EVERYWHERE = [
    *("page", "page of the round", "page of clubs", "phone", "phone of a player", "screen"),
    *("paper", "paper of the round", "website", "workbook", "text"),
]


def test_every_list_says_until_when_objections_are_possible(tournament: Tournament):
    assert saying(tournament, r"Vorläufig, Einspr\S+ bis TIME") == EVERYWHERE


def test_every_list_names_missing_sheets_before_that(tournament: Tournament):
    Round.objects.filter(tournament=tournament).update(closed_at=None)
    tournament.rounds.get().tables.filter(number=2).update(current_version=None)
    note(tournament)
    expected = r"Vorläufig: 1 von 2 Tischen · Einspr\S+ bis TIME"
    assert saying(tournament, expected) == EVERYWHERE


def test_no_list_says_so_once_the_standings_are_final(tournament: Tournament):
    Tournament.objects.filter(pk=tournament.pk).update(frozen_at=timezone.now())
    note(tournament)
    tournament.refresh_from_db()
    assert saying(tournament, "Einspr") == []


def test_phone_knows_what_to_say_when_the_time_is_over(tournament: Tournament):
    """Its page is cached: nothing in it may depend on the time at which it was made."""
    page = Client().get(f"/h/{tournament.phone_code}/standings/").content.decode()
    (before, over), *_more = re.findall(
        r'data-ends-at="\d{13}" data-until="([^"]*)" data-over="([^"]*)"', page
    )
    at = f"{timezone.localtime(tournament.objections_until):%H:%M}"
    assert re.fullmatch(rf"Vorläufig, Einspr\S+ bis {at}", before)
    assert over == f"Vorläufig, Einspruchsfrist bis {at} abgelaufen"


def test_screen_counts_down_to_the_end_of_the_time(tournament: Tournament):
    stage = let_screens_in(COMMAND_LINE, tournament)
    show_picture(COMMAND_LINE, tournament, "standings")
    ends_at = round(tournament.objections_until.timestamp() * 1000)
    page = Client().get(f"/s/{stage.code}/", follow=True).content.decode()
    assert re.findall(r'<time class="countdown"[^>]*data-ends-at="(\d+)"', page) == [str(ends_at)]
