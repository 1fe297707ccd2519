"""A list is imported: the button does what it promises."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, overflow, signed_in
from tests.factories.evenings import make_series
from tests.factories.tournaments import make_owner, make_tournament, make_user
from tournament.models import Role, Tournament
from tournament.people.writes.players import add_player
from tournament.permissions import COMMAND_LINE
from tournament.shared.rules.fields import PlayerData

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


WIDTHS = (1366, 360)
LONG_CLUB = f"Name;Verein\nOtto Beck;{'V' * 200}\nCher;\n"


def test_nothing_is_hidden_outside_the_window(page: Page, tournament: Tournament) -> None:
    signed_in(page, make_user(Role.DIRECTION, tournament)).goto("/t/herbst/players/import/")
    file = {"name": "l.csv", "mimeType": "text/csv", "buffer": LONG_CLUB.encode()}
    page.set_input_files("[name=file]", files=[file])
    page.get_by_role("button", name="Liste lesen").click()
    hidden = "lists => lists.map(each => each.scrollWidth - each.clientWidth)"
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 768})
        assert page.locator(".table-wrap:has(.preview)").evaluate_all(hidden) == [0, 0]
        assert overflow(page) == 0
    page.locator("[data-players]").click()
    page.wait_for_url("**/players/")
    (row,) = page.locator(".players tbody tr").all()
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 768})
        assert overflow(page) == 0
        assert row.bounding_box()["height"] < 400


def test_a_question_about_earlier_results_leaves_its_buttons_on_the_page(
    page: Page, tournament: Tournament
) -> None:
    known = PlayerData("Müller", "Anna", club_name="Fuchsjäger Fulda")
    add_player(COMMAND_LINE, tournament, known, is_unknown=True)
    series = make_series()
    signed_in(page, make_owner()).goto(f"/series/{series.slug}/import/")
    page.locator("[name=name]").fill("Pokalabend")
    told = "Platz;Name;Verein;R1;R2;R3;Gesamt\n1;Müller, Anna;Kasseler Buben;50;20;30;100\n"
    file = {"name": "l.csv", "mimeType": "text/csv", "buffer": told.encode()}
    page.set_input_files("[name=file]", files=[file])
    page.get_by_role("button", name="Liste lesen").click()
    expect(page.locator(".preview fieldset")).to_have_count(1)
    hidden = "list => list.scrollWidth - list.clientWidth"
    assert page.locator(".table-wrap:has(.preview)").evaluate(hidden) == 0
    assert overflow(page) == 0
    left = "each => each.getBoundingClientRect().left"
    answers = page.locator(".preview [type=radio]").evaluate_all(f"all => all.map({left})")
    assert len({round(each) for each in answers}) == 1
