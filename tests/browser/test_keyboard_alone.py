"""Every page can be used by keyboard alone: Tab reaches everything, with a visible focus."""

from collections.abc import Iterable

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from tests.browser.test_every_page import PARTS, owner, places, scene
from tests.factories.addresses import Scene
from tests.factories.browsing import signed_in
from tests.factories.scenes import pages_of
from tournament.models import User

__all__ = ["owner", "scene"]

# All that is folded is opened, menus too. Radio buttons of one question are one stop; a table on
# the hall's map shows focus as its border, a table's name as that of its row.
LISTEN = """() => {
    for (const each of document.querySelectorAll("details")) each.open = true;
    const seen = {visibilityProperty: true};
    const isStop = (each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility(seen);
    const group = (each) => each.type === "radio" ? `${each.form?.action} ${each.name}` : each;
    const named = (each) => each.outerHTML?.slice(0, 120) ?? each;
    const colour = document.body.appendChild(document.createElement("i"));
    colour.style.color = "var(--focus)";
    const focus = getComputedStyle(colour).color;
    const isShown = (each) => {
        const looks = [getComputedStyle(each), getComputedStyle(each, "::after")];
        const outlined = looks.find((look) => look.outlineStyle !== "none");
        if (outlined) return parseFloat(outlined.outlineWidth) >= 1;
        const edge = each.querySelector("rect");
        return edge !== null && getComputedStyle(edge).stroke === focus;
    };
    const places = "a[href], button, input, select, textarea, summary, [tabindex]";
    const left = new Set([...document.querySelectorAll(places)].filter(isStop).map(group));
    const hidden = new Set();
    document.addEventListener("focusin", ({target}) => {
        left.delete(group(target));
        if (!isShown(target)) hidden.add(named(target));
    });
    window.faults = () => [[...left].map(named), [...hidden]];
    return left.size;
}"""
"""Collects what Tab must reach; returns the number."""
STOPS_OF_A_DATE = 4  # day, month, year, calendar


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_tab_reaches_everything_and_shows_where(
    page: Page, scene: Scene, owner: User, part: int
) -> None:
    signed_in(page, owner)
    assert stops_at(page, places(scene, owner, part)) > 1_000


@pytest.mark.slow
def test_tab_reaches_everything_without_an_account(
    page: Page, scene: Scene, problems: list[str]
) -> None:
    """Phones, a seat found by its name, screens, the door."""
    scene.tournament.refresh_from_db()
    addresses = [address for address, _answer in pages_of(Client(), scene)]
    assert stops_at(page, [*addresses, scene.address("phone") + "?q=5"]) > 100
    problems.clear()  # the browser logs pages that answer "not found"


def stops_at(page: Page, addresses: Iterable[str]) -> int:
    """Return how many stops there are; all are reached, and one sees where the focus is."""
    not_reached, not_shown, stops = {}, {}, 0
    for address in addresses:
        page.goto(address)
        expect(page.locator(".own-frame:empty")).to_have_count(0)
        expected = page.evaluate(LISTEN)
        dates = page.locator("[type=date], [type=time]").count()
        rows = page.locator("tbody tr").count()  # each may offer an act once focus is in it
        for _ in range(expected + rows + 5 + STOPS_OF_A_DATE * dates):
            page.keyboard.press("Tab")
        not_reached[address], not_shown[address] = page.evaluate("faults()")
        stops += expected
    assert {at: missed for at, missed in not_reached.items() if missed} == {}
    assert {at: missed for at, missed in not_shown.items() if missed} == {}
    return stops
