"""The first page: the tournaments one may open, sixty at a time."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.factories.databases import empty
from tests.factories.pages import signed_in, text_of
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.tournaments import make_entries, make_tournament
from tournament.models import Entry, Role, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import start_clock

pytestmark = pytest.mark.django_db


def shown(client: Client, query: str = "") -> list[str]:
    """Return the slugs of the tournaments on the page."""
    return [each.slug for each in client.get(f"/{query}").context["tournaments"]]


def many(count: int) -> None:
    """Create so many tournaments of some years ago, the first one the oldest."""
    today = timezone.localdate()
    for number in range(count):
        day = today.replace(year=1900 + number)
        Tournament.objects.create(slug=f"t-{number}", name=f"Abend {number}", date=day)


@pytest.mark.parametrize("count", [1, 3])
def test_constant_number_of_queries(
    django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    empty()
    client = signed_in()
    many(count)
    client.get("/")
    with django_assert_num_queries(6):
        assert len(shown(client)) == count


def test_sixty_at_a_time_latest_first_and_a_few_letters_find_one() -> None:
    empty()
    client = signed_in()
    many(61)
    Tournament.objects.filter(slug="t-7").update(place="Köln")
    assert shown(client) == [f"t-{number}" for number in range(60, 0, -1)]
    assert shown(client, "?page=2") == ["t-0"]
    assert [shown(client, query) for query in ("?q=köln", "?q=ABEND+12")] == [["t-7"], ["t-12"]]
    assert shown(client, "?q=k%C3%B6%00ln") == ["t-7"]
    nothing = client.get("/?q=Ulm").content.decode()
    assert nothing.count('<div class="empty">') == 1
    assert f'href="{reverse("tournament-new")}"' in nothing


def test_few_tournaments_need_no_search() -> None:
    client = signed_in()
    assert "Name oder Ort" not in text_of(client.get("/"))
    many(61)
    assert "Name oder Ort" in text_of(client.get("/"))


def test_only_own_tournaments_with_numbers_playing_and_gone() -> None:
    mine, other = make_tournament("meins"), make_tournament("anderes")
    make_entries(other, 5)
    gone, *_rest = make_entries(mine, 3)
    Entry.objects.filter(pk=gone.pk).update(status=Entry.Status.WITHDRAWN)
    client = signed_in(mine, Role.TYPIST)
    (found,) = client.get("/").context["tournaments"]
    assert (found.slug, found.players, found.gone) == ("meins", 2, 1)
    assert shown(client, "?q=anderes") == []


def being_played(slug: str) -> Tournament:
    """Create a tournament whose first round is played."""
    tournament = make_drawn_tournament(8, published=1, slug=slug)
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    Tournament.objects.filter(pk=tournament.pk).update(status=Tournament.Status.RUNNING)
    return tournament


def test_the_tournament_being_played_comes_first_with_its_hall() -> None:
    empty()
    being_played("heute")
    Tournament.objects.create(slug="bald", name="Bald")
    Tournament.objects.create(slug="alt", name="Alt", status=Tournament.Status.FINISHED)
    client = signed_in()
    page = client.get("/")
    now, others = page.context["now"], ("prepared", "finished")
    assert now["tournament"].slug == "heute"
    assert [[each.slug for each in page.context[name]] for name in others] == [["bald"], ["alt"]]
    tables = page.content.decode().count("data-table=")
    assert tables == 2
    polled = client.get("/?part=now").content.decode()
    assert ("<html" in polled, polled.count("data-table=")) == (False, 2)
    assert client.get("/?q=heute").context["now"] is None


def test_an_example_comes_first_only_if_nothing_else_is_played() -> None:
    empty()
    example = being_played("beispiel")
    Tournament.objects.filter(pk=example.pk).update(is_example=True, date=timezone.localdate())
    client = signed_in()
    assert client.get("/").context["now"]["tournament"].slug == "beispiel"
    being_played("echt")
    assert client.get("/").context["now"]["tournament"].slug == "echt"


def test_more_tournaments_being_played_need_no_more_queries() -> None:
    empty()
    client = signed_in()
    counted = []
    for slug in ("eins", "zwei", "drei"):
        being_played(slug)
        client.get("/")
        with CaptureQueriesContext(connection) as queries:
            client.get("/")
        counted.append(len(queries))
    assert counted[0] == counted[1] == counted[2]


def test_sign_in_leads_phones_and_screens_on() -> None:
    page = Client().get(reverse("sign-in")).content.decode()
    doors = re.findall(r'href="([^"]+)"', page.partition('class="doors"')[2])
    assert doors == [reverse("phone-door"), reverse("screen-door")]
    assert page.count('class="queen"') == 1
