"""The totals lane with Tab, by touch, on a phone's keyboard; and where the cursor is."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, focused, overflow
from tests.factories.rounds import enter_round
from tests.factories.sheets import make_round
from tests.factories.totals_lane import TEN_A_SECOND, Keyboard, lane, saved
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import text
from tournament.models import Role, Round, User

PHONE = {"width": 360, "height": 740}
KEYBOARD = 320  # how much of a phone's screen its keyboard covers


@pytest.fixture
def round(transactional_db) -> Round:
    return make_round(make_tournament(), sizes=(4, 5, 4, 4))


@pytest.fixture
def typist(round: Round) -> User:
    return make_user(Role.TYPIST, round.tournament)


@pytest.fixture
def phone(touched: Page, typist: User) -> Page:
    """The totals lane on a phone."""
    return lane(touched, typist)


def type_with_tab(page: Page, table: str, totals: list[int]) -> None:
    """Type totals with Tab; from the last, proposed one Tab leads to the button, Enter presses."""
    keyboard = Keyboard(page, delay=TEN_A_SECOND)
    keyboard.type(table)
    keyboard.press("Tab")
    for total in totals[:-1]:
        keyboard.type(str(total))
        keyboard.press("Tab")
    keyboard.press("Tab")
    keyboard.press("Enter")


@pytest.mark.slow
def test_tab_chooses_the_table_and_leads_to_the_button(
    page: Page, round: Round, typist: User
) -> None:
    lane(page, typist)
    type_with_tab(page, "3", [6, 2, -2, -6])
    type_with_tab(page, "2", [6, 2, -2, -6, 0])
    # Nothing typed: the table shown in grey.
    type_with_tab(page, "", [4, 0, 0, -4])
    expect(page.locator("#lane-log .saved")).to_have_count(3)
    assert saved(round) == {4: [4, 0, 0, -4], 3: [6, 2, -2, -6], 2: [6, 2, -2, -6, 0]}
    assert focused(page) == "lane-table"


def test_fingers_alone_type_a_table(phone: Page, round: Round) -> None:
    phone.locator("#lane-table").tap()
    phone.keyboard.type("3")
    for seat, digits, is_negative in ((1, "6", False), (2, "2", False), (3, "2", True)):
        phone.locator(f"#lane-t{seat}").tap()
        phone.keyboard.type(digits)
        if is_negative:
            phone.get_by_role("button", name="Vorzeichen wechseln").tap()
            assert focused(phone) == f"lane-t{seat}"
    expect(phone.locator("#lane-t3")).to_have_value("−2")
    expect(phone.locator("#lane-n1")).not_to_be_empty()
    assert_accessible(phone)
    assert overflow(phone) == 0
    phone.get_by_role("button", name="Speichern").tap()
    expect(phone.locator("#lane-log .saved")).to_have_count(1)
    assert saved(round) == {3: [6, 2, -2, -6]}
    assert focused(phone) == "lane-table"


def test_sign_turns_back_and_begins_a_total(phone: Page) -> None:
    turn = phone.get_by_role("button", name="Vorzeichen wechseln")
    phone.locator("#lane-t1").tap()
    turn.tap()
    phone.keyboard.type("12")
    expect(phone.locator("#lane-t1")).to_have_value("−12")
    turn.tap()
    expect(phone.locator("#lane-t1")).to_have_value("12")
    expect(phone.locator("#lane-sum")).to_have_text("+12")


def test_phone_digit_keyboard_and_its_next_key(phone: Page) -> None:
    """A phone's "next" moves the cursor without a key event."""
    fields = [phone.locator(f"#lane-{name}") for name in ("table", "t1", "t2", "t3", "t4")]
    assert {field.get_attribute("inputmode") for field in fields} == {"numeric"}
    fields[0].tap()
    phone.keyboard.type("1")
    for field in fields[1:]:
        phone.evaluate("id => document.getElementById(id).focus()", field.get_attribute("id"))
        expect(field).to_be_focused()
    hints = [field.get_attribute("enterkeyhint") for field in fields]
    assert hints == ["next", "next", "next", "next", "done"]
    expect(phone.locator("#lane-n4")).not_to_be_empty()
    # The two letters are not digits.
    phone.locator("#lane-code").check()
    expect(fields[0]).to_have_attribute("inputmode", "text")


def test_errors_are_shown_above_a_phone_keyboard(phone: Page) -> None:
    phone.set_viewport_size({**PHONE, "height": PHONE["height"] - KEYBOARD})
    phone.locator("#lane-table").tap()
    phone.keyboard.type("2")
    for seat in range(1, 6):
        phone.locator(f"#lane-t{seat}").tap()
        phone.keyboard.type("3")
    says = phone.locator("#lane-says")
    expect(says).to_have_text("Die Summe ist +15 statt 0.")
    expect(says).to_be_in_viewport(ratio=1)
    expect(phone.locator("#lane-t5")).to_be_in_viewport()


@pytest.mark.slow
def test_unknown_table_number_is_not_overwritten(page: Page, round: Round, typist: User) -> None:
    """Typists look at the paper and type on: nothing may land at another table."""
    lane(page, typist)
    for wrong in ("9", "0", "-2"):
        keyboard = Keyboard(page, delay=TEN_A_SECOND)
        keyboard.type(wrong)
        keyboard.sheet([3, 2, -2, -3])
        unknown = text("There is no table {table} in this round.", table=wrong)
        expect(page.locator("#lane-says")).to_contain_text(unknown.removesuffix("."))
        assert focused(page) == "lane-table"
        expect(page.locator("#lane-t1")).to_have_value("")
        keyboard.press("Escape")
    assert saved(round) == {}
    # Nor with Tab.
    page.keyboard.type("9")
    page.keyboard.press("Tab")
    page.keyboard.type("3")
    page.keyboard.press("Tab")
    expect(page.locator("#lane-t1")).to_have_value("")
    expect(page.locator("#lane-table")).to_have_value("93")


def test_totals_without_a_known_table_are_reported(page: Page, round: Round, typist: User) -> None:
    """All lists are in, so none is proposed; the last Enter used to fail silently."""
    enter_round(round)
    lane(page, typist)
    page.locator("#lane-t1").focus()
    for key in ("6", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#lane-says")).to_have_text(text("The number of the table comes first."))
    assert focused(page) == "lane-table"
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    expect(page.locator("#lane-t1")).to_have_value("6")


def test_table_field_never_traps_the_cursor(page: Page, round: Round, typist: User) -> None:
    enter_round(round)
    lane(page, typist)
    passed = []
    for _ in range(7):
        page.keyboard.press("Tab")
        passed.append(focused(page))
    assert passed[:5] == ["lane-t1", "lane-t2", "lane-t3", "lane-t4", "lane-t5"]
    assert "lane-save" in passed


def test_typing_after_a_click_outside_the_fields_is_not_lost(
    page: Page, round: Round, typist: User
) -> None:
    lane(page, typist)
    page.keyboard.press("Enter")
    page.locator("h1").click()
    assert focused(page) != "lane-t1"
    page.keyboard.type("12")
    expect(page.locator("#lane-t1")).to_have_value("12")


def test_code_of_the_sheet_and_tab(page: Page, round: Round, typist: User) -> None:
    codes = dict(round.tables.values_list("number", "code"))
    lane(page, typist)
    page.locator("#lane-code").check()
    page.locator("#lane-table").focus()
    page.keyboard.type("3")
    page.keyboard.press("Tab")
    expect(page.locator("#lane-says")).to_have_text(
        text("The two letters printed on the sheet are wanted.")
    )
    assert focused(page) == "lane-table"
    page.keyboard.type(f"3{codes[3]}")
    expect(page.locator("#lane-t1")).to_be_focused()
