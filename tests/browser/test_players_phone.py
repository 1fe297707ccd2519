"""A player's phone of 360 pixels: from the code on the wall to the seat and the points."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, overflow
from tournament.imports.example import import_example
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in, release_standings


@pytest.fixture
def tournament(transactional_db) -> Tournament:
    tournament = import_example(COMMAND_LINE)
    let_phones_in(COMMAND_LINE, tournament)
    release_standings(COMMAND_LINE, tournament, 2)
    tournament.refresh_from_db()
    return tournament


def test_from_the_code_to_the_seat_and_the_standings(page: Page, tournament: Tournament):
    page.set_viewport_size({"width": 360, "height": 740})
    entry = tournament.entries.get(number=5)
    seat = entry.seats.select_related("table").get(round__number=3)
    page.goto(f"/h/{tournament.phone_code}/")
    page.get_by_label("Wo sitze ich?").fill(entry.person.name)
    page.keyboard.press("Enter")
    expect(page.locator(".phone-place strong")).to_have_text(
        [str(seat.table.number), str(seat.position)]
    )
    # The cached page has no time in it: the clock asks for it at once, and then runs.
    expect(page.locator(".countdown")).to_have_text(re.compile(r"^\d+:\d\d$"))
    shown = page.locator(".countdown").inner_text()
    expect(page.locator(".countdown")).not_to_have_text(shown)
    assert [overflow(page), page.locator(".phone-place").bounding_box()["y"] < 740] == [0, True]
    assert_accessible(page)

    page.locator(".phone-rank a").click()
    mine = page.locator("#n5")
    expect(mine).to_be_in_viewport()
    expect(mine.get_by_text("R1")).to_be_hidden()
    mine.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(mine.get_by_text("R1")).to_be_visible()
    assert overflow(page) == 0
    assert_accessible(page)
