"""A game dealt by the wrong player, by keyboard: typed, warned about, saved, confirmed."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, overflow, paste, signed_in
from tests.factories.desk import address_of
from tests.factories.sheets import make_table
from tests.factories.submissions import current
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import finding, text
from tournament.models import GameTable, Role

WIDTHS = {"laptop": (1366, 768), "phone": (360, 740)}
LINES = ["23 1", "12 1 g3", *["12 1", "23 1", "34 1", "45 1", "12 1"] * 5][:25]
FORCED = ["3 1 p", "4 1 p", "5 1 p", "1 1 p", "2 1 p"]


@pytest.fixture
def table(transactional_db) -> GameTable:
    return make_table(make_tournament(), size=5)


def look_at(page: Page, name: str) -> None:
    assert overflow(page) == 0
    assert_accessible(page)
    if folder := os.environ.get("KREUZDAME_FILM"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


@pytest.mark.parametrize("width", [pytest.param("laptop", marks=pytest.mark.slow), "phone"])
def test_wrong_deal_is_typed_by_one_letter_and_confirmed_by_one_key(page: Page, table, width):
    page.set_viewport_size(dict(zip(("width", "height"), WIDTHS[width], strict=True)))
    tournament = table.round.tournament
    signed_in(page, make_user(Role.TYPIST, tournament)).goto(address_of(table))
    for line in LINES[:2]:
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    expect(page.locator("#notes-2 .warning")).to_contain_text(
        finding("dealt_out_of_turn", dealer=3, right_dealer=2, placed=False)
    )
    expect(page.locator("#dealer-3")).to_have_text("4")
    look_at(page, f"{width}-1-typed")
    paste(page, "\n".join([*LINES[2:], *FORCED]))
    page.keyboard.press("Control+Enter")
    expect(page.locator(".desk-version")).to_be_visible()
    expect(page.get_by_text(text("The tournament direction has to confirm it."))).to_be_visible()
    assert current(table).content["rows"][1]["out_of_turn"] is True
    look_at(page, f"{width}-2-saved")

    signed_in(page, make_user(Role.DIRECTION, tournament, username="leitung"))
    page.goto(address_of(table).partition("tables/")[0])
    look_at(page, f"{width}-3-round")
    page.goto(f"{address_of(table).partition('tables/')[0]}board/")
    look_at(page, f"{width}-4-board")
    page.goto(address_of(table))
    page.get_by_role("button", name="Bestätigen").click()
    expect(page.get_by_text("sind bestätigt")).to_be_visible()
    expect(page.get_by_text("Außer der Reihe gegeben: Spiel 2: Position 3")).to_be_visible()
    look_at(page, f"{width}-5-confirmed")
