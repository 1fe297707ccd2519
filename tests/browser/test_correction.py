"""Correcting a sheet by keyboard: total, reason, save; the cursor is where something is missing."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import (
    assert_accessible,
    focused,
    kept,
    signed_in,
    without_complaints_about,
)
from tests.factories.desk import address_of
from tests.factories.sheets import rows_content, totals_content
from tests.factories.submissions import current, submit
from tournament.models import GameTable, User
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import award_penalty

TOTALS = ("8", "2", "-2", "-8")


@pytest.fixture
def totals(page: Page, table: GameTable, typist: User) -> Page:
    """The filled-in totals of the table, with the cursor in the first."""
    submit(COMMAND_LINE, table, totals_content([6, 2, -2, -6]))
    signed_in(page, typist).goto(address_of(table))
    expect(page.locator("#t1")).to_be_focused()
    return page


def enter(page: Page, *texts: str) -> None:
    for text in texts:
        page.keyboard.type(text)
        page.keyboard.press("Enter")


def test_totals_are_corrected_by_enter_alone(totals: Page, table):
    enter(totals, *TOTALS)
    assert focused(totals) == "reason"
    enter(totals, "verlesen")
    expect(totals.locator("#save")).to_be_focused()
    totals.keyboard.press("Enter")
    expect(totals.get_by_text("Tisch 1 ist gespeichert")).to_be_visible()
    assert (current(table).totals, current(table).reason) == ([8, 2, -2, -8], "verlesen")


def test_list_is_corrected_by_enter_alone(page: Page, table, typist):
    submit(COMMAND_LINE, table, rows_content())
    signed_in(page, typist).goto(address_of(table))
    expect(page.locator("#l1")).to_be_focused()
    enter(page, "13 2")
    page.locator("#t1").focus()
    enter(page, "", "", "", "")
    assert focused(page) == "reason"
    enter(page, "Spiel 1")
    expect(page.locator("#save")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Tisch 1 ist gespeichert")).to_be_visible()
    assert current(table).reason == "Spiel 1"


@pytest.mark.parametrize("kind", ["rows", "totals"])
def test_reason_that_is_missing_has_the_cursor(page: Page, table, typist, kind, problems):
    content = rows_content() if kind == "rows" else totals_content([6, 2, -2, -6])
    submit(COMMAND_LINE, table, content)
    signed_in(page, typist).goto(address_of(table))
    if kind == "rows":
        enter(page, "13 2")
    else:
        enter(page, *TOTALS)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("alert").first).to_contain_text("Begründung")
    expect(page.locator("#reason")).to_be_focused()
    expect(page.locator("#reason")).to_have_attribute("aria-invalid", "true")
    assert_accessible(page)
    enter(page, "verlesen")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Tisch 1 ist gespeichert")).to_be_visible()
    without_complaints_about(422, problems)


def test_unanswered_question_has_the_cursor(totals: Page, table, problems):
    """A penalty is booked during a correction: its question is all that is missing."""
    award_penalty(COMMAND_LINE, table, rule="9.3.2", offender=3, initials="SR", contained=False)
    enter(totals, *TOTALS)
    enter(totals, "verlesen")
    totals.keyboard.press("Enter")
    expect(totals.locator("#x1-booked")).to_be_focused()
    assert_accessible(totals)
    kept(totals)
    without_complaints_about(422, problems)


def test_errors_are_listed_under_the_cursor(totals: Page, problems):
    """Wrong is not missing: the program cannot know which field to change."""
    totals.locator("#t1").fill("7")
    totals.keyboard.press("Control+Enter")
    expect(totals.locator("#summary")).to_be_focused()
    kept(totals)
    without_complaints_about(422, problems)
