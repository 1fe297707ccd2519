"""A deduction by keyboard: somebody is suggested, the answer stands beside the form."""

import re

from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, signed_in
from tests.factories.scenes import plain_example
from tests.factories.tournaments import make_owner
from tournament.models import Adjustment


def test_player_is_suggested_and_the_answer_follows(page: Page, transactional_db) -> None:
    example = plain_example()
    before = Adjustment.objects.count()
    signed_in(page, make_owner()).goto(f"/t/{example.slug}/deductions/new/")
    field, options = page.locator("#id_entry"), page.locator("[role=option]")
    field.focus()
    page.keyboard.type("jaeger soehnk")
    with page.expect_response(
        re.compile("soehnke&part=people")
    ):  # the last answer is of all letters
        page.keyboard.type("e")
    page.wait_for_timeout(100)
    expect(options).to_have_count(1)
    page.keyboard.press("Enter")
    entry = example.entries.get(person__last_name="Jäger", person__first_name="Söhnke")
    expect(field).to_have_value(f"{entry.number} Söhnke Jäger")
    expect(options).to_be_hidden()
    page.keyboard.press("Tab")
    page.keyboard.type("12")
    expect(page.locator(".answer h2")).to_have_text(f"{entry.number} Söhnke Jäger")
    expect(page.locator(".answer .then")).to_be_visible()
    assert_accessible(page)
    assert Adjustment.objects.count() == before
