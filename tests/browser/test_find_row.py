"""Finding somebody in a long list by keyboard, and how much of the list is visible at once."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, signed_in
from tests.factories.scenes import plain_example
from tests.factories.tournaments import make_owner
from tournament.models import Tournament

IN_SIGHT = """[...document.querySelectorAll("tbody tr")].filter(
  (row) => row.getBoundingClientRect().height && row.getBoundingClientRect().bottom <= innerHeight
).length"""


@pytest.fixture
def example(transactional_db) -> Tournament:
    return plain_example()


def test_slash_finds_a_player_and_enter_opens_the_page(page: Page, example):
    signed_in(page, make_owner()).goto(f"/t/{example.slug}/standings/")
    rows = page.locator(".standings tbody tr").filter(visible=True)
    page.keyboard.press("/")
    page.keyboard.type("söhn")
    expect(rows).to_have_count(2)
    page.keyboard.press("Control+A")
    page.keyboard.type("jaeger soehnke")
    expect(rows).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_have_text("Söhnke Jäger")
    assert_accessible(page)
    page.locator(".player-now a", has_text="von 72").click()
    expect(page).to_have_url(re.compile("#player-"))


def test_twelve_rows_are_in_first_sight_on_a_laptop(page: Page, example):
    signed_in(page, make_owner())
    seen = {}
    for place in ("standings/", "players/", "rounds/2/result/"):
        page.goto(f"/t/{example.slug}/{place}")
        seen[place] = page.evaluate(IN_SIGHT) >= 12
    assert seen == {"standings/": True, "players/": True, "rounds/2/result/": True}
