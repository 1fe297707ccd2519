"""A league as a new user plays it: season, teams, days, lineups, a day's tournament, the table."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_evening_by_keyboard import tab_to
from tests.factories.browsing import signed_in
from tests.factories.tournaments import make_owner
from tournament.labels.points import match_points_words
from tournament.league.reads import league_report
from tournament.models import League, Round, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

TEAMS = ("Asse", "<b>Buben</b>", "Damen; DU ZHN", "Łódź Könige")
PEOPLE = (
    ("Arnold, Ute", "Beck, Jan", "Conrad, Ilse", "Dietz, Otto"),
    ("Engel, Pia", "Fuchs, Max", "Graf, Lena", "Huber, Kai"),
    ("Imhof, Rosa", "Jung, Paul", "Krause, Mia", "Lorenz, Tim"),
    ("Maurer, Eva", "Naumann, Leo", "Oswald, Ida", "Peters, Ben"),
)


def typed(page: Page, field: str, value: str) -> None:
    """Type into a field that Tab leads to."""
    tab_to(page, f"[name='{field}']")
    page.keyboard.press("Control+a")
    page.keyboard.type(value)


def press(page: Page, selector: str) -> None:
    """Press what Tab leads to."""
    tab_to(page, selector)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def test_a_league_day_without_a_mouse(page: Page, transactional_db) -> None:
    signed_in(page, make_owner())
    page.goto("/leagues/new/")
    values = {"name": "Liga", "season": "2026/27", "rounds_a_day": "1"}
    values |= {"division-name": "1. Liga", "division-days": "2"}
    values |= {"division-teams": "\n".join(TEAMS)}
    for field, value in values.items():
        typed(page, field, value)
    press(page, ".primary:not(.next *)")
    league = League.objects.get()
    press(page, ".notice .primary")

    for team in range(4):
        page.goto("/leagues/liga-2026-27/1/1/")
        link = page.locator("main tbody .name a").nth(team)
        link.focus()
        with page.expect_navigation():
            page.keyboard.press("Enter")
        for at in range(4):
            typed(page, f"name_{at}", PEOPLE[team][at])
        press(page, ".wide-form .primary")
    page.goto("/leagues/liga-2026-27/1/1/")
    press(page, "form[action$='/tournament/'] .primary")
    made = Tournament.objects.get()
    assert made.entries.count() == 16

    press(page, ".primary")
    for _ in range(3):
        if Round.objects.filter(started_at__isnull=False).exists():
            break
        page.goto(f"/t/{made.slug}/")
        press(page, ".next .primary")
    page.goto(f"/t/{made.slug}/")
    tab_to(page, '.next a[href*="/totals/"]')
    page.keyboard.press("Enter")
    expect(page.locator("#lane-table")).to_be_focused()
    for table in range(1, 5):
        for figure in (table, 6, 2, -2, -6):
            page.keyboard.type(str(figure))
            page.keyboard.press("Enter")
        expect(page.locator("#lane-missing")).to_have_text(str(4 - table))
    for _ in ("end", "close"):
        page.goto(f"/t/{made.slug}/")
        press(page, ".next .primary")

    page.goto(f"/leagues/{league.slug}/")
    table = league_report(league).divisions[0].table
    assert sum(line.match_points for line in table) == sum((4, 3, 2, 1))
    expected = [match_points_words(line.match_points) for line in table]
    assert page.locator("main td.main").all_inner_texts() == expected
