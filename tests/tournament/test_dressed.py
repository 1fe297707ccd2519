"""Every page is dressed: what stands on it is known to the styles and scripts it loads.

Looked at are all pages of the example tournament, as the owner and as somebody without an account.
"""

from collections import defaultdict
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.test import Client

from tests.factories.dress import Dress, sheet
from tests.factories.scenes import example_scene, pages_of
from tests.factories.tournaments import make_owner

pytestmark = pytest.mark.django_db

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
WITHOUT_REQUEST = (
    "400.html",
    "403.html",
    "403_csrf.html",
    "405.html",
    "413.html",
    "500.html",
    "fault.html",
)
ANYBODY = {
    *("sign-in", "sign-in-link", "screen-door", "screen", "phone", "phone-seats"),
    *("phone-player", "phone-standings"),
}


@pytest.fixture(scope="module")
def pages(made_once: None) -> dict[str, Dress]:
    """Every page by its reader and address."""
    owner = make_owner("leitung")
    scene = example_scene(owner)
    scene.tournament.refresh_from_db()
    signed_in, stranger = Client(), Client()
    signed_in.force_login(owner)
    found = {name: Dress(render_to_string(name)) for name in WITHOUT_REQUEST}
    for reader, client in (("owner", signed_in), ("anybody", stranger)):
        for address, answer in pages_of(client, scene):
            found[f"{reader} {address}"] = Dress(answer.content.decode())
    addresses = {f"anybody {scene.address(name)}" for name in ANYBODY}
    assert addresses <= {*found}
    return found


def test_every_variable_is_defined_on_every_page(pages: dict[str, Dress]):
    lacking = defaultdict(set)
    for page, dress in pages.items():
        loaded = [sheet(name) for name in dress.styles]
        assert loaded, page
        used = set().union(*(each.used for each in loaded))
        for variable in used - set().union(*(each.defined for each in loaded)):
            lacking[variable].add(page)
    assert lacking == {}


def test_every_colour_has_another_one_in_the_dark():
    tokens = sheet("tokens")
    assert tokens.colours - tokens.in_the_dark == set()
    assert len(tokens.colours) > 10


def test_every_head_comes_from_the_same_list():
    heads = [
        path.read_text(encoding="utf-8").split("</head>")[0]
        for path in TEMPLATES.rglob("*.html")
        if "<html" in path.read_text(encoding="utf-8") and "pdf" not in path.parts
    ]
    assert len(heads) == 5
    assert [("{% head " in head, "{% styles" in head, "<link" in head) for head in heads] == [
        (True, False, False)
    ] * len(heads)
