"""The form of prizes says beside the lines, while they are typed, what they leave of the money."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, overflow, signed_in
from tests.factories.tournaments import make_entries, make_tournament, make_user
from tests.factories.words import text
from tournament.labels.points import euros, short_euros
from tournament.models import Prize, Role, Tournament
from tournament.money.writes import take_payment
from tournament.permissions import COMMAND_LINE


@pytest.fixture
def tournament(transactional_db) -> Tournament:
    tournament = make_tournament()
    make_entries(tournament, 4)
    take_payment(COMMAND_LINE, tournament.entries.get(number=1), 10_000)
    return tournament


def test_lines_of_prizes_are_answered_while_typed(page: Page, tournament: Tournament) -> None:
    signed_in(page, make_user(Role.DIRECTION, tournament)).goto("/t/herbst/prizes/edit/")
    answer = page.locator("[data-answer]")
    page.locator("[name=lines-0-first]").fill("1")
    page.locator("[name=lines-0-last]").fill("3")
    page.locator("[name=lines-0-amount]").fill("20,50")
    places = text("Places %(first)s to %(last)s", first=1, last=3)
    each = text("%(prize)s each", prize=short_euros(2_050))
    expect(answer.locator("li")).to_have_text([f"{places}: {each}"])
    expect(answer.locator(".left dd")).to_have_text(euros(3_850))
    page.locator("[name=lines-0-amount]").fill("50")
    expect(answer.locator(".short dd")).to_have_text(euros(5_000))
    assert_accessible(page)
    # Beside the lines on a wide page, below them on a phone.
    form, beside = page.locator("form[data-answers]").bounding_box(), answer.bounding_box()
    assert form
    assert beside
    assert beside["x"] >= form["x"] + form["width"]
    page.set_viewport_size({"width": 360, "height": 768})
    form, below = page.locator("form[data-answers]").bounding_box(), answer.bounding_box()
    assert form
    assert below
    assert below["y"] >= form["y"] + form["height"]
    assert overflow(page) == 0
    assert Prize.objects.count() == 0
