"""The verification by keyboard alone."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import (
    assert_accessible,
    focused,
    overflow,
    signed_in,
)
from tests.factories.journal import acts
from tests.factories.rounds import enter_totals
from tests.factories.sheets import make_round, totals_content
from tests.factories.submissions import submit
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import text
from tournament.models import Role, Round, Verification, VerificationRule
from tournament.permissions import COMMAND_LINE, Actor
from tournament.referee.writes.penalties import award_penalty

TOTALS = {1: (12, -4, -20, 12), 2: (7, -31, 3, 21), 3: (0, 2, -2, 0)}
PAGE = "/t/herbst/rounds/1/verification/"
ONLY_YOURS = (
    "Only tables that you have typed differently are waiting: it has to be decided which is right."
)


def make_waiting(rule: VerificationRule) -> Round:
    round = make_round(make_tournament(verification=rule), sizes=(4, 4, 4))
    for table in round.tables.all():
        enter_totals(table, TOTALS[table.number])
    return round


def open_page(page: Page, round: Round) -> None:
    signed_in(page, make_user(Role.TYPIST, round.tournament)).goto(PAGE)


def assert_fits(page: Page) -> None:
    """Assert that the page is accessible on a laptop and no wider than a phone."""
    assert_accessible(page)
    page.set_viewport_size({"width": 360, "height": 740})
    assert overflow(page) == 0
    page.set_viewport_size({"width": 1366, "height": 768})


def type_blindly(page: Page, *totals: int) -> int:
    """Type all but the last, proposed total; Enter there compares. Return the number of keys."""
    keys = 0
    for total in totals[:-1]:
        page.keyboard.type(str(total))
        page.keyboard.press("Enter")
        keys += len(str(total)) + 1
    page.keyboard.press("Enter")
    return keys + 1


@pytest.mark.usefixtures("transactional_db")
def test_whole_round_is_confirmed_blindly_by_keyboard(page: Page):
    open_page(page, make_waiting(VerificationRule.BLIND))
    assert_fits(page)
    keys = []
    for number, totals in TOTALS.items():
        expect(page.locator("#sheet-form h2")).to_contain_text(f"Tisch {number}")
        expect(page.locator('[name="t1"]')).to_be_focused()
        keys.append(type_blindly(page, *totals))
        expect(page.get_by_text(f"Tisch {number} ist bestätigt.")).to_be_visible()
    expect(page.get_by_text(text("All sheets that are in are confirmed."))).to_be_visible()
    assert Verification.objects.count() == 3
    assert keys == [11, 9, 8]


@pytest.mark.usefixtures("transactional_db")
def test_difference_stops_red_until_somebody_decides(page: Page):
    open_page(page, make_waiting(VerificationRule.BLIND))
    type_blindly(page, 12, -4, -2, -6)
    expect(page.get_by_role("heading", name="Tisch 1: nicht gleich")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("unterscheiden sich an 2 Stellen")
    assert page.locator("tr.differs").count() == 2
    assert_fits(page)
    # Once seen it is no verification any more: the page leads back to the decision.
    page.goto(f"{PAGE}?table=1")
    expect(page.get_by_role("heading", name="Tisch 1: nicht gleich")).to_be_visible()
    assert not Verification.objects.filter(agrees=True).exists()
    # The difference has the cursor; Enter does nothing there, nor without a reason.
    for key in ("Enter", "Tab", "Tab"):
        page.keyboard.press(key)
    assert focused(page) == "reason"
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Tisch 1: nicht gleich")).to_be_visible()
    page.keyboard.type("Zeile verrutscht")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Tisch 1 ist bestätigt.")).to_be_visible()
    assert [entry.action for entry in acts()] == [
        "verification_differed",
        "verification_decided",
    ]


@pytest.mark.usefixtures("transactional_db")
def test_second_person_confirms_by_the_number_on_the_paper(page: Page):
    open_page(page, make_waiting(VerificationRule.PERSON))
    assert_fits(page)
    for number in TOTALS:
        expect(page.locator(".desk-verify h2")).to_contain_text(f"Tisch {number}")
        assert focused(page) == "paper"
        for key in (str(number), "Enter"):
            page.keyboard.press(key)
        expect(page.get_by_text(f"Tisch {number} ist bestätigt.")).to_be_visible()
    expect(page.get_by_text("3 von 3 Tischen bestätigt")).to_be_visible()


@pytest.mark.usefixtures("transactional_db")
def test_enter_pressed_twice_confirms_one_table(page: Page):
    open_page(page, make_waiting(VerificationRule.PERSON))
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(page.locator(".desk-verify h2")).to_contain_text("Tisch 2")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.goto(PAGE)
    expect(page.get_by_text("1 von 3 Tischen bestätigt")).to_be_visible()


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.slow
def test_enter_in_the_last_total_leads_to_a_missing_one(page: Page, problems: list[str]):
    open_page(page, make_waiting(VerificationRule.BLIND))
    page.keyboard.press("Tab")
    type_blindly(page, -4, -20, 12)
    assert focused(page) == "t1"
    type_blindly(page, 12, -4, -20, 12)
    expect(page.get_by_text("Tisch 1 ist bestätigt.")).to_be_visible()


@pytest.mark.usefixtures("transactional_db")
def test_referee_penalty_is_answered_by_one_letter(page: Page):
    round = make_waiting(VerificationRule.BLIND)
    table = round.tables.get(number=1)
    award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=2, initials="KS", contained=False)
    open_page(page, round)
    assert type_blindly(page, 12, -4, -20, 12) == 11
    assert focused(page).startswith("booked-")
    assert_fits(page)
    page.keyboard.press("Enter")
    assert focused(page).startswith("booked-")
    for key in ("n", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_text("Tisch 1 ist bestätigt.")).to_be_visible()


def cursor(page: Page) -> str:
    return str(page.evaluate("document.activeElement.tagName"))


@pytest.mark.usefixtures("transactional_db")
@pytest.mark.slow
def test_page_always_has_the_cursor_somewhere(page: Page, problems: list[str]):
    round = make_waiting(VerificationRule.BLIND)
    open_page(page, round)
    page.locator("#save").click()
    expect(page.get_by_role("alert")).to_contain_text("Das Tischergebnis fehlt")
    assert focused(page) == "t1"
    problems.clear()
    for number in (1, 2, 3):
        page.goto(f"{PAGE}?table={number}")
        type_blindly(page, 1, 1, -1, -1)
        expect(page.get_by_role("heading", name=f"Tisch {number}: nicht gleich")).to_be_visible()
        assert cursor(page) != "BODY"
    page.goto(PAGE)
    expect(page.get_by_text(text(ONLY_YOURS))).to_be_visible()
    assert cursor(page) != "BODY"


@pytest.mark.usefixtures("transactional_db")
def test_user_who_entered_the_sheet_has_the_cursor_on_the_way_on(page: Page):
    round = make_round(make_tournament(verification=VerificationRule.PERSON), sizes=(4,))
    typist = make_user(Role.TYPIST, round.tournament)
    submit(Actor(typist), round.tables.get(), totals_content(TOTALS[1]))
    signed_in(page, typist)
    for address in (PAGE, f"{PAGE}?table=1"):
        page.goto(address)
        assert cursor(page) != "BODY"
