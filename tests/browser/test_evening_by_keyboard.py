"""An evening without a mouse: from the seats to the final list, with the focus always in sight."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import signed_in
from tests.factories.tournaments import make_entries, make_owner, make_tournament
from tournament.models import Round, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.seating.writes.draws import draw_rounds

pytestmark = pytest.mark.django_db(transaction=True)

MOST_STOPS = 60
NEXT = ".next .primary"
# Whether the focused element is the one looked for, and whether one sees where the focus is.
STOP = """(selector) => {
    const { activeElement: stop } = document;
    const { outlineStyle, outlineWidth } = getComputedStyle(stop);
    const isSeen = outlineStyle !== "none" && parseFloat(outlineWidth) >= 1;
    const edge = stop.querySelector("rect");
    const isEdged = edge !== null && parseFloat(getComputedStyle(edge).strokeWidth) >= 1;
    return [stop.matches(selector), isSeen || isEdged || stop === document.body];
}"""


@pytest.fixture
def tournament(transactional_db) -> Tournament:
    """Eight players for one round, drawn and not published."""
    tournament = make_tournament(rounds_planned=1)
    make_entries(tournament, 8, checked_in=True, fee_paid=True)
    draw_rounds(COMMAND_LINE, tournament)
    return tournament


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        is_there, is_shown = page.evaluate(STOP, selector)
        assert is_shown, page.evaluate("document.activeElement.outerHTML")
        if is_there:
            return
    raise AssertionError(f"no stop at {selector} on {page.url}")


def press_next(page: Page) -> None:
    """Do what the overview says comes next."""
    page.goto("/t/herbst/")
    tab_to(page, NEXT)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_evening_without_a_mouse(page: Page, tournament: Tournament) -> None:
    signed_in(page, make_owner())
    press_next(page)
    assert Round.objects.get().published_at
    press_next(page)
    assert Round.objects.get().started_at

    page.goto("/t/herbst/")
    tab_to(page, '.next a[href*="/totals/"]')
    page.keyboard.press("Enter")
    expect(page.locator("#lane-table")).to_be_focused()
    for table, missing in ((1, "1"), (2, "0")):
        for figure in (table, 6, 2, -2, -6):
            page.keyboard.type(str(figure))
            page.keyboard.press("Enter")
        expect(page.locator("#lane-missing")).to_have_text(missing)

    for _ in ("end", "close"):
        press_next(page)
    assert Round.objects.get().closed_at

    page.keyboard.press("Control+k")
    name = tournament.entries.get(number=3).person.last_name
    page.keyboard.type(name)
    expect(page.locator("dialog[open] .found a").first).to_contain_text(name)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_contain_text(name)

    page.goto("/t/herbst/")
    tab_to(page, '.next a[target="_blank"]')
    with page.expect_popup():
        page.keyboard.press("Enter")


def test_menus_and_the_stepper_by_keyboard(page: Page, tournament: Tournament) -> None:
    """A menu opens by Enter, its pages follow, and Escape leads back."""
    signed_in(page, make_owner())
    page.goto("/t/herbst/players/")
    for menu in (".places summary", ".page-acts .menu summary"):
        tab_to(page, menu)
        page.keyboard.press("Enter")
        tab_to(page, ".menu[open] a, .menu[open] button")
        page.keyboard.press("Escape")
        expect(page.locator(f"{menu} ~ ul")).to_be_hidden()
