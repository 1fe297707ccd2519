"""25 of 62 have paid beforehand, as their list says: booked by few presses, and taken back."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, overflow, signed_in
from tests.factories.tournaments import make_tournament, make_user
from tournament.models import Payment, Role, Tournament
from tournament.money.rules import Fee
from tournament.money.writes import set_fees
from tournament.permissions import COMMAND_LINE

PREPAID, PLAYERS = 25, 62
WAYS = ("bez.", "ü", "15,00 €", "EUR 15.00", "überwiesen 12.03.")
LIST = "Nr.;Nachname;Vorname;Startgeld\n" + "".join(
    f"{number};Arnold{'abcdefghij'[number // 10]}{'abcdefghij'[number % 10]};Änne;"
    f"{WAYS[number % len(WAYS)] if number <= PREPAID else 'offen'}\n"
    for number in range(1, PLAYERS + 1)
)
COUNTED = """
for (const kind of ["click", "keydown"])
  document.addEventListener(kind, (event) => {
    if (event.isTrusted && !(kind === "click" && event.detail === 0))
      sessionStorage[kind] = Number(sessionStorage[kind] || 0) + 1;
  }, true);
"""
"""Presses of the mouse and keys, on whatever page; what a key presses is no click."""


@pytest.fixture
def tournament(transactional_db) -> Tournament:
    tournament = make_tournament()
    set_fees(COMMAND_LINE, tournament, [Fee(1500)])
    return tournament


def test_who_paid_beforehand_is_booked_by_few_presses(page: Page, tournament: Tournament) -> None:
    page.add_init_script(COUNTED)
    signed_in(page, make_user(Role.DIRECTION, tournament)).goto("/t/herbst/players/import/")
    file = {"name": "l.csv", "mimeType": "text/csv", "buffer": LIST.encode()}
    page.set_input_files("[name=file]", files=[file])
    page.get_by_role("button", name="Liste lesen").click()
    page.locator("[data-players]").click()
    page.wait_for_url("**/players/")
    assert tournament.entries.filter(fee_paid=True).count() == PREPAID
    page.evaluate("sessionStorage.clear()")
    page.locator("main").get_by_role("link", name="Kasse").first.click()
    day = page.locator("[name=on]")
    day.click(position={"x": 15, "y": 20})
    page.keyboard.type("01022026")
    assert_accessible(page)
    page.locator("#money-promised button").click()
    expect(page.locator("details.group summary")).to_contain_text(str(PREPAID))
    pressed = page.evaluate("[sessionStorage.click, sessionStorage.keydown].map(Number)")
    assert pressed == [3, 8]
    assert Payment.objects.filter(amount=1500, how="transfer").count() == PREPAID
    page.locator("details.group summary").click()
    page.locator("details.group button").click()
    expect(page.locator("[name=book]:checked")).to_have_count(PREPAID)
    page.set_viewport_size({"width": 360, "height": 768})
    assert overflow(page) == 0
