"""A lost list, by keyboard: from the menu of its table to the standings."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import (
    assert_accessible,
    overflow,
    signed_in,
    without_complaints_about,
)
from tests.factories.desk import address_of
from tests.factories.effort import chiefly
from tests.factories.rulings import make_lost_list, table_of
from tests.factories.tournaments import make_user
from tournament.models import Role, Tournament

WIDTHS = {"laptop": (1366, 768), "phone": (360, 740)}


@pytest.fixture
def tournament(transactional_db) -> Tournament:
    return make_lost_list()


def look_at(page: Page, name: str) -> None:
    assert overflow(page) == 0
    assert_accessible(page)
    if folder := os.environ.get("KREUZDAME_FILM"):
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


@pytest.mark.parametrize("width", chiefly("phone", of=WIDTHS))
def test_the_points_of_a_lost_list_are_set(
    page: Page, tournament: Tournament, width: str, problems: list[str]
) -> None:
    page.set_viewport_size(dict(zip(("width", "height"), WIDTHS[width], strict=True)))
    table = table_of(tournament, 3, 2)
    signed_in(page, make_user(Role.DIRECTION, tournament)).goto(address_of(table))
    page.locator("main").get_by_text("Mehr", exact=True).click()
    page.get_by_role("link", name="Tisch nicht zählbar").click()
    page.wait_for_url("**/ruling/")
    look_at(page, f"{width}-ruling-1-empty")
    page.get_by_label("Tisch abgebrochen").check()
    page.get_by_label("Begründung").fill("Wasserrohrbruch")
    page.locator("[name=points1]").fill("viel")
    page.keyboard.press("Enter")
    expect(page.get_by_text("„viel“ ist keine ganze Zahl")).to_be_visible()
    expect(page.get_by_label("Begründung")).to_have_value("Wasserrohrbruch")
    without_complaints_about(422, problems)
    look_at(page, f"{width}-ruling-2-refused")
    page.locator("[name=points1]").fill("-12")
    page.locator("[name=how2][value='0']").check()
    page.get_by_role("button", name="Punkte festsetzen").click()
    expect(page.get_by_text("Tisch 2 ist gespeichert.")).to_be_visible()
    look_at(page, f"{width}-ruling-3-round")
    page.goto(address_of(table))
    expect(page.get_by_text("Tisch nicht zählbar.")).to_contain_text("Wasserrohrbruch")
    look_at(page, f"{width}-ruling-4-table")
    page.goto(f"/t/{tournament.slug}/standings/")
    expect(page.locator(".footmark")).to_have_count(8)
    look_at(page, f"{width}-ruling-5-standings")
