"""Seats drawn one by one at the registration desk: opened, drawn, published."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, signed_in
from tests.factories.tournaments import make_entries, make_owner, make_tournament
from tests.factories.words import text
from tournament.draw.desk import desk_seats
from tournament.models import Draw, Round

pytestmark = pytest.mark.django_db(transaction=True)


def test_nine_people_of_twelve_draw_their_seats(page: Page) -> None:
    make_entries(make_tournament(), 9, clubs=3)
    signed_in(page, make_owner())
    page.goto("/t/herbst/draw/")
    page.get_by_text(text("Seats one by one at the registration desk")).click()
    page.get_by_role("link", name=text("Draw numbers at the registration desk")).click()
    assert_accessible(page)
    page.get_by_label(text("People expected")).fill("12")
    page.get_by_role("button", name=text("Open the desk")).click()
    expect(
        page.get_by_text(text("From now on everybody who is checked in draws a number."))
    ).to_be_visible()
    assert_accessible(page)

    drawn = desk_seats(Draw.objects.get().seed, 12)
    page.goto("/t/herbst/players/")
    for number, seat in zip(("7", "2"), drawn, strict=False):
        page.locator("#typed").fill(number)
        page.keyboard.press("Enter")
        said = text(
            "Table %(table)s, position %(seat)s (number %(number)s)",
            number=seat.number,
            table=seat.place.table,
            seat=seat.place.seat,
        )
        expect(page.locator("#check-in-log li").first).to_contain_text(said)
    assert_accessible(page)
    for count, number in enumerate(("1", "3", "4", "5", "6", "8", "9"), start=3):
        page.locator("#typed").fill(number)
        page.keyboard.press("Enter")
        expect(page.locator("#players-count")).to_contain_text(f"{count} von 9")

    page.goto("/t/herbst/draw/")
    page.get_by_role("button", name=text("Make round 1 of the numbers")).click()
    page.get_by_role("button", name=text("Publish round %(number)s", number=1)).click()
    page.wait_for_url("**/rounds/1/")
    round = Round.objects.get()
    assert (round.seats.count(), round.tables.count(), round.published_at is None) == (9, 2, False)
