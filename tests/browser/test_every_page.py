"""Every page of the example tournament: accessible, and no wider than the window."""

from collections.abc import Iterator
from itertools import product

import pytest
from django.http import HttpResponse
from django.test import Client
from playwright.sync_api import Page

from tests.factories.addresses import Scene, patterns
from tests.factories.browsing import accessibility_faults, overflow, signed_in
from tests.factories.effort import tries
from tests.factories.money import make_money
from tests.factories.tournaments import make_owner, make_user
from tournament.imports.example import import_example
from tournament.models import (
    PlayerImport,
    PrizeAward,
    Rehearsal,
    Role,
    Series,
    Stage,
    Tournament,
    User,
)
from tournament.permissions import COMMAND_LINE
from tournament.selectors.rehearsals import events
from tournament.services.protests import lodge_protest

LAPTOP, PHONE = (1366, 768), (360, 740)
LANGUAGES = tries(["de"], ["de", "en"])
PARTS = 2  # so that several processes share the pages


@pytest.fixture
def owner(transactional_db) -> User:
    return make_owner("leitung")


@pytest.fixture
def scene(owner: User) -> Scene:
    """The example, with somebody in a role and a list waiting to be imported."""
    tournament = import_example(COMMAND_LINE)
    make_user(Role.TYPIST, tournament, "helga")
    Tournament.objects.filter(pk=tournament.pk).update(
        is_rehearsal=True, phones_let_in=True, phone_code="j88h52zmf", standings_released=2
    )
    happened = ["no_show-0-0", *(event.key for event in events(tournament))]
    Rehearsal.objects.create(tournament=tournament, happened=happened)
    tournament.group_rankings.create(kind="club", best=2)
    tournament.entries.filter(number__lte=4).update(team="Die Vier")
    PlayerImport.objects.create(tournament=tournament, user=owner, file_name="liste.csv")
    make_money(tournament)
    entry = tournament.entries.get(number=1)
    PrizeAward.objects.create(tournament=tournament, entry=entry, kind="place", place=1)
    series = Series.objects.create(slug="kneipe", name="Kneipenabende", dropped=1)
    series.evenings.create(tournament=tournament)
    Stage.objects.create(tournament=tournament, code="KREUZ")
    round = tournament.rounds.get(number=2)
    contested = round.tables.get(number=4).calls.get()
    lodge_protest(COMMAND_LINE, contested.table, 2, "Die Karte war gespielt", contested)
    return Scene(tournament, round, round.tables.get(number=4))


def places(scene: Scene, owner: User, part: int) -> Iterator[str]:
    """The addresses at which the owner finds a page: one part of them."""
    client = Client()
    client.force_login(owner)
    names = [
        name for name in patterns() if name != "admin/login/" and not name.startswith("print-")
    ]
    for name in names[part::PARTS]:
        address = scene.address(name)
        if is_page(client.get(address)):
            yield address
    if part == 0:
        yield from places_in_play(scene)


def places_in_play(scene: Scene) -> Iterator[str]:
    """The same pages in the round that is being played, with and without a result."""
    for table in (1, 14):
        yield scene.address("sheet", number=3, table=table)
    yield scene.address("sheet-take-back", number=3, table=1)
    yield scene.address("call-new") + "?round=2&table=4"
    yield scene.address("protest-new") + "?round=2&table=4"
    yield scene.address("sheet-ruling", number=3, table=14)
    for kind in ("rows", "totals"):
        yield scene.address("sheet", number=3, table=14) + f"?kind={kind}"


def is_page(answer: HttpResponse) -> bool:
    """Whether an answer is a whole page, not a file, a part of a page, or a refusal."""
    return (
        answer.status_code == 200
        and answer["Content-Type"].startswith("text/html")
        and answer.content.lstrip().startswith(b"<!doctype html>")
    )


@pytest.mark.parametrize("part", range(PARTS))
def test_every_page_is_accessible_and_fits_laptop_and_phone(
    page: Page, scene: Scene, owner: User, part: int
):
    """German ones are measured, for a phone asked; `make slow` asks all of them in each language.

    On a laptop the journeys ask, and the English pages are built the same way.
    """
    addresses = list(places(scene, owner, part))
    assert len(addresses) > 5
    faults = {}
    for language, address in product(LANGUAGES, addresses):
        if address == addresses[0]:
            signed_in(page, owner, language=language)
        page.goto(address)
        assert page.locator("html").get_attribute("lang") == language
        for width, height in (LAPTOP, PHONE):
            page.set_viewport_size({"width": width, "height": height})
            is_asked = tries((language, width) == ("de", PHONE[0]), True)
            found = accessibility_faults(page) if is_asked else []
            if too_wide := overflow(page):
                found.append(f"{too_wide} pixels too wide")
            if found:
                faults[address, language, width] = found
    assert faults == {}
