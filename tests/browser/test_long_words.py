"""Endless words: whatever was typed, a list is no wider than its page."""

import pytest
from playwright.sync_api import Page

from tests.factories.browsing import overflow, signed_in
from tests.factories.rounds import make_drawn_tournament
from tests.factories.tournaments import make_owner
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import deduct_points

pytestmark = pytest.mark.django_db(transaction=True)

WIDER = """() => [...document.querySelectorAll(".table-wrap")]
    .filter((each) => each.textContent.includes("WWW"))
    .map((each) => each.scrollWidth - each.clientWidth)"""
WIDTHS = (1366, 1200, 360)


def test_a_reason_without_a_space_widens_no_list(page: Page, transactional_db) -> None:
    tournament = make_drawn_tournament(8)
    entry = tournament.entries.get(number=1)
    deduct_points(COMMAND_LINE, entry, 6, "W" * 600)
    signed_in(page, make_owner())
    faults = {}
    for address in ("deductions/", f"players/{entry.pk}/", "calls/", "journal/"):
        page.goto(f"/t/herbst/{address}")
        assert "WWW" in page.locator("main").inner_text()
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 768})
            if any(found := [overflow(page), *page.evaluate(WIDER)]):
                faults[address, width] = found
    assert faults == {}
