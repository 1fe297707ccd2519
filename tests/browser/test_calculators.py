"""A calculator answers while one types, and asks by name once it knows the table."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, signed_in
from tests.factories.scenes import plain_example
from tests.factories.tournaments import make_owner
from tournament.models import Call, Penalty, Tournament


@pytest.fixture
def example(page: Page, transactional_db) -> Tournament:
    made = plain_example()
    signed_in(page, make_owner())
    return made


def choose(page: Page, name: str, value: str) -> None:
    page.locator(f'label:has([name="{name}"][value="{value}"])').click()


def test_violation_is_answered_without_a_press(page: Page, example: Tournament) -> None:
    page.goto(f"/t/{example.slug}/referee/violation/")
    answer, offenders = page.locator("[data-answer]"), page.locator('label:has([name="offender"])')
    table = page.locator("#id_table")
    seat = example.rounds.get(number=1).tables.get(number=2).seats.get(position=3)
    page.locator("#id_round").fill("1")
    table.fill("2")
    page.keyboard.press("Tab")
    expect(offenders.nth(2)).to_contain_text(seat.entry.person.name)
    expect(page.locator("#id_violation_0")).to_be_focused()
    choose(page, "violation", "minor")
    expect(answer).to_contain_text(page.locator("legend", has_text="Verstoß durch").inner_text())
    choose(page, "offender", "3")
    expect(answer.locator("dd")).to_have_text(["+1", "+1", "−3", "+1"])
    expect(answer.locator("dt").nth(2)).to_contain_text(seat.entry.person.name)
    expect(answer).to_be_in_viewport(ratio=1)
    assert answer.bounding_box()["x"] > page.locator("form.ask").bounding_box()["width"]
    assert_accessible(page)
    # What was answered stands in the address as after a press.
    page.reload()
    expect(answer.locator("dd")).to_have_text(["+1", "+1", "−3", "+1"])
    expect(page.locator('[name="offender"]:checked')).to_have_value("3")
    expect(answer).to_be_focused()


def test_kind_of_game_decides_what_is_asked(page: Page, example: Tournament) -> None:
    page.goto(f"/t/{example.slug}/referee/value/")
    answer = page.locator("[data-answer]")
    page.locator("#id_re").fill("13")
    page.locator("#id_re_points").fill("172")
    expect(answer.locator("li").first).to_contain_text("+2 / −2 / +2 / −2")
    page.locator("#id_re_points").fill("300")
    expect(answer.locator(".error")).to_be_visible()
    page.locator("#id_re_points").fill("130")
    expect(page.locator("#id_re_fox")).to_be_visible()
    page.locator("#id_type").select_option("compulsory_solo")
    expect(page.locator("#id_re_fox")).to_have_count(0)
    expect(page.locator("#id_re_points")).to_have_value("130")
    expect(answer.locator(".error")).to_be_visible()
    page.locator("#id_re").fill("1")
    expect(answer.locator("li").first).to_contain_text("+3 / −1 / −1 / −1")


def test_what_is_still_possible_follows_the_bounds(page: Page, example: Tournament) -> None:
    page.goto(f"/t/{example.slug}/standings/outlook/")
    rows = page.locator("tbody tr")
    before = rows.count()
    page.locator("#id_places").fill("1")
    expect(rows).not_to_have_count(before)
    fewer = rows.count()
    page.locator("#id_best").fill("")
    expect(page.locator("[data-answer] .warning")).to_have_count(1)
    page.locator("#id_best").fill("900")
    expect(page.locator("[data-answer] .warning")).to_have_count(0)
    expect(rows).not_to_have_count(fewer)
    expect(page).to_have_url(re.compile("best=900"))
    assert "part=" not in page.content()


def test_complaint_shows_its_points_and_is_written_down_at_once(
    page: Page, example: Tournament
) -> None:
    table = example.rounds.get(number=3).tables.get(number=1)
    before = Call.objects.count(), Penalty.objects.count()
    page.goto(f"/t/{example.slug}/calls/new/?round=3&table={table.number}")
    answer = page.locator("[data-answer]")
    choose(page, "offender", "2")
    choose(page, "paragraph", "9.3.2")
    page.locator("#id_initials").fill("KS")
    expect(answer.locator("li strong")).to_have_text(["+1", "−3", "+1", "+1"])
    expect(answer).to_be_in_viewport(ratio=1)
    assert_accessible(page)
    assert (Call.objects.count(), Penalty.objects.count()) == before
    page.locator('label:has([name="offender"][value="3"])').click()
    expect(answer.locator("li strong")).to_have_text(["+1", "+1", "−3", "+1"])
    answer.locator("button").click()
    expect(page).to_have_url(re.compile("/calls/$"))
    assert (Call.objects.count(), Penalty.objects.count()) == (before[0] + 1, before[1] + 1)
    offender = table.seats.get(position=3).entry
    assert Call.objects.latest("pk").offender == offender
