"""Somebody does not come: the seats are adjusted by keyboard alone."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import (
    assert_accessible,
    assert_fits,
    focused,
    overflow,
    signed_in,
    without_complaints_about,
)
from tests.factories.rounds import plan_of
from tests.factories.seated import make_seated_tournament
from tests.factories.tournaments import make_entries, make_owner
from tests.factories.words import text

pytestmark = pytest.mark.django_db(transaction=True)


def tab_to(page: Page, words: str) -> None:
    """Press Tab until the link, button or field with these words has focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        at = page.evaluate(
            "(document.activeElement.labels?.[0] || document.activeElement).innerText"
        )
        if at and at.strip() == words:
            return
    raise AssertionError(f"no way to {words!r} by keyboard")


def test_a_no_show_is_repaired_by_keyboard(page: Page) -> None:
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 9")
    person = tournament.entries.get(number=5).person
    person.last_name = "<script>alert(1)</script>" + "Donaudampfschiff" * 10
    person.save()
    tournament.entries.filter(number=3).update(status="withdrawn")
    signed_in(page, make_owner())
    page.goto("/t/herbst/rounds/1/")
    tab_to(page, "Plätze anpassen")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Plätze anpassen ab Runde 1")).to_be_visible()
    assert_accessible(page)
    page.set_viewport_size({"width": 360, "height": 740})
    assert overflow(page) == 0
    page.set_viewport_size({"width": 1366, "height": 768})

    tab_to(page, "Begründung")
    assert focused(page) == "reason"
    page.keyboard.type("Nicht erschienen")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Gespeichert.")).to_be_visible()
    assert_accessible(page)
    assert [person for _round, _table, _seat, person in plan_of(tournament)] == [
        *(1, 2, 5, 4),
        *(9, 6, 7, 8),
    ]


def test_previews_are_accessible_and_fit_a_phone(page: Page, problems: list[str]) -> None:
    tournament = make_seated_tournament("1 2 3 4 / 5 6 7 8 9", "1 5 9 6 / 2 3 4 7 8")
    make_entries(tournament, 1)
    person = tournament.entries.get(number=5).person
    person.last_name = "<b>" + "L" * 190
    person.save()
    tournament.entries.filter(number__in=[1, 5]).update(team="T" * 100, keeps_list=False)
    signed_in(page, make_owner())
    start = "/t/herbst/rounds/1/"
    pk = tournament.entries.get(number=5).pk
    pages = ["swap/?one=1&other=5", "swap/?one=1&other=50", "substitute/?leaving=5&coming=10"]
    for address in [*(start + rest for rest in pages), f"/t/herbst/players/{pk}/status/"]:
        page.goto(address)
        assert_fits(page)
    for typed in ("1 2 3 5\n4 6 7 8", "1 2 3\n4 5 6 x"):
        page.goto(f"{start}by-hand/")
        page.get_by_label(text("Start numbers, one line for each table")).fill(typed)
        page.get_by_role("button", name="Vorschau").click()
        expect(page.locator("textarea")).to_have_value(typed)
        assert_fits(page)
    without_complaints_about(422, problems)
