"""The keys of the pages: only working keys are listed, and typing replaces the search text."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, signed_in
from tests.factories.desk import address_of
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_entries, make_owner, make_tournament
from tournament.models import Entry, Tournament, User


@pytest.fixture
def tournament(transactional_db) -> Tournament:
    return make_tournament()


@pytest.fixture
def owner(transactional_db) -> User:
    return make_owner()


def promised(page: Page) -> list[str]:
    """Return the keys listed in the open dialogue."""
    lines = page.locator("#keys dt").filter(visible=True)
    return [" ".join(text.split()) for text in lines.all_inner_texts()]


PLACES = ["g u", "g t", "g r", "g e", "g d", "g m", "?"]


def test_search_is_promised_where_there_is_a_search(page: Page, tournament, owner):
    make_entries(tournament, 8)
    signed_in(page, owner).goto("/t/herbst/")
    page.keyboard.press("?")
    assert promised(page) == ["Strg K", *PLACES]
    page.keyboard.press("Escape")
    page.goto("/t/herbst/players/")
    page.keyboard.press("?")
    assert promised(page) == ["Enter", "↓ ↑", "Strg Z", "0–9", "Strg K", "/", *PLACES]
    page.keyboard.press("Escape")
    page.locator("main").focus()
    for key in ("Control+/", "Meta+/", "Alt+/"):
        page.keyboard.press(key)
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("/")
    expect(page.locator("#typed")).to_be_focused()
    page.keyboard.press("/")
    assert page.locator("#typed").input_value() == ""
    page.goto("/")
    page.keyboard.press("?")
    assert promised(page) == ["?"]


def test_elsewhere_control_k_leads_to_the_search_field(page: Page, tournament, owner):
    signed_in(page, owner).goto("/people/")
    page.locator("main").focus()
    page.keyboard.press("Control+k")
    expect(page.locator("#q")).to_be_focused()


def test_letters_and_arrows_lead_to_any_player(page: Page, tournament, owner):
    make_entries(tournament, 8)
    signed_in(page, owner).goto("/t/herbst/settings/")
    name = tournament.entries.get(number=3).person.name
    page.keyboard.press("Control+k")
    page.keyboard.type(name)
    found = page.locator("#find").get_by_role("link")
    expect(found).to_have_text([f"3 {name} Teilnehmer"])
    assert_accessible(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/players/{tournament.entries.get(number=3).pk}/")


def test_magnifier_opens_what_ctrl_k_opens(page: Page, tournament, owner):
    signed_in(page, owner).goto("/t/herbst/settings/")
    page.locator(".bar-find").click()
    expect(page.locator("#find-what")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#find")).to_be_hidden()
    expect(page.locator(".bar-find")).to_have_text("Strg K")
    page.add_init_script("Object.defineProperty(navigator, 'platform', {value: 'MacIntel'})")
    page.reload()
    expect(page.locator(".bar-find")).to_have_text("⌘ K")


def test_menu_of_the_tournament_is_reached_by_keys(page: Page, tournament, owner):
    signed_in(page, owner).goto("/t/herbst/")
    page.keyboard.press("g")
    page.keyboard.press("m")
    expect(page.locator(".places .menu a").first).to_be_focused()
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(page.locator(".places summary")).to_be_focused()
    page.keyboard.press("g")
    page.keyboard.press("m")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/herbst/beamer/")
    expect(page.locator(".places summary")).to_have_attribute("aria-current", "true")


def test_desk_shows_its_keys_from_inside_a_field(page: Page, tournament, owner):
    table = make_round(tournament).tables.get(number=1)
    signed_in(page, owner).goto(address_of(table))
    expect(page.locator("#l1")).to_be_focused()
    page.keyboard.press("?")
    assert promised(page)[0] == "Enter ↓ ↑"
    expect(page.locator("#keys")).to_contain_text("F9")
    assert_accessible(page)
    page.keyboard.press("Escape")
    expect(page.locator("#l1")).to_be_focused()
    assert page.locator("#l1").input_value() == ""
    page.goto(address_of(table) + "?kind=totals")
    page.locator("[data-shows-keys]").click()
    assert promised(page) == ["Enter", "Strg Enter", "Strg K", *PLACES]


def test_name_typed_after_a_miss_replaces_it(page: Page, tournament, owner):
    entry = make_entries(tournament, 8)[2]
    signed_in(page, owner).goto("/t/herbst/players/")
    page.keyboard.type("zzz")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Auf „zzz“ passt niemand.")).to_be_visible()
    page.keyboard.type(entry.person.last_name[:4])
    page.keyboard.press("Enter")
    expect(page.locator("#check-in-log")).to_contain_text(entry.person.list_name)
    assert Entry.objects.get(pk=entry.pk).checked_in
