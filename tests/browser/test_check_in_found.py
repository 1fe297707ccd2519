"""The desk shows matches while typing; Enter never depends on them."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.factories.registration import all_answered, checked_in, desk, told_of
from tests.factories.tournaments import make_entries, make_tournament, make_user
from tournament.models import Role, User

LIST = "#found"


@pytest.fixture
def typist(transactional_db) -> User:
    tournament = make_tournament()
    make_entries(tournament, 18)
    return make_user(Role.TYPIST, tournament, "helga")


def test_people_are_shown_marked_by_arrows_and_pressed(page: Page, typist: User) -> None:
    desk(page, typist)
    expect(page.locator("#typed")).to_have_attribute("role", "combobox")
    expect(page.locator("#typed")).to_have_attribute("aria-autocomplete", "list")
    page.keyboard.type("arn")
    options = page.locator(f"{LIST} [role=option]")
    expect(options).to_have_text(["1 · Arnold, Änne", "10 · Arnold, Bernd"])
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(options.nth(1)).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page.locator("#check-in-log strong")).to_have_text("10 · Arnold, Bernd")
    expect(page.locator(LIST)).to_be_hidden()
    page.keyboard.type("arn")
    expect(options).to_have_text(["1 · Arnold, Änne", "10 · Arnold, Bernd · da"])
    page.wait_for_timeout(400)  # a list that came just now is not pressed
    options.first.click()
    all_answered(page)
    assert told_of() == [10, 1]
    expect(page.locator("#typed")).to_be_focused()
    page.keyboard.type("arn")
    page.keyboard.press("Escape")
    expect(page.locator(LIST)).to_be_hidden()


def test_enter_before_matches_arrive_uses_typed_text(page: Page, typist: User) -> None:
    """An arrow key selects nothing from matches for other letters, however late an answer comes."""

    def late(route: Route) -> None:
        if route.request.url.endswith("typed=con"):
            page.wait_for_timeout(300)
        route.continue_()

    page.route("**/players/found/**", late)
    desk(page, typist)
    page.keyboard.type("arn")
    expect(page.locator(f"{LIST} [role=option]")).to_have_count(2)
    for _letter in "arn":
        page.keyboard.press("Backspace")
    page.keyboard.type("con", delay=1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#check-in-unclear [data-people] button")).to_have_count(2)
    assert checked_in() == set()
