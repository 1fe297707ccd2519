"""Every page of the example tournament: accessible, no wider than the window, main act in sight.

`make gallery` visits all of them in both languages, light and dark, and keeps screenshots.
"""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client, RequestFactory
from django.urls import Resolver404, resolve
from playwright.sync_api import Page, Route, expect

from tests.factories.addresses import Scene
from tests.factories.allowed import PAGES, PUBLIC
from tests.factories.browsing import (
    accessibility_faults,
    in_language,
    keep_axe,
    overflow,
    signed_in,
    without_complaints_about,
)
from tests.factories.effort import THOROUGH, chiefly, tries
from tests.factories.hall import FORMATS
from tests.factories.other_scenes import other_pages
from tests.factories.scenes import addresses_of, is_page, pages_of, whole_example
from tests.factories.tournaments import make_owner
from tournament.labels.faults import FAULTS
from tournament.models import Tournament, User
from tournament.stage.rules import Picture
from tournament.views.middleware import fault_page

LAPTOP, TABLET, PHONE = 1366, 768, 360
HEIGHTS = {LAPTOP: 768, TABLET: 1024, PHONE: 740}
MAIN_ACT_BELOW = """() => {
    const isSeen = (each) => each.checkVisibility() && !each.closest("dialog, [hidden]");
    const act = [...document.querySelectorAll("main .primary")].find(isSeen);
    return act ? Math.ceil(act.getBoundingClientRect().bottom - innerHeight) : 0;
}"""
"""By how many pixels the first main button is below the window."""
HIGHEST_HEAD = 56
HEADS = """[...document.querySelectorAll(".bar, .page-head")]
    .map((each) => Math.round(each.getBoundingClientRect().height))"""
OPENED = f"""() => [
    document.documentElement.lang, document.querySelector(".own-frame:empty") !== null, {HEADS},
]"""
"""Language, whether a part is still to come, and the heights of the heads: asked at once."""
PARTS = 2  # so that several processes share the pages


@pytest.fixture
def scene(transactional_db) -> Scene:
    return whole_example()


@pytest.fixture
def owner(scene: Scene) -> User:
    return User.objects.get(username="leitung")


def places(scene: Scene, owner: User, part: int) -> Iterator[str]:
    """Return one part of the addresses at which the owner finds a page.

    Normally without those that anybody finds: they are looked at without an account.
    """
    client = Client()
    client.force_login(owner)
    addresses = [each for each in addresses_of(scene) if THOROUGH or not is_public(each)]
    for address in addresses[part::PARTS]:
        answer = client.get(address)
        if answer.status_code == 200 and is_page(answer):
            yield address


def is_public(address: str) -> bool:
    """Return whether everybody finds the same at an address: a screen tells the direction more."""
    with suppress(Resolver404):
        name = resolve(address.partition("?")[0]).url_name
        return name != "screen" and PAGES[name].openers == PUBLIC
    return False


@dataclass(frozen=True)
class Look:
    """How pages are viewed: language, light or dark, widths of the windows."""

    language: str
    scheme: str
    widths: tuple[int, ...]

    def windows(self) -> Iterator[tuple[int, int]]:
        return ((width, HEIGHTS[width]) for width in self.widths)


# Normally what most people see; the rest by `make slow` and `make gallery`.
LOOKS = [
    Look("de", "light", tries((LAPTOP, PHONE), (LAPTOP, TABLET, PHONE))),
    *(
        pytest.param(Look(language, scheme, (LAPTOP, TABLET, PHONE)), marks=pytest.mark.slow)
        for language, scheme in (("de", "dark"), ("en", "light"), ("en", "dark"))
    ),
]


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.language} {look.scheme}")
def test_pages_are_accessible_and_fit_with_main_act_in_sight(
    page: Page, scene: Scene, owner: User, look: Look, part: int
):
    """Nothing is wider than the window, axe finds nothing, the main button is visible at once.

    With eight rounds and a tournament's name of 45 letters the heads are one line on a laptop. The
    journeys ask axe there as well.
    """
    play_eight_rounds(scene.tournament)
    addresses = list(places(scene, owner, part))
    assert len(addresses) > 5
    page.emulate_media(color_scheme=look.scheme)
    signed_in(page, owner, language=look.language)
    assert faults_at(page, look, addresses, str(part)) == {}


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.language} {look.scheme}")
def test_pages_without_an_account_are_accessible_and_fit(
    page: Page, scene: Scene, look: Look, problems: list[str]
):
    """Phones, screens, the door; and the pages for addresses that do not exist."""
    addresses = [address for address, _answer in pages_of(Client(), scene)]
    assert len(addresses) > 9
    addresses.append(scene.address("phone") + "?q=5")  # known from then on: the seat itself
    page.emulate_media(color_scheme=look.scheme)
    in_language(page, look.language)
    assert faults_at(page, look, addresses, "without-account-") == {}
    # The browser logs pages that answer "not found" or "too large".
    assert [each for each in problems if not re.search("status of (404|405|410|413) ", each)] == []
    problems.clear()


@pytest.mark.slow
@pytest.mark.parametrize("look", LOOKS, ids=lambda look: f"{look.language} {look.scheme}")
def test_pages_of_other_moments_are_accessible_and_fit(page: Page, look: Look, problems: list[str]):
    """What the example cannot show: before and after a round, empty lists, answers to forms.

    Made before anything is shown, as each moment is undone; the server knows none of them.
    """
    client = Client()
    client.force_login(make_owner("leitung"))
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = look.language
    shown = [(name, answer.content) for name, answer in other_pages(client)]
    assert len(shown) > 50
    page.emulate_media(color_scheme=look.scheme)
    in_language(page, look.language)
    faults = {}
    keep_axe(page)
    for number, (name, body) in enumerate(shown):
        page.route("**/moment/", partial(show, body))
        page.goto("/moment/")
        page.unroute("**/moment/")
        faults |= faults_in_windows(page, look, name, f"moment-{number:03}")
    page.goto("about:blank")
    problems.clear()  # what these pages ask the server for is not there
    assert faults == {}


def show(body: bytes, route: Route) -> None:
    route.fulfill(body=body, content_type="text/html")


def play_eight_rounds(tournament: Tournament) -> None:
    """Add rounds as the third one, without tables; the rounds before are as they were."""
    Tournament.objects.filter(pk=tournament.pk).update(
        name="Norddeutsche Einzelmeisterschaft des Nordwest", rounds_planned=8
    )
    third = tournament.rounds.get(number=3)
    for number in range(4, 9):
        third.pk, third.number, third.started_at = None, number, None
        third.save()


def faults_at(page: Page, look: Look, addresses: list[str], name: str) -> dict:
    """Return the faults at each address in each window; pictures are kept under this name."""
    faults = {}
    keep_axe(page)
    for number, address in enumerate(addresses):
        page.goto(address)
        is_wide = page.viewport_size["width"] == LAPTOP
        language, waits, heads = page.evaluate(OPENED)
        assert language == look.language
        if waits:
            expect(page.locator(".own-frame:empty")).to_have_count(0)
        faults |= faults_in_windows(page, look, address, f"{name}{number:03}")
        heads = heads if is_wide else page.evaluate(HEADS)
        if max(heads, default=0) > HIGHEST_HEAD:
            faults[address, "heads"] = heads
    return faults


def faults_in_windows(page: Page, look: Look, address: str, name: str) -> dict:
    """Return the faults of the page that is open, which is known by this address.

    The page before was left in the window in which this one is looked at first.
    """
    faults = {}
    windows = [*look.windows()]
    if (page.viewport_size["width"], page.viewport_size["height"]) == windows[-1]:
        windows.reverse()
    for width, height in windows:
        page.set_viewport_size({"width": width, "height": height})
        if found := [*faults_of(page, width), *unseen(page, width)]:
            faults[address, width] = found
        keep_picture(page, look, f"{name}-{name_of(address)}", width)
    return faults


# Those that only here have rows; test_screens.py looks at all of them with longer names.
@pytest.mark.parametrize("picture", chiefly(Picture.STANDINGS, Picture.CUT, of=Picture))
def test_every_picture_of_a_screen_fits(page: Page, scene: Scene, owner: User, picture: str):
    page.emulate_media(reduced_motion="reduce")  # a draw at its end
    page.goto("/")
    signed_in(page, owner)
    answer = page.goto(scene.address("beamer-picture", picture=str(picture)))
    assert answer.status == 200
    too_wide = {}
    for width, height in FORMATS:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("document.querySelector('.controls').hidden = false")
        too_wide[width, height] = overflow(page)
        # As nobody moves the mouse.
        page.evaluate("document.querySelector('.controls').hidden = true")
        keep_picture(page, LOOKS[0], f"screen-{picture}-{height}", width)
    assert too_wide == dict.fromkeys(FORMATS, 0)
    page.evaluate("document.querySelector('.controls').hidden = false")
    assert accessibility_faults(page) == []


def test_every_fault_page_is_accessible_and_fits(page: Page, live_server, problems: list[str]):
    """They differ in their words, and in whether pages can be read: axe is asked once for each."""
    found = {}
    firsts = {words.can_read: problem for problem, words in reversed(FAULTS.items())}
    keep_axe(page)
    for problem in FAULTS:
        page.route("**/fault/", partial(show_fault, problem))
        page.goto("/fault/")
        page.unroute("**/fault/")
        for width in (LAPTOP, PHONE):
            page.set_viewport_size({"width": width, "height": HEIGHTS[width]})
            is_told = THOROUGH or problem in firsts.values()
            faults = faults_of(page, width) if is_told else overflowing(page)
            if faults := [*faults, *unseen(page, width)]:
                found[problem, width] = faults
            keep_picture(page, LOOKS[0], f"fault-{problem}", width)
    without_complaints_about(503, problems)
    assert found == {}


def show_fault(problem: str, route: Route) -> None:
    """Load an error page, as shown to the sender of a form."""
    typed = {"name": "Herbst & Winter", "slug": "herbst"}
    answer = fault_page(RequestFactory().post("/fault/", typed), problem)
    body = answer.content.decode()
    route.fulfill(status=answer.status_code, body=body, content_type=answer["Content-Type"])


def faults_of(page: Page, width: int) -> list[str]:
    """Return what axe finds, always asked on a phone, and whether anything is too wide."""
    found = accessibility_faults(page) if tries(width == PHONE, True) else []
    return [*found, *overflowing(page)]


def overflowing(page: Page) -> list[str]:
    """Return by how much the page is too wide."""
    too_wide = overflow(page)
    return [f"{too_wide} pixels too wide"] if too_wide else []


def unseen(page: Page, width: int) -> list[str]:
    """Return the main button if a laptop has to scroll to it."""
    if width != LAPTOP:
        return []
    below = page.evaluate(MAIN_ACT_BELOW)
    return [f"main act {below} pixels too low"] if below > 0 else []


def keep_picture(page: Page, look: Look, name: str, width: int) -> None:
    """Keep a screenshot of the visible part, where `make gallery` wants it."""
    if directory := os.environ.get("KREUZDAME_GALLERY"):
        path = Path(directory) / f"{look.language}-{look.scheme}-{width}" / f"{name}.png"
        page.screenshot(path=path)


def name_of(address: str) -> str:
    """Return an address as a file name."""
    return re.sub(r"\W+", "-", address).strip("-") or "home"
