"""A question about an unknown name at the desk: once answered, either way, it disappears."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.factories.registration import all_answered, desk, nothing_kept_here, typed
from tests.factories.tournaments import make_entries, make_tournament, make_user
from tests.factories.words import refusal
from tournament.models import Entry, Role


@pytest.fixture
def at_desk(page: Page, transactional_db) -> Page:
    tournament = make_tournament()
    make_entries(tournament, 3)
    return desk(page, make_user(Role.DIRECTION, tournament, "dora"))


def questions(page: Page) -> Locator:
    return page.locator("#check-in-unclear li")


def names_from(number: int) -> list[str]:
    return [str(each) for each in Entry.objects.filter(number__gte=number).order_by("number")]


def test_question_that_the_form_answers_is_closed(at_desk: Page) -> None:
    typed(at_desk, "Kelr, Jana")
    questions(at_desk).get_by_role("link", name="Mit Formular").click()
    at_desk.get_by_label("Nachname").fill("Keller")
    at_desk.get_by_role("button", name="Teilnehmer hinzufügen").click()
    expect(at_desk.locator("#check-in-log")).to_contain_text("4 · Keller, Jana")
    expect(questions(at_desk)).to_have_count(0)
    nothing_kept_here(at_desk)
    assert names_from(4) == ["4 Jana Keller"]


def test_form_that_is_left_answers_nothing(at_desk: Page) -> None:
    typed(at_desk, "Keller, Jana")
    questions(at_desk).get_by_role("link", name="Mit Formular").click()
    at_desk.get_by_role("link", name="Abbrechen").click()
    expect(questions(at_desk)).to_have_count(1)


def test_question_left_open_elsewhere_enters_nobody_twice(at_desk: Page) -> None:
    """Another computer entered her meanwhile: the button says so, and the question disappears."""
    typed(at_desk, "Keller, Jana")
    button = questions(at_desk).get_by_role("button", name="Keller, Jana aufnehmen")
    expect(button).to_be_visible()
    other = at_desk.context.new_page()
    other.goto("/t/herbst/players/new/?name=Keller, Jana")
    other.get_by_role("button", name="Teilnehmer hinzufügen").click()
    expect(other.locator("#check-in-log")).to_contain_text("4 · Keller, Jana")
    button.click()
    expect(
        at_desk.get_by_text(
            refusal("person_entered", name="Jana Keller", number=4).removesuffix(".")
        )
    ).to_be_visible()
    expect(questions(at_desk)).to_have_count(0)
    all_answered(at_desk)
    nothing_kept_here(at_desk)
    assert names_from(4) == ["4 Jana Keller"]
