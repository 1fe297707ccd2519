"""Endless words: whatever was typed, a list is no wider than its page."""

from itertools import product

import pytest
from playwright.sync_api import Page

from tests.factories.browsing import overflow, signed_in
from tests.factories.rounds import enter_totals, make_drawn_tournament, round_number
from tests.factories.tournaments import make_club, make_owner
from tournament.models import Entry, Person, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import deduct_points
from tournament.rounds.writes import start_clock

pytestmark = pytest.mark.django_db(transaction=True)

WIDER = """() => [...document.querySelectorAll(".table-wrap")]
    .filter((each) => each.textContent.includes("WWW"))
    .map((each) => each.scrollWidth - each.clientWidth)"""
WIDTHS = (1366, 1200, 360)


def test_a_reason_without_a_space_widens_no_list(page: Page, transactional_db) -> None:
    tournament = make_drawn_tournament(8)
    entry = tournament.entries.get(number=1)
    deduct_points(COMMAND_LINE, entry, 6, "W" * 600)
    signed_in(page, make_owner())
    faults = {}
    for address in ("deductions/", f"players/{entry.pk}/", "calls/", "journal/"):
        page.goto(f"/t/herbst/{address}")
        assert "WWW" in page.locator("main").inner_text()
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 768})
            if any(found := [overflow(page), *page.evaluate(WIDER)]):
                faults[address, width] = found
    assert faults == {}


NAME, CLUB = "ŁĐŞ" + "W" * 197, "x" * 200
MAIN_PAGES = (
    *("", "players/", "players/?desk=now&last={pk}", f"players/?desk=1&q={'z' * 100}"),
    *("print/", "roles/", "rounds/1/tables/1/?kind=totals", "players/{pk}/", "players/{pk}/edit/"),
    *("rounds/1/", "rounds/1/board/", "rounds/1/seats/", "rounds/1/seats/?by=name"),
    *("rounds/1/tables/1/", "rounds/1/totals/"),
    *("rounds/1/result/", "standings/", "plan/", "money/{pk}/", "calls/new/?round=1&table=1"),
    *("deductions/new/", "find/?q=WWW", "rounds/1/swap/?one=1&other=5", "beamer/"),
)
PHONE_PAGES = ("", "?q=1", "seats/1/", "players/1/", "standings/")


@pytest.fixture
def tournament(transactional_db) -> Tournament:
    """Everybody has two hundred letters twice without a blank, and so have club and tournament."""
    tournament = make_drawn_tournament(8, name="W" * 200, place="P" * 200)
    Person.objects.update(first_name=NAME, last_name=NAME)
    Entry.objects.update(club=make_club("ŁĐŞ", CLUB), checked_in=True)
    round = start_clock(COMMAND_LINE, round_number(tournament, 1))
    enter_totals(round.tables.get(number=1), [4, 0, 0, -4])
    changed = {"phones_let_in": True, "phone_code": "j88h52zmf", "standings_released": 1}
    Tournament.objects.filter(pk=tournament.pk).update(**changed)
    return tournament


def test_names_without_a_space_widen_no_page(page: Page, tournament: Tournament) -> None:
    pk = tournament.entries.get(number=1).pk
    addresses = [
        *(f"/t/herbst/{each.format(pk=pk)}" for each in MAIN_PAGES),
        *(f"/h/j88h52zmf/{each}" for each in PHONE_PAGES),
    ]
    signed_in(page, make_owner())
    too_wide = {}
    for address in addresses:
        assert page.goto(address).status == 200, address
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 768})
            too_wide[address, width] = overflow(page)
    assert too_wide == dict.fromkeys(product(addresses, WIDTHS), 0)
