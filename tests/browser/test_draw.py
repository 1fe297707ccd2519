"""A draw in front of the audience, by keyboard alone: commitment, number, preview, publication."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, signed_in
from tests.factories.tournaments import make_entries, make_owner, make_tournament
from tests.factories.words import text
from tournament.models import Draw, Round

pytestmark = pytest.mark.django_db(transaction=True)


def press(page: Page, name: str) -> None:
    """Tab to a button and press it."""
    button = page.get_by_role("button", name=name, exact=True)
    reach(page, button)
    page.keyboard.press("Enter")


def reach(page: Page, target) -> None:
    """Tab until the focus is there."""
    for _ in range(60):
        if target.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the keyboard does not reach {target}")


def test_eleven_players_are_drawn_with_a_number_from_the_audience(page: Page) -> None:
    make_entries(make_tournament(), 11, clubs=3)
    signed_in(page, make_owner())
    page.goto("/t/herbst/draw/")
    assert_accessible(page)

    reach(page, page.locator(".with-proof summary"))
    page.keyboard.press("Enter")
    press(page, "Prüfwert veröffentlichen")
    expect(page.get_by_text("Der Prüfwert ist veröffentlicht.")).to_be_visible()
    assert_accessible(page)

    press(page, "Liste schließen")
    expect(page.get_by_text("Die Liste ist geschlossen.")).to_be_visible()
    assert_accessible(page)

    reach(page, page.get_by_label("In jeder Runde setzt 1 aus"))
    page.keyboard.press("Space")
    reach(page, page.get_by_label("Zahl aus dem Saal"))
    page.keyboard.type("4711")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Zahl aus dem Saal: 4711")).to_be_visible()
    expect(page.get_by_text("Niemand öfter als einmal.")).to_be_visible()
    assert Draw.objects.get().by_audience
    assert_accessible(page)

    press(page, "Runde 1 veröffentlichen")
    expect(page.get_by_text("Runde 1 veröffentlicht.")).to_be_visible()
    assert Round.objects.filter(published_at__isnull=False).count() == 1

    page.goto("/t/herbst/draw/compare/")
    press(page, "Proben auslosen")
    expect(page.get_by_text(text("The plan as it is"))).to_be_visible()
    assert_accessible(page)
