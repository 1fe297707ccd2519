"""A ranking over time, from declaring it to its second list, with who has risen and fallen."""

from datetime import date

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, overflow, signed_in
from tests.factories.evenings import make_evening
from tests.factories.tournaments import make_owner
from tests.factories.words import text
from tournament.models import Entry, RankingIssue

pytestmark = pytest.mark.django_db(transaction=True)

JANUARY, FEBRUARY = date(2026, 1, 9), date(2026, 2, 13)


def press(page: Page, words: str) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name=words).first.click()


def shown(page: Page, column: str) -> list[str]:
    """Return a column of the list."""
    return page.locator("table.standings tbody tr td").evaluate_all(
        """(cells, column) => {
            const of = (cell) => cell.closest("table").querySelectorAll("th")[cell.cellIndex];
            return cells.filter((cell) => of(cell).textContent.trim() === column)
                .map((cell) => cell.textContent.trim());
        }""",
        column,
    )


def declare(page: Page) -> None:
    page.goto("/rankings/")
    page.get_by_role("link", name=text("Begin a ranking")).click()
    page.fill("[name=name]", "DDV")
    page.locator("summary", has_text=text("Months, rounds and tournaments that count")).click()
    page.fill("[name=minimum]", "1")
    page.fill("[name=least_rounds]", "1")
    press(page, text("Begin a ranking"))


def test_from_declaring_to_the_second_list(page: Page, transactional_db) -> None:
    first = make_evening("januar", [20, 10, -10, -20], JANUARY, name="Januar")
    signed_in(page, make_owner())
    declare(page)
    page.goto("/rankings/ddv/?on=2026-02-01")
    press(page, text("Publish this list"))
    second = make_evening("februar", [-30, 40, 5, -15], FEBRUARY, name="Februar")
    for entry in Entry.objects.filter(tournament=second, number__lte=3):
        entry.person = first.entries.get(number=entry.number).person
        entry.save()
    page.goto("/rankings/ddv/?on=2026-03-01")
    assert shown(page, text("Before")) == ["▲ 1", "▲ 1", "▼ 2", text("new"), "▼ 1"]
    press(page, text("Publish this list"))
    assert [str(each.on) for each in RankingIssue.objects.all()] == ["2026-02-01", "2026-03-01"]
    assert_accessible(page)
    page.goto("/rankings/ddv/people/")
    press(page, text("Two people"))
    expect(page.get_by_role("button", name=text("Ask again"))).to_have_count(1)
    expect(page.get_by_role("button", name=text("Two people"))).to_have_count(0)
    assert_accessible(page)
    page.set_viewport_size({"width": 360, "height": 740})
    assert overflow(page) == 0
