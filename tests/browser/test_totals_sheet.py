"""The page of totals alone: a penalty and an implausible total, each by one key."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, focused, overflow, signed_in
from tests.factories.desk import address_of
from tests.factories.sheets import make_table
from tests.factories.submissions import current
from tests.factories.tournaments import make_tournament, make_user
from tournament.models import GameTable, Role
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import award_penalty


@pytest.fixture
def typing(page: Page, table: GameTable) -> Page:
    signed_in(page, make_user(Role.TYPIST, table.round.tournament))
    return page


def type_totals(page: Page, *totals: int) -> None:
    """Type all totals but the last, which is proposed."""
    for total in totals:
        page.keyboard.type(str(total))
        page.keyboard.press("Enter")
    page.keyboard.press("Enter")


def test_referee_penalty_is_answered_by_its_first_letter(typing: Page, table: GameTable) -> None:
    award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=2, initials="KS", contained=False)
    typing.goto(f"{address_of(table)}?kind=totals")
    type_totals(typing, 6, 2, -2)
    assert focused(typing) == "x1-booked"
    assert_accessible(typing)
    assert overflow(typing) == 0
    typing.keyboard.press("n")  # noch dazurechnen
    typing.keyboard.press("Enter")
    assert focused(typing) == "action"
    typing.keyboard.press("Enter")
    expect(typing.get_by_text("Tisch 1 ist gespeichert: +7 / −1 / −1 / −5.")).to_be_visible()
    assert current(table).totals == [7, -1, -1, -5]


def test_implausible_total_is_confirmed_by_one_key(
    typing: Page, table: GameTable, problems: list[str]
) -> None:
    typing.goto(f"{address_of(table)}?kind=totals")
    type_totals(typing, 122, 2, -2)
    typing.keyboard.press("Enter")
    expect(typing.get_by_role("alert")).to_contain_text("Noch ist nichts gespeichert.")
    assert not table.versions.exists()
    assert focused(typing) == "action"
    assert_accessible(typing)
    typing.keyboard.press("Enter")
    expect(typing.get_by_text("Tisch 1 ist gespeichert: +122 / +2 / −2 / −122.")).to_be_visible()
    problems.clear()


def test_sum_shows_in_colour_whether_it_is_right(typing: Page, table: GameTable) -> None:
    typing.goto(f"{address_of(table)}?kind=totals")
    check = typing.locator("#check-totals")
    for last, text, colour in (("-6", "✓ Σ 0", "is-right"), ("-5", "✗ Σ +1", "is-wrong")):
        for seat, total in enumerate(("6", "2", "-2", last), 1):
            typing.locator(f"#t{seat}").fill(total)
        expect(check).to_have_text(text)
        assert set(check.get_attribute("class").split()) & {"is-right", "is-wrong"} == {colour}
    typing.locator("#t4").fill("")
    expect(check).to_have_text("…")
    assert set(check.get_attribute("class").split()) & {"is-right", "is-wrong"} == set()


def test_sum_is_no_mistake_while_a_deduction_is_typed(page: Page, transactional_db: None) -> None:
    table = make_table(make_tournament("klub", rules="club"))
    signed_in(page, make_user(Role.TYPIST, table.round.tournament))
    page.goto(f"{address_of(table)}?kind=totals")
    for seat, total in enumerate(("6", "-3", "-2", "-6"), 1):
        page.locator(f"#t{seat}").fill(total)
    check, offender, points = map(page.locator, ("#check-totals", "#x1-offender", "#x1-p2"))
    expect(check).to_have_text("✗ Σ −5")
    offender.select_option("2")
    expect(check).to_have_text("Σ −5")
    points.fill("-5")
    page.locator("#x1-p1").fill("0")
    page.locator("#x1-reason").fill("zu spät")
    expect(page.locator("#says-sheet li.error")).to_have_count(0)
    expect(check).to_have_text("Σ −5")
    assert set(check.get_attribute("class").split()) & {"is-right", "is-wrong"} == set()
    for each in ("#x1-p1", "#x1-p2", "#x1-reason"):
        page.locator(each).fill("")
    offender.select_option("")
    expect(check).to_have_text("✗ Σ −5")
