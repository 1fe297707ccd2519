"""Lists of more than 200 rows come in pages, sorted as a whole."""

import re

import pytest
from django.test import Client

from tests.factories.pages import signed_in
from tests.factories.tournaments import make_entries, make_tournament
from tournament.models import Tournament

pytestmark = pytest.mark.django_db

PLAYERS = "/t/herbst/players/"


@pytest.fixture
def owner() -> Client:
    return signed_in()


def numbers(owner: Client, query: str = "") -> list[int]:
    page = owner.get(f"{PLAYERS}?sort=number{query}").content.decode()
    return [int(number) for number in re.findall(r'<td class="number">(\d+)</td>', page)]


def links(owner: Client, query: str = "") -> list[str]:
    page = owner.get(f"{PLAYERS}?sort=number{query}").content.decode()
    shown = page.partition('aria-label="Seiten"')[2].partition("</nav>")[0]
    return re.findall(r'href="([^"]+)"', shown)


def test_two_hundred_rows_are_one_page(owner: Client) -> None:
    make_entries(make_tournament(), 200)
    assert numbers(owner) == list(range(1, 201))
    assert links(owner) == []


def test_more_rows_come_in_pages_that_keep_the_order(owner: Client) -> None:
    tournament: Tournament = make_tournament()
    make_entries(tournament, 201)
    assert numbers(owner) == list(range(1, 201))
    assert links(owner) == ["?sort=number&amp;page=2"]
    assert numbers(owner, "&page=2") == [201]
    assert links(owner, "&page=2") == ["?sort=number&amp;page=1"]
    assert numbers(owner, "&page=nine") == list(range(1, 201))
    assert numbers(owner, "&page=9") == [201]
