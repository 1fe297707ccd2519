"""The head of every page: one line from the base, and names that link to their players."""

import re
from pathlib import Path

import pytest
from django.test import Client

from tests.factories.rounds import make_drawn_tournament
from tests.factories.tournaments import make_owner, make_tournament
from tournament.models import Tournament
from tournament.templatetags.players import player_link

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
OWN_HEADS = {"base.html", "error.html"}
OTHER_SHAPES = {"pdf", "phones", "stage", "admin"}
"""Paper, players' phones, the hall's screens and the administration have their own heads."""


def test_only_the_base_writes_the_heading_of_a_page() -> None:
    written = {
        str(path.relative_to(TEMPLATES))
        for path in TEMPLATES.rglob("*.html")
        if "<h1" in path.read_text(encoding="utf-8")
    }
    assert {name for name in written if name.split("/")[0] not in OTHER_SHAPES} == OWN_HEADS


def test_pages_of_the_base_all_fill_its_heading() -> None:
    texts = {
        str(path.relative_to(TEMPLATES)): path.read_text(encoding="utf-8")
        for path in TEMPLATES.rglob("*.html")
    }

    def fills(name: str) -> bool:
        parent = re.search(r'\{% extends "([^"]+)"', texts[name])
        return "{% block heading %}" in texts[name] or bool(parent and fills(parent[1]))

    # Only templates nobody extends are pages. The base itself has the block, empty.
    texts["base.html"] = ""
    extended = {each for text in texts.values() for each in re.findall(r'extends "([^"]+)"', text)}
    pages = [
        name
        for name, text in texts.items()
        if name not in extended and "{% extends" in text and name.split("/")[0] not in OTHER_SHAPES
    ]
    lists = {"direction/result_rows.html"}  # of a table
    assert [name for name in pages if not fills(name) and name not in lists] == []


def test_names_are_escaped_where_they_lead_to_their_players() -> None:
    link = player_link(Tournament(slug="herbst"), 7, "<script>, Eva")
    assert link == '<a href="/t/herbst/players/7/">&lt;script&gt;, Eva</a>'


@pytest.mark.django_db
def test_title_of_a_page_is_its_heading_without_links() -> None:
    tournament = make_drawn_tournament(players=8)
    entry = tournament.entries.order_by("number")[0]
    client = Client()
    client.force_login(make_owner("leitung"))
    page = client.get(f"/t/{tournament.slug}/players/{entry.pk}/status/").content.decode()
    title = f"<title>Teilnahme: {entry.person.name} · {tournament.name}</title>"
    assert re.findall("<title>.*</title>", page) == [title]


@pytest.mark.django_db
def test_names_on_the_page_of_a_round_link_to_their_players() -> None:
    tournament = make_drawn_tournament(players=8)
    client = Client()
    client.force_login(make_owner("leitung"))
    page = client.get(f"/t/{tournament.slug}/rounds/1/").content.decode()
    main = page.split("<main")[1]
    linked = map(int, re.findall(r'<span><a href="/t/[^/]+/players/(\d+)/">', main))
    assert sorted(linked) == sorted(tournament.entries.values_list("pk", flat=True))


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("place", "begins"),
    [
        ("calls", "/calls/new/"),
        ("prizes", "/prizes/edit/"),
        ("draw", "/players/"),
        ("hall", "/players/"),
        ("plan", "/draw/"),
        ("standings", "/"),
    ],
)
def test_an_empty_page_says_how_to_begin(place: str, begins: str) -> None:
    tournament = make_tournament()
    client = Client()
    client.force_login(make_owner("leitung"))
    page = client.get(f"/t/{tournament.slug}/{place}/").content.decode()
    found = re.findall(r'<div class="empty">.*?</div>', page, re.DOTALL)
    assert [re.findall('href="([^"]+)"', each) for each in found] == [
        [f"/t/{tournament.slug}{begins}"]
    ]
