"""A list is imported: the button does what it promises."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, overflow, signed_in
from tests.factories.tournaments import make_tournament, make_user
from tournament.models import Role, Tournament

MESSY = Path(__file__).parents[2] / "fixtures" / "players" / "preregistration-messy.xlsx"


@pytest.fixture
def tournament(transactional_db) -> Tournament:
    return make_tournament()


def test_number_in_the_button_follows_the_ticks(page: Page, tournament: Tournament) -> None:
    signed_in(page, make_user(Role.DIRECTION, tournament)).goto("/t/herbst/players/import/")
    page.set_input_files("[name=file]", MESSY)
    page.get_by_role("button", name="Liste lesen").click()
    button = page.locator("[data-players]")
    understood = int(button.get_attribute("data-players"))
    expect(button).to_have_text(f"{understood} Teilnehmer übernehmen")
    ticks = page.locator("[name=accept]")
    for row, is_ticked, more in ((0, True, 1), (1, True, 2), (0, False, 1)):
        ticks.nth(row).set_checked(is_ticked)
        expect(button).to_have_text(f"{understood + more} Teilnehmer übernehmen")
    assert_accessible(page)
    button.click()
    page.wait_for_url("**/players/")
    assert tournament.entries.count() == understood + 1


LONG_CLUB = f"Name;Verein\nOtto Beck;{'V' * 200}\nCher;\n"


@pytest.mark.parametrize("width", [1366, 360])
def test_nothing_is_hidden_outside_the_window(page: Page, tournament: Tournament, width) -> None:
    page.set_viewport_size({"width": width, "height": 768})
    signed_in(page, make_user(Role.DIRECTION, tournament)).goto("/t/herbst/players/import/")
    file = {"name": "l.csv", "mimeType": "text/csv", "buffer": LONG_CLUB.encode()}
    page.set_input_files("[name=file]", files=[file])
    page.get_by_role("button", name="Liste lesen").click()
    hidden = "lists => lists.map(each => each.scrollWidth - each.clientWidth)"
    assert page.locator(".table-wrap:has(.preview)").evaluate_all(hidden) == [0, 0]
    assert overflow(page) == 0
    page.locator("[data-players]").click()
    page.wait_for_url("**/players/")
    assert overflow(page) == 0
    (row,) = page.locator(".players tbody tr").all()
    assert row.bounding_box()["height"] < 400
