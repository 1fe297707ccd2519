"""A screen in the hall: it updates by itself, turns its pages, and cuts no word off."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.factories.browsing import assert_accessible, overflow, signed_in
from tests.factories.effort import tries
from tests.factories.hall import FORMATS
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.tournaments import make_owner
from tournament.models import Person
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import close_round, end_clock, start_clock
from tournament.stage import writes as stage
from tournament.stage.rules import Picture

pytestmark = pytest.mark.django_db(transaction=True)

LONGEST = "W" * 200
PEOPLE = tries(72, 176)  # normally on several pages, too
SIZES = tries((FORMATS[0], FORMATS[3]), FORMATS)  # normally the widest and the smallest
CUT_OFF = """() => [...document.querySelectorAll('.face, h1, h2, .total, .place, .until, .still')]
    .filter((each) => each.scrollWidth > each.clientWidth + 1)
    .map((each) => each.textContent.trim())"""


def test_screen_follows_turns_its_pages_and_outlasts_the_server(
    page: Page, problems: list[str]
) -> None:
    tournament = make_drawn_tournament(PEOPLE)
    Person.objects.filter(last_name="Özdemir").update(last_name=LONGEST)
    code = stage.let_screens_in(COMMAND_LINE, tournament).code
    page.clock.install()
    page.goto("/s/")
    assert_accessible(page)
    page.get_by_label("Code").fill(code.lower())
    page.keyboard.press("Enter")
    expect(page.locator(".picture.welcome")).to_be_visible()
    assert letters_of(page.locator(".picture.welcome h1")) == ["", True]  # a short name stays large
    stage.show_picture(COMMAND_LINE, tournament, Picture.SEATS)
    page.clock.run_for(4_000)
    expect(page.locator(".picture.seats.is-new")).to_be_visible()
    told = page.locator("[data-pages]")
    expect(told).to_have_text(re.compile(r"^A – . · 1/\d+$"))
    pages = int(told.inner_text().split("/")[1])
    page.context.set_offline(True)
    seen = set()
    for _page in range(pages):
        seen.update(page.evaluate(ON_THE_PAGE))
        page.clock.run_for(12_000)
    assert len(seen) == PEOPLE
    expect(page.get_by_text("Der Server antwortet nicht.")).to_be_visible()
    page.context.set_offline(False)
    stage.show_picture(COMMAND_LINE, tournament, Picture.CLOCK)
    page.clock.run_for(4_000)
    expect(page.locator(".picture.clock")).to_be_visible()
    expect(page.get_by_text("Der Server antwortet nicht.")).to_be_hidden()
    problems.clear()  # the browser says that it was offline


def letters_of(shown: Locator) -> list[object]:
    """Return the font size chosen to avoid cutting, and whether the text is whole."""
    return shown.evaluate("each => [each.style.fontSize, each.scrollWidth <= each.clientWidth + 1]")


# The lines of the list that are fully visible.
ON_THE_PAGE = """() => [...document.querySelectorAll('.paged li')].filter((line) => {
    const box = line.getBoundingClientRect();
    return box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
}).map((line) => line.textContent)"""


def test_places_are_opened_by_key_on_a_screen_of_the_direction(page: Page) -> None:
    tournament = make_drawn_tournament(12, rounds_planned=1)
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    code = stage.let_screens_in(COMMAND_LINE, tournament).code
    stage.show_picture(COMMAND_LINE, tournament, Picture.PODIUM)
    signed_in(page, make_owner()).goto(f"/s/{code}/")
    expect(page.locator(".steps .called")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".steps .called")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".steps .called")).to_have_count(0)


def test_nothing_is_cut_off_on_any_screen(page: Page) -> None:
    tournament = make_drawn_tournament(41, rounds_planned=1, name="Donaudampfschifffahrt" * 6)
    Person.objects.filter(last_name="Beck").update(last_name=LONGEST)
    round = start_clock(COMMAND_LINE, round_number(tournament, 1))
    end_clock(COMMAND_LINE, round, early=True)
    signed_in(page, make_owner())
    cut = {}
    for shown in Picture:
        page.goto(f"/t/herbst/beamer/pictures/{shown}/")
        for width, height in (*SIZES, (1366, 768), (360, 740)):
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(100)
            if found := [*page.evaluate(CUT_OFF), *filter(None, [overflow(page)])]:
                cut[str(shown), width, height] = found
        assert_accessible(page)
    assert cut == {}
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == (
        "rgb(7, 16, 12)"
    )
