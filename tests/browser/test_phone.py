"""A window of 360 pixels: the essentials are visible, and no word is too long."""

from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.factories.browsing import assert_accessible, signed_in
from tests.factories.effort import chiefly
from tests.factories.scenes import plain_example
from tests.factories.sheets import make_table
from tests.factories.tournaments import make_owner, make_tournament, make_user
from tournament.models import User

WIDTH, HEIGHT = 360, 740


@pytest.fixture
def example(transactional_db) -> None:
    """Asked for before everybody else: what is there already would not be restored."""
    plain_example()


@pytest.fixture
def owner(transactional_db) -> User:
    return make_owner()


@pytest.fixture
def phone(page: Page, owner: User) -> Page:
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    return signed_in(page, owner)


def cut_off(places: Locator) -> list[str]:
    """Return the words of those elements that are cut off by the screen's edges."""
    boxes = [(each.inner_text(), each.bounding_box()) for each in places.all()]
    assert boxes
    return [text for text, box in boxes if box["x"] < 0 or box["x"] + box["width"] > WIDTH]


def scrolls(page: Page) -> bool:
    """Return whether a list of the page is wider than its frame."""
    return bool(
        page.eval_on_selector_all(
            ".table-wrap", "wraps => wraps.some(wrap => wrap.scrollWidth > wrap.clientWidth)"
        )
    )


def test_all_places_are_in_sight(phone: Page):
    make_tournament()
    for address in ("/t/herbst/", "/t/herbst/print/"):
        phone.goto(address)
        expect(phone.locator(".places > ul > li > :is(a, details)")).to_have_count(6)
        assert cut_off(phone.locator(".places > ul > li > :is(a, details)")) == []


def test_total_stays_in_sight_while_the_rounds_are_scrolled(example: None, phone: Page):
    phone.goto("/t/beispiel/standings/")
    rows = phone.locator("tbody tr")
    shown = ("td.rank", "td.name", "td.main")
    for cell in shown:
        assert cut_off(rows.nth(0).locator(cell)) == []
    expect(rows.nth(0).locator("td.minor").first).to_be_hidden()
    phone.locator(".table-wrap").evaluate("wrap => wrap.scrollLeft = 9999")
    assert cut_off(rows.nth(0).locator("td.main")) == []
    phone.goto("/t/beispiel/rounds/2/result/")
    for cell in shown:
        assert cut_off(rows.nth(0).locator(cell)) == []
    phone.goto("/t/beispiel/rounds/2/seats/?by=name")
    assert not scrolls(phone)


@pytest.mark.slow
def test_penalties_and_deductions_are_stacked(example: None, phone: Page):
    for address in ("/t/beispiel/penalties/", "/t/beispiel/deductions/"):
        phone.goto(address)
        assert phone.locator("tbody td").count() > 4
        assert not scrolls(phone)
        assert cut_off(phone.locator("tbody td")) == []
        assert_accessible(phone)


def test_buttons_are_whole_and_apart(phone: Page):
    make_user(username="b" * 150)
    make_tournament()
    for address, buttons in (("/accounts/", "tbody .button"), ("/t/herbst/players/", ".empty a")):
        phone.goto(address)
        assert cut_off(phone.locator(buttons)) == []
        boxes = [each.bounding_box() for each in phone.locator(buttons).all()]
        for one, other in pairwise(boxes):
            below = other["y"] - one["y"] - one["height"]
            beside = other["x"] - one["x"] - one["width"]
            assert max(below, beside) >= 4
        assert not scrolls(phone)


@pytest.mark.parametrize("size", chiefly(4, 7, of=[4, 5, 6, 7]))
def test_names_are_above_the_running_totals_of_their_positions(phone: Page, size: int):
    make_table(make_tournament(rules="ddv" if size < 6 else "altgeld"), size)
    phone.goto("/t/herbst/rounds/1/tables/1/?kind=rows")
    heads, totals = (phone.locator(at) for at in ("thead .player", "#game-1 .lane-run"))
    expect(totals).to_have_count(size)
    left = [[cell.bounding_box()["x"] for cell in cells.all()] for cells in (heads, totals)]
    assert left[0] == left[1]
