"""Winners and values that mean nothing hold the cursor where they stand."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, focused, kept, signed_in
from tests.factories.desk import address_of
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_tournament, make_user
from tournament.models import GameTable, Role, User


@pytest.fixture
def table(transactional_db) -> GameTable:
    tournament = make_tournament()
    return make_round(tournament, sizes=(4, 4)).tables.get(number=1)


@pytest.fixture
def typist(table: GameTable) -> User:
    return make_user(Role.TYPIST, table.round.tournament)


@pytest.mark.parametrize(
    ("winners", "value", "stays_in", "says"),
    [
        ("99", None, "r1-winners", "„9“ ist keine Position an diesem Tisch."),
        ("11", None, "r1-winners", "Position 1 steht zweimal bei den Gewinnern."),
        ("13", "a", "r1-value", "„a“ ist kein Spielwert: Hier gehört eine ganze Zahl hin."),
        ("13", "", "r1-value", "Der Spielwert fehlt."),
        (
            "1234",
            "5",
            "r1-winners",
            "4 Gewinner sind zu viele: Zwei stehen für ein Normalspiel, einer oder drei "
            "für ein Solo.",
        ),
    ],
)
def test_impossible_note_holds_the_cursor(
    page: Page, table, typist, winners: str, value: str | None, stays_in: str, says: str
):
    signed_in(page, typist).goto(address_of(table))
    page.keyboard.type(winners)
    page.keyboard.press("Enter")
    if value is not None:
        page.keyboard.type(value)
        page.keyboard.press("Enter")
    assert focused(page) == stays_in
    expect(page.locator("#flaw")).to_have_text(says)
    expect(page.locator(f"#{stays_in}")).to_have_attribute("aria-invalid", "true")
    kept(page)
    # The server's answer leaves the mark where it is.
    page.wait_for_timeout(600)
    expect(page.locator(f"#{stays_in}")).to_have_attribute("aria-describedby", "flaw")
    assert_accessible(page)

    # What is typed now replaces what was wrong, and the row goes on as ever.
    page.keyboard.type("13" if stays_in == "r1-winners" else "5")
    expect(page.locator("#flaw")).to_have_count(0)
    page.keyboard.press("Enter")
    if focused(page) == "r1-value":
        page.keyboard.type("5")
        page.keyboard.press("Enter")
    assert focused(page) == "r2-winners"
    assert [page.locator(f"#r1-p{seat}").input_value() for seat in range(1, 5)] == [
        "5",
        "−5",
        "5",
        "−5",
    ]
    kept(page)


def test_dealer_of_five_as_winner_holds_the_cursor_and_tab_goes_on(page: Page, typist, table):
    five = make_round(table.round.tournament, number=2, sizes=(5,)).tables.get()
    signed_in(page, typist).goto(address_of(five))
    page.keyboard.type("p1")
    expect(page.locator("#sheet-form[data-dealers-open]")).to_have_count(0)
    page.keyboard.press("Enter")
    assert focused(page) == "r1-winners"
    expect(page.locator("#flaw")).to_have_text("Position 1 gibt und setzt aus.")
    page.keyboard.press("Tab")
    expect(page.locator("#flaw")).to_have_count(0)
    assert focused(page) == "r1-value"
    page.keyboard.type("3")
    page.locator("#r2-winners").focus()
    expect(page.locator("#says-1")).to_have_text("Position 1 gibt und setzt aus.")
    kept(page)
