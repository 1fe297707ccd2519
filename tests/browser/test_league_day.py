"""A league as a new user plays it: season, teams, days, lineups, a day's tournament, the table."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_evening_by_keyboard import tab_to
from tests.factories.browsing import signed_in
from tests.factories.leagues import hand_in, make_day, make_league, names_of
from tests.factories.rounds import enter_totals
from tests.factories.tournaments import make_owner
from tests.factories.words import text
from tournament.labels.points import match_points_words
from tournament.league.reads import league_report
from tournament.lists.notes import missing_note
from tournament.models import DayTeam, GameTable, League, MatchDay, Round, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import release_standings
from tournament.seating.writes.draws import draw_next_round

pytestmark = pytest.mark.django_db(transaction=True)

TEAMS = ("Asse", "<b>Buben</b>", "Damen; DU ZHN", "Łódź Könige")
PEOPLE = ("Arnold, Ute", "Beck, Jan", "Conrad, Ilse", "Dietz, Otto")


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
    """One lineup of four and two sheets of four are typed: the others are there by then."""
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

    page.goto("/leagues/liga-2026-27/1/1/")
    page.locator("main tbody .name a").first.focus()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    for at, name in enumerate(PEOPLE):
        typed(page, f"name_{at}", name)
    press(page, ".wide-form .primary")
    others = DayTeam.objects.filter(day__number=1, lineup=[])
    assert len(others) == 3
    for each in others:
        hand_in(each, names_of(each.team))
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
    for sheet in GameTable.objects.filter(number__gt=2):
        enter_totals(sheet, [4, 1, -2, -3])
    page.goto(f"/t/{made.slug}/")
    tab_to(page, '.next a[href*="/totals/"]')
    page.keyboard.press("Enter")
    expect(page.locator("#lane-table")).to_be_focused()
    for table in (1, 2):
        for figure in (table, 6, 2, -2, -6):
            page.keyboard.type(str(figure))
            page.keyboard.press("Enter")
        expect(page.locator("#lane-missing")).to_have_text(str(2 - table))
    for _ in ("end", "close"):
        page.goto(f"/t/{made.slug}/")
        press(page, ".next .primary")

    page.goto(f"/leagues/{league.slug}/")
    table = league_report(league).divisions[0].table
    assert sum(line.match_points for line in table) == sum((4, 3, 2, 1))
    expected = [match_points_words(line.match_points) for line in table]
    assert page.locator("main td.main").all_inner_texts() == expected


def sheets_come_in(tables: list[GameTable]) -> None:
    for table in tables:
        enter_totals(table, [50, 20, -10, -60])


def asked_again(page: Page) -> None:
    """Have the open page ask at once, as it does from time to time."""
    with page.expect_response(lambda answer: "part=now" in answer.url):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_open_page_of_a_match_day_follows_from_before_its_first_round(
    page: Page, transactional_db
) -> None:
    day = MatchDay.objects.get(division__league=make_league(4, 1, rounds_a_day=1))
    tournament = make_day(day)
    signed_in(page, make_owner())
    page.goto(f"/leagues/{day.division.league.slug}/1/1/?sort=name")
    main = page.locator("main")
    expect(main).to_contain_text(text("tournament made"))
    first, *others = draw_next_round(COMMAND_LINE, tournament).tables.order_by("number")
    asked_again(page)
    expect(main).to_contain_text(missing_note(0, 4))
    sheets_come_in([first])
    asked_again(page)
    expect(main).to_contain_text(missing_note(1, 4))
    # Its links lead to the page, sorted as it is; not to the part.
    links = main.locator("[data-clock-source] a").evaluate_all("all => all.map(each => each.href)")
    assert links
    assert not any("part=" in each for each in links)
    assert any("sort=-name" in each for each in links)
    sheets_come_in(others)
    asked_again(page)
    expect(main).not_to_contain_text(missing_note(1, 4))


def test_open_phone_follows_a_match_day_and_keeps_it_unfolded(page: Page, transactional_db) -> None:
    day = MatchDay.objects.get(division__league=make_league(4, 2, rounds_a_day=1), number=1)
    tournament = make_day(day)
    first, *_others = draw_next_round(COMMAND_LINE, tournament).tables.order_by("number")
    tournament.phone_code, tournament.phones_let_in = "spieltag1", True
    tournament.save(update_fields=["phone_code", "phones_let_in"])
    release_standings(COMMAND_LINE, tournament, 1)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/h/spieltag1/league/")
    main, later = page.locator("main"), page.locator(".phone-day summary").last
    expect(main).to_contain_text(missing_note(0, 4))
    later.focus()
    page.keyboard.press("Enter")
    sheets_come_in([first])
    asked_again(page)
    expect(main).to_contain_text(missing_note(1, 4))
    expect(page.locator(".phone-day[open]")).to_have_count(2)
    expect(later).to_be_focused()
