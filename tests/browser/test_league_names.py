"""Names of teams on a narrow phone: long words stay whole, and a table is not cut."""

import pytest
from playwright.sync_api import Page

from tests.factories.browsing import overflow, signed_in
from tests.factories.leagues import make_league, play_day
from tests.factories.tournaments import make_owner
from tournament.league.writes.leagues import edit_team
from tournament.models import LeagueTeam
from tournament.permissions import COMMAND_LINE

pytestmark = pytest.mark.django_db(transaction=True)

WORD = "Herzogenaurach"
LINES_OF_WORD = """word => {
    const cell = [...document.querySelectorAll("main tbody .name")]
        .find(each => each.textContent.includes(word));
    const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode();
    const range = document.createRange();
    const begin = text.data.indexOf(word);
    range.setStart(text, begin);
    range.setEnd(text, begin + word.length);
    return new Set([...range.getClientRects()].map(each => each.top)).size;
}"""
CUT = """() => [...document.querySelectorAll("main .table-wrap")]
    .map(each => each.scrollWidth - each.clientWidth)"""


@pytest.fixture
def team(transactional_db) -> LeagueTeam:
    """A team with a long word in its name, and one whose name is a single word of 200 letters."""
    division = make_league(4, 2, rounds_a_day=1).divisions.get()
    first, second, *_others = division.teams.order_by("number")
    edit_team(COMMAND_LINE, first, name=f"Doppelköpfe {WORD}", club="")
    edit_team(COMMAND_LINE, second, name="W" * 100, club="")
    play_day(division.days.order_by("number")[0], lambda _size: [9, 3, -3, -9])
    return first


def test_a_long_word_of_a_name_stays_whole_on_a_phone(page: Page, team: LeagueTeam) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    signed_in(page, make_owner())
    for address in ("1/1/", "1/2/", "", f"team/{team.pk}/stop/"):
        page.goto(f"/leagues/liga-2026-27/{address}")
        assert page.evaluate(LINES_OF_WORD, WORD) == 1, address
        assert overflow(page) == 0


def test_the_table_of_a_withdrawal_is_not_cut_on_a_phone(page: Page, team: LeagueTeam) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    signed_in(page, make_owner()).goto(f"/leagues/liga-2026-27/team/{team.pk}/stop/")
    assert page.evaluate(CUT) == [0]
