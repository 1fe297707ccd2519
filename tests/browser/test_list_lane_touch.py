"""The list lane by touch: digits on the phone's keyboard, other characters below the line."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, focused, kept, overflow, signed_in
from tests.factories.desk import address_of
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_tournament, make_user
from tournament.models import GameTable, Role, SheetDraft


@pytest.fixture
def table(transactional_db) -> GameTable:
    return make_round(make_tournament(), sizes=(5,)).tables.get(number=1)


@pytest.fixture
def phone(touched: Page, table: GameTable) -> Page:
    """The list lane on a phone; its digits arrive like those of a keyboard."""
    signed_in(touched, make_user(Role.TYPIST, table.round.tournament)).goto(address_of(table))
    return touched


def sign(page: Page, name: str) -> None:
    page.get_by_role("group", name="Zeichen für die Zeile").get_by_role("button", name=name).tap()


def test_line_is_typed_by_digits_and_the_signs_below_it(phone: Page):
    phone.locator("#l1").tap()
    assert phone.locator("#l1").evaluate("input => input.inputMode") == "decimal"
    phone.keyboard.type("23")
    sign(phone, "Leerzeichen")
    phone.keyboard.type("4")
    sign(phone, "h: Hochzeit")
    assert focused(phone) == "l1"
    expect(phone.locator("#l1")).to_have_value("23 4h")
    expect(phone.locator("#means-1")).to_have_text("Hochzeit: 2 und 3 gewinnen 4")
    sign(phone, "Weiter")
    assert focused(phone) == "l2"
    phone.locator("#l2").tap()
    expect(phone.locator("#says-2 #lane-keypad")).to_be_in_viewport(ratio=1)
    assert overflow(phone) == 0
    assert_accessible(phone)
    kept(phone)


def test_minus_is_typed_beside_the_line_and_in_the_totals(phone: Page):
    for name in ("#s1", "#t2"):
        phone.locator(name).tap()
        sign(phone, "−")
        phone.keyboard.type("4")
        expect(phone.locator(name)).to_have_value("−4")
    assert overflow(phone) == 0
    assert_accessible(phone)
    kept(phone)
    assert SheetDraft.objects.get().content["t2"] == "−4"


def test_phone_letters_open_by_one_touch_and_close_again(phone: Page):
    phone.locator("#l1").tap()
    sign(phone, "Abc")
    assert phone.locator("#l1").evaluate("input => input.inputMode") == "text"
    assert focused(phone) == "l1"
    sign(phone, "Abc")
    assert phone.locator("#l1").evaluate("input => input.inputMode") == "decimal"


def test_typists_on_a_keyboard_see_none_of_the_touch_keys(page: Page, table: GameTable):
    user = make_user(Role.TYPIST, table.round.tournament)
    signed_in(page, user).goto(address_of(table))
    page.locator("#l1").click()
    expect(page.locator("#lane-keypad")).to_be_hidden()
    assert page.locator("#l1").evaluate("input => input.inputMode") == ""


@pytest.mark.slow
def test_focus_is_not_lost_when_a_proposal_disappears(page: Page, table: GameTable):
    """The list of proposals is redrawn or removed while the cursor is in it."""
    user = make_user(Role.TYPIST, table.round.tournament)
    signed_in(page, user).goto(address_of(table))
    for line in ("23 4", "+3 -3 -3 -3", "24 1"):
        page.keyboard.type(line)
        page.keyboard.press("Enter")
    proposal = page.locator("[data-proposal='1']")
    expect(proposal).to_be_visible()
    proposal.focus()
    page.evaluate("document.getElementById('sheet-form').dispatchEvent(new Event('input'))")
    page.wait_for_timeout(1000)  # the check and the doctor have answered again
    expect(proposal).to_be_focused()
    page.evaluate(
        """() => {
            document.getElementById("l2").value = "";
            document.getElementById("sheet-form").dispatchEvent(new Event("input"));
        }"""
    )
    expect(proposal).to_be_hidden()
    assert focused(page).startswith("l")
    kept(page)
