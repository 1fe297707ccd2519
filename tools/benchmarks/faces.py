"""What the busiest pages show at once, in mid round: words, links, buttons, first row on a phone.

176 players, the fifth of eight rounds running, half of its score sheets in, phones and screens let
in. Counted as the owner, in German, in a real browser: words, links and buttons of the page without
its bar at 1366 x 768; the y of the first row on a phone of 360 x 740.

pytest -s tools/benchmarks/faces.py
"""

import sys
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page

from tests.browser.conftest import browser  # noqa: F401  # a fixture
from tests.processes.hall import command, served, sessions

MID_ROUND = """
from datetime import timedelta
from django.utils import timezone
from scoring.json_format import sheet_to_json
from tournament.draw.randomness import seeded
from tournament.models import SheetKind
from tournament.people.rules.made_up_people import made_up_people
from tournament.people.rules.registration import PlayerRow
from tournament.people.writes.players import import_players
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in, release_standings
from tournament.rehearsal.rules import random_sheet
from tournament.rounds.writes import close_round, end_clock, start_clock
from tournament.seating.writes.draws import draw_next_round
from tournament.sheets.writes.sheets import submit_sheet
from tournament.stage.writes import let_screens_in
from tournament.tournaments.writes.tournaments import create_tournament

name = "Norddeutsche Meisterschaft Einzel 2026"
mid = create_tournament(COMMAND_LINE, slug="mid", name=name, rounds=8)
people = made_up_people(176, seeded("1 people"))
rows = [PlayerRow(line, each.last_name, each) for line, each in enumerate(people, 1)]
import_players(COMMAND_LINE, mid, rows, are_made_up=True)
random = seeded("sheets")
for number in range(1, 6):
    round = draw_next_round(COMMAND_LINE, mid, "1" if number == 1 else None)
    begin = timezone.now() - timedelta(minutes=200 - 30 * number)
    start_clock(COMMAND_LINE, round, now=begin)
    tables = list(round.tables.order_by("number"))
    for table in tables if number < 5 else tables[: len(tables) // 2]:
        sheet = random_sheet(table.size, mid.games(table.size), random, mid.rule_set)
        submit_sheet(COMMAND_LINE, table, SheetKind.ROWS, sheet_to_json(sheet), based_on=None)
    if number < 5:
        end = begin + timedelta(minutes=25)
        close_round(COMMAND_LINE, end_clock(COMMAND_LINE, round, early=True, now=end), now=end)
mid.refresh_from_db()
let_phones_in(COMMAND_LINE, mid)
let_screens_in(COMMAND_LINE, mid)
release_standings(COMMAND_LINE, mid, 4)
"""
PAGES = {
    "overview": "",
    "round": "rounds/5/",
    "board": "rounds/5/board/",
    "players": "players/",
    "print": "print/",
    "plan by tables": "plan/tables/",
}
FIRST_ROWS = {
    "overview": ("", ".hall-map"),
    "round": ("rounds/5/", ".table-row"),
    "board": ("rounds/5/board/", ".tiles li"),
    "standings": ("standings/", "tbody tr"),
    "players": ("players/", "tbody tr"),
}
COUNT = """() => {
    const main = document.querySelector("main");
    const buttons = [...main.querySelectorAll("button")];
    return [
        main.innerText.split(/\\s+/).filter(Boolean).length,
        main.querySelectorAll("a[href]").length,
        buttons.length,
        buttons.filter((each) => each.checkVisibility()).length,
    ];
}"""
WHERE = """selector => Math.round(
    document.querySelector(`main ${selector}`).getBoundingClientRect().top + scrollY
)"""


@pytest.mark.benchmark
@pytest.mark.alone
def test_faces_in_mid_round(var: Path, browser: Browser) -> None:  # noqa: F811
    command(var, "shell", "--no-imports", "-c", MID_ROUND)
    session = sessions(var, 1)[0]
    with served(var) as address:
        page = opened(browser, address, session, 1366, 768)
        sys.stdout.write("\npage              words  links  buttons (seen at once)\n")
        for name, path in PAGES.items():
            page.goto(f"{address}/t/mid/{path}")
            words, links, buttons, seen = page.evaluate(COUNT)
            sys.stdout.write(f"{name:16} {words:6} {links:6} {buttons:8} ({seen})\n")
        page = opened(browser, address, session, 360, 740)
        for name, (path, row) in FIRST_ROWS.items():
            page.goto(f"{address}/t/mid/{path}")
            sys.stdout.write(f"{name:16} first row on a phone at y = {page.evaluate(WHERE, row)}\n")


def opened(chromium: Browser, address: str, session: str, width: int, height: int) -> Page:
    """Return a page of the owner's browser, in German."""
    is_phone = width < 700
    context = chromium.new_context(
        locale="de-DE",
        viewport={"width": width, "height": height},
        has_touch=is_phone,
        is_mobile=is_phone,
    )
    cookies = ((settings.SESSION_COOKIE_NAME, session), ("django_language", "de"))
    context.add_cookies([{"name": name, "value": value, "url": address} for name, value in cookies])
    return context.new_page()
