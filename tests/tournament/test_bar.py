"""The bar of a tournament's pages: each page belongs to one of the five places."""

import re
from types import SimpleNamespace

import pytest
from django.urls import reverse

from tests.factories.addresses import parameters, patterns
from tests.factories.tournaments import make_tournament, make_user
from tournament.models import Role, Tournament
from tournament.permissions import COMMAND_LINE, Actor
from tournament.shared.rules.version import VERSION
from tournament.templatetags.bar import tournament_bar

WITH_A_BAR = sorted(name for name in patterns() if "slug" in parameters(name))


def tabs(actor: Actor, tournament: Tournament, page: str) -> list:
    """Return the places of the bar on a page, by the name of its address."""
    request = SimpleNamespace(
        actor=actor, user=actor.user, resolver_match=SimpleNamespace(url_name=page)
    )
    return tournament_bar({"request": request}, tournament)["tabs"]


@pytest.mark.parametrize("name", WITH_A_BAR)
def test_every_page_lies_in_one_place(db, name: str):
    marked = [place.key for place in tabs(COMMAND_LINE, make_tournament(), name) if place.here]
    assert len(marked) == 1


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("totals-lane", "r"),
        ("seats-swap", "r"),
        ("seats-by-hand", "r"),
        ("plan", "r"),
        ("verification-decision", "r"),
        ("sheet", "r"),
        ("paper-of-round", "d"),
        ("round-result", "e"),
    ],
)
def test_page_lies_where_one_looks_for_it(db, name: str, key: str):
    (marked,) = [place for place in tabs(COMMAND_LINE, make_tournament(), name) if place.here]
    assert marked.key == key


def test_menu_says_which_version_this_is(client, db):
    client.force_login(make_user())
    page = client.get(reverse("home")).content.decode()
    assert re.findall(r'<li class="version">(.*)</li>', page) == [f"Kreuzdame {VERSION}"]


def test_before_the_first_draw_only_its_role_is_led_to_the_draw(db):
    tournament = make_tournament()
    typist = Actor(make_user(Role.TYPIST, tournament))
    keys = [place.key for place in tabs(typist, tournament, "overview")]
    assert keys == ["u", "t", "e", "d"]
    drawing = next(
        place for place in tabs(COMMAND_LINE, tournament, "overview") if place.key == "r"
    )
    assert drawing.url.endswith("/draw/")
