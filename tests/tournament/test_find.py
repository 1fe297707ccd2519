"""Ctrl K's answers: players, tables and pages by a few letters or a number."""

import re

import pytest
from django.test import Client

from tests.factories.databases import copied
from tests.factories.pages import text_of
from tests.factories.rounds import make_drawn_tournament
from tests.factories.tournaments import make_entries, make_owner, make_user
from tournament.models import Role, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in

pytestmark = pytest.mark.django_db


@pytest.fixture
@copied
def tournament() -> Tournament:
    return make_drawn_tournament()


def client_of(role: Role | None, tournament: Tournament) -> Client:
    client = Client()
    client.force_login(make_user(role, tournament) if role else make_owner())
    return client


def links(client: Client, typed: str) -> list[str]:
    page = client.get("/t/herbst/find/", {"q": typed, "part": "list"})
    return re.findall(r'href="([^"]+)"', page.content.decode())


def test_number_means_table_and_player(tournament: Tournament) -> None:
    found = links(client_of(None, tournament), "2")
    player = tournament.entries.get(number=2).pk
    assert found == ["/t/herbst/rounds/1/tables/2/", f"/t/herbst/players/{player}/"]


@pytest.mark.parametrize("typed", ["t2", "Tisch 2", "table 2"])
def test_table_by_its_word_is_opened_at_once(tournament: Tournament, typed: str) -> None:
    answer = client_of(None, tournament).get("/t/herbst/find/", {"q": typed})
    assert (answer.status_code, answer["Location"]) == (302, "/t/herbst/rounds/1/tables/2/")


def test_pages_are_found_by_title_as_far_as_permitted(
    tournament: Tournament,
) -> None:
    assert links(client_of(None, tournament), "eins") == ["/t/herbst/settings/"]
    assert links(client_of(Role.TYPIST, tournament), "eins") == []
    assert links(client_of(Role.TYPIST, tournament), "prog") == ["/t/herbst/rounds/1/forecast/"]


def test_every_page_offered_exists(tournament: Tournament) -> None:
    client = client_of(None, tournament)
    assert {
        client.get(url, follow=True).status_code
        for letter in "abdefgjkmprstuvz"
        for url in links(client, letter)
    } == {200}


def test_no_more_than_a_glance_takes_in(tournament: Tournament) -> None:
    make_entries(tournament, 120)
    page = client_of(None, tournament).get("/t/herbst/find/", {"q": "Arnold"})
    assert len(re.findall(r'href="/t/herbst/players/\d', page.content.decode())) == 12
    assert "Und 4 weitere." in text_of(page)


def test_nothing_found_keeps_what_was_typed(tournament: Tournament) -> None:
    page = client_of(None, tournament).get("/t/herbst/find/", {"q": "<script>x"})
    assert 'value="&lt;script&gt;x"' in page.content.decode()
    assert "Nichts gefunden" in text_of(page)


def test_queries_do_not_grow(tournament: Tournament, django_assert_num_queries) -> None:
    make_entries(tournament, 60)
    client = client_of(None, tournament)
    person = tournament.entries.get(number=1).person
    for typed, hits in ((f"{person.first_name} {person.last_name}", 2), (person.last_name, 9)):
        with django_assert_num_queries(6):
            assert len(links(client, typed)) == hits


@pytest.mark.parametrize(
    "page",
    ["/t/herbst/find/", "/t/herbst/players/", "/h/{code}/", "/people/", "/people/{person}/merge/"],
)
def test_no_search_passes_on_a_zero_byte(tournament: Tournament, page: str) -> None:
    """PostgreSQL refuses it."""
    let_phones_in(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    first = tournament.entries.get(number=2).person
    address = page.format(code=tournament.phone_code, person=first.pk)
    answer = client_of(None, tournament).get(address, {"q": "Mül\0 ler"})
    assert (answer.status_code, answer.context["typed"]) == (200, "Mül ler")
