"""Starting a rehearsal in the browser, its page, its prints, and its removal."""

import io

import pytest
from django.test import Client
from django.urls import resolve
from openpyxl import load_workbook

from tests.factories.pages import signed_in, text_of
from tests.factories.papers import made, page_texts, read_pdf
from tests.factories.words import text
from tournament.exports.excel.workbook import workbook
from tournament.exports.pdf.results import standings
from tournament.exports.pdf.seat_lists import seat_list
from tournament.models import Person, Rehearsal, Tournament
from tournament.people.reads.people import find_people, known_people
from tournament.permissions import COMMAND_LINE
from tournament.rehearsal.writes import let_happen, start_rehearsal, take_over
from tournament.shared.reads.kept import forget_all

pytestmark = pytest.mark.django_db

PAGE = "/t/probe/rehearsal/"


@pytest.fixture
def tournament() -> Tournament:
    return start_rehearsal(COMMAND_LINE, name="Probe", players=8, rounds=1)


@pytest.fixture
def begun(tournament: Tournament) -> Tournament:
    """Everybody is there, the round runs, and every event in it has happened."""
    while let_happen(COMMAND_LINE, tournament):
        pass
    take_over(COMMAND_LINE, tournament)
    take_over(COMMAND_LINE, tournament)
    while let_happen(COMMAND_LINE, tournament, at_once=True):
        pass
    tournament.refresh_from_db()
    return tournament


def press(client: Client, act: str, **fields: str) -> str:
    return text_of(client.post(PAGE, {"act": act, **fields}, follow=True))


@pytest.mark.alone
def test_rehearsal_begins_and_goes_by_one_press() -> None:
    client = signed_in()
    assert 'href="/rehearsal/"' in client.get("/").content.decode()
    page = client.post("/rehearsal/", {"players": "8", "rounds": "1"}, follow=True)
    assert page.redirect_chain[-1][0] == PAGE
    gone = (
        "One press, and all of it is gone: %(people)s invented people, %(rounds)s rounds, "
        "%(sheets)s score sheets, and their journal."
    )
    assert text(gone, people=9, rounds=0, sheets=0) in text_of(page)
    client.post("/t/probe/remove-example/", follow=True)
    counts = [model.objects.count() for model in (Tournament, Person, Rehearsal)]
    assert counts == [0, 0, 0]


@pytest.mark.parametrize(("players", "rounds"), [("11", "1"), ("7", "1"), ("121", "1"), ("8", "9")])
def test_impossible_setting_is_explained_at_its_field(players: str, rounds: str) -> None:
    page = signed_in().post("/rehearsal/", {"players": players, "rounds": rounds})
    assert page.status_code == 422
    assert list(page.context["form"].errors) == ["rounds" if rounds == "9" else "players"]


def test_buttons_let_things_happen(tournament: Tournament) -> None:
    client = signed_in()
    assert "Was als Nächstes kommt" in text_of(client.get(PAGE))
    press(client, "next")
    assert tournament.entries.filter(checked_in=True).count() == 4
    assert "ist nicht gekommen" in press(client, "next")
    press(client, "take-over")
    assert "Es ist ausgelost" not in press(client, "take-over")
    part = client.post(PAGE, {"act": "tick"}).content.decode()
    assert "<html" not in part
    assert "Runde 1 läuft" in part


def test_lists_are_typed_for_those_who_do_not_practise_it(begun: Tournament) -> None:
    client = signed_in()
    (key,) = [paper.event.key for paper in client.get(PAGE).context["papers"]]
    assert "Am Tisch nachfragen" in text_of(client.get(PAGE))
    assert "Am Tisch nachfragen" not in press(client, "ask", list=key)
    assert "Listen, die vorliegen" not in press(client, "type", list=key)
    assert "Listen, die vorliegen" not in press(client, "type", list="list-9-9")


def test_every_print_says_so(begun: Tournament) -> None:
    round = begun.rounds.get()
    for paper in (seat_list(round), standings(begun), made("tents", begun)):
        assert paper.file_name.startswith("PROBE-probe-")
        assert all("PROBE" in page for page in page_texts(read_pdf(paper)))
    book = workbook(begun)
    assert book.file_name == "PROBE-probe-ergebnisse.xlsx"
    for sheet in load_workbook(io.BytesIO(book.content)).worksheets:
        assert str(sheet["A2"].value).startswith("PROBE · ")


def test_rehearsal_pages_say_so_and_others_do_not(begun: Tournament) -> None:
    client = signed_in()
    said = text("Invented people; nothing here counts.")
    for page in ("", "standings/", "players/", "rounds/1/"):
        assert client.get(f"/t/probe/{page}").content.decode().count(said) == 1
    Tournament.objects.filter(pk=begun.pk).update(is_rehearsal=False)
    forget_all()  # no act does this, so no journal tells kept pages
    assert said not in client.get("/t/probe/").content.decode()


def test_without_a_day_there_is_no_page(tournament: Tournament) -> None:
    Rehearsal.objects.all().delete()
    assert signed_in().get(PAGE).status_code == 404


@pytest.mark.alone
def test_invented_people_are_known_nowhere_else(tournament: Tournament) -> None:
    other = Tournament.objects.create(slug="echt", name="Echt")
    assert known_people(other).by_id(Person.objects.values_list("pk", flat=True)) == []
    assert find_people(COMMAND_LINE, "") == []


def test_every_accident_leads_to_a_page(begun: Tournament) -> None:
    client = signed_in()
    tasks = client.get(PAGE).context["tasks"]
    pages = [resolve(task["url"].partition("?")[0]).url_name for task in tasks]
    assert pages == ["call-new", "protest-new", "clock", "deduction-new", "sheet-ruling"]
    assert [client.get(task["url"]).status_code for task in tasks] == [200] * 5
