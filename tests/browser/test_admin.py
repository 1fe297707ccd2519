"""Django's admin under our content security policy."""

from playwright.sync_api import Page, expect

from tests.factories.browsing import signed_in
from tests.factories.tournaments import make_entries, make_owner, make_tournament


def test_owner_mends_a_club_and_only_looks_at_seats(page: Page):
    make_entries(make_tournament(), 1, clubs=1)
    signed_in(page, make_owner()).goto("/admin/")
    page.get_by_role("link", name="Vereine", exact=True).click()
    page.get_by_role("link", name="CLUB 1", exact=True).click()
    page.get_by_label("Verein:").fill("Erster Club")
    page.locator("[name=_save]").click()
    expect(page.get_by_role("cell", name="Erster Club")).to_be_visible()

    page.goto("/admin/tournament/seat/")
    expect(page.locator("#content .addlink")).to_have_count(0)
