"""Every script that asks the server keeps typed text while there is no answer, and says so.

Four ways: 500, 503, no connection, an answer that never comes; normally those that differ for the
script. A script that talks to the server but is driven by no test here makes the last one fail.
"""

import re
from collections.abc import Callable
from itertools import cycle
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from tests.factories.browsing import UNREACHABLE, focused, signed_in
from tests.factories.effort import chiefly
from tests.factories.list_lane import line, opened, write
from tests.factories.moments import running, some_due
from tests.factories.registration import all_answered, checked_in, desk
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.factories.scenes import plain_example
from tests.factories.totals_lane import Keyboard, lane, saved
from tests.factories.tournaments import make_entries, make_owner, make_tournament
from tests.factories.words import text
from tests.tournament.second.conftest import stand
from tournament.models import OtherComputer, SheetDraft, Stage, User
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in
from tournament.rehearsal.writes import start_rehearsal
from tournament.rounds.writes import close_round, pause_clock
from tournament.stage import writes as stage
from tournament.stage.rules import Picture
from tournament.standby.standing import Way, refresh, standing

pytestmark = pytest.mark.django_db(transaction=True)

SCRIPTS = Path(__file__).parents[2] / "tournament" / "static" / "tournament"
ASKS = re.compile(
    r"\bfetch\(|XMLHttpRequest|EventSource|sendBeacon|WebSocket"
    r"|import \{[^}]*\b(?:piece|answerOf|send|sendingQueue|post)\b[^}]*\}"
)
BY_LIVE = re.compile(r'from "./live.js"|export async function piece')
DRIVEN: set[str] = set()
NONE, NEVER, FAILED = "none", "never", ("500", "503")
TURNS = cycle(FAILED)
LONGEST, STEP = 15_000, 2_000
"""Milliseconds within which a page notices that there is no answer, and until one may arrive."""
PROBE = "/is-handled/"
Test = Callable[..., None]
MAY_BE_OLD = text("The server does not answer. What stands here may be old.")
TRY_AGAIN = text("The server does not answer. Please try again.")


def drives(*scripts: str, alike: str = "", gives_up: bool = True) -> Callable[[Test], Test]:
    """Declare that a test drives these scripts, and how they get no answer then.

    Whoever gives up an answer that never comes has the same then as without a connection. Who asks
    by live.js has the same in every way: one for all that are `alike`, each of them somewhere.
    """
    DRIVEN.update(scripts)
    by_live = all(BY_LIVE.search((SCRIPTS / each).read_text("utf-8")) for each in scripts)
    assert by_live == bool(alike), scripts
    chosen = (next(TURNS), NEVER) if gives_up else (NONE, next(TURNS), NEVER)
    chosen = (alike,) if alike else chosen
    return pytest.mark.parametrize("way", chiefly(*chosen, of=(*FAILED, NONE, NEVER)))


def trouble(page: Page, way: str) -> None:
    """From now on fail the requests of scripts, not those of pages."""

    def handle(route: Route) -> None:
        if route.request.url.endswith(PROBE):
            route.fulfill(status=204)
        elif route.request.resource_type != "fetch":
            route.fallback()
        elif way == NONE:
            route.abort()
        elif way != NEVER:
            route.fulfill(status=int(way), body="<h1>no</h1>", content_type="text/html")

    page.context.route("**/*", handle)
    # A page that is open already hands its requests to the handler only a moment later.
    asks = "async (address) => (await fetch(address)).status"
    while page.url.startswith("http") and page.evaluate(asks, PROBE) != 204:
        page.wait_for_timeout(10)


def wait(page: Page, milliseconds: int = LONGEST) -> None:
    """Advance the time by so much, letting answers arrive."""
    for before in range(0, milliseconds, STEP):
        page.clock.run_for(min(STEP, milliseconds - before))
        page.wait_for_timeout(20)


def wait_until(page: Page, is_so: Callable[[], bool]) -> None:
    """Advance the time slowly: a busy server answers before the page gives it up."""
    for _time in range(100):
        if is_so():
            return
        page.clock.run_for(200)
        page.wait_for_timeout(100)


def answering(page: Page, problems: list[str]) -> None:
    """Let the server answer again."""
    page.context.unroute_all()
    problems.clear()


@drives("board.js", "live.js", alike=NEVER)
def test_paper_that_is_not_noted_is_named(page: Page, problems: list[str], way: str) -> None:
    some_due()
    page.clock.install()
    signed_in(page, make_owner()).goto("/t/herbst/rounds/1/board/")
    trouble(page, way)
    page.keyboard.type("3+")
    page.keyboard.type("1")
    wait(page)
    told = page.locator("#board-trouble")
    expect(told).to_have_text(text("The server does not answer: that was not noted.") + " 3+")
    expect(page.locator("#board-table")).to_have_value("1")
    assert focused(page) == "table"
    answering(page, problems)
    page.keyboard.type("+")
    expect(page.locator(".tile.received")).to_have_count(2)
    expect(told).to_contain_text("3+")
    page.keyboard.type("3+")
    expect(page.locator(".tile.received")).to_have_count(3)
    expect(told).to_be_hidden()
    problems.clear()


@drives("board.js", "clock.js", "live.js", alike=NONE)
def test_page_that_no_longer_refreshes_says_so(page: Page, problems: list[str], way: str) -> None:
    tournament = running()
    page.clock.install()
    signed_in(page, make_owner()).goto("/t/herbst/rounds/1/board/")
    link = page.locator('.tile[data-table="3"] a, [data-table="3"] a').first
    link.focus()
    trouble(page, way)
    told = page.locator("main > [data-no-answer]")
    expect(told).to_be_hidden()
    wait(page, 50_000)
    expect(told).to_have_text(MAY_BE_OLD)
    expect(link).to_be_focused()
    pause_clock(COMMAND_LINE, round_number(tournament, 1))
    answering(page, problems)
    wait(page, 12_000)
    expect(told).to_be_hidden()
    expect(page.locator(".bar-clock .is-paused")).to_be_visible()
    expect(page.locator('[data-table="3"] a').first).to_be_focused()
    problems.clear()


@drives("clock.js", "live.js", alike=NEVER)
def test_so_does_a_players_phone(page: Page, problems: list[str], way: str) -> None:
    tournament = plain_example()
    let_phones_in(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    page.clock.install()
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/h/{tournament.phone_code}/")
    expect(page.locator(".countdown").first).to_be_visible()
    trouble(page, way)
    told = page.get_by_text(MAY_BE_OLD)
    expect(told).to_have_count(0)
    wait(page, 100_000)
    expect(told).to_be_visible()
    answering(page, problems)
    wait(page, 31_000)
    expect(told).to_have_count(0)
    problems.clear()


@drives("stage.js", alike="503")
def test_uncalled_place_is_reported(page: Page, problems: list[str], way: str) -> None:
    tournament = make_drawn_tournament(12, rounds_planned=1)
    enter_round(round_number(tournament, 1))
    close_round(COMMAND_LINE, round_number(tournament, 1))
    code = stage.let_screens_in(COMMAND_LINE, tournament).code
    stage.show_picture(COMMAND_LINE, tournament, Picture.PODIUM)
    page.clock.install()
    signed_in(page, make_owner()).goto(f"/s/{code}/")
    trouble(page, way)
    page.keyboard.press("ArrowRight")
    wait(page)
    expect(page.locator(".trouble")).to_be_visible()
    expect(page.locator(".trouble")).to_contain_text("Der Server antwortet nicht.")
    assert Stage.objects.get().places_called == 0
    answering(page, problems)
    page.keyboard.press("ArrowRight")
    expect(page.locator(".steps .called")).to_have_count(1)
    wait(page, 12_000)
    expect(page.locator(".trouble")).to_be_hidden()
    problems.clear()


@drives("check-in.js", "check-in-found.js", "queue.js", "send.js", gives_up=False)
def test_check_in_waits_in_the_browser(page: Page, problems: list[str], way: str) -> None:
    make_entries(make_tournament(), 18)
    page.clock.install()
    desk(page, make_owner())
    page.keyboard.type("arn")
    wait(page, 1000)
    expect(page.locator("#found [role=option]")).to_have_count(2)
    trouble(page, way)
    page.keyboard.type("o")
    page.keyboard.press("ArrowDown")
    wait(page, 1000)
    expect(page.locator("#found [aria-selected=true]")).to_have_count(0)
    for _letter in "arno":
        page.keyboard.press("Backspace")
    page.keyboard.type("7\n")
    wait(page)
    expect(page.locator("#check-in-alarm")).to_contain_text(UNREACHABLE)
    expect(page.locator("#check-in-alarm")).to_contain_text("7.")
    assert focused(page) == "typed"
    answering(page, problems)
    wait(page)
    all_answered(page)
    assert checked_in() == {7}
    problems.clear()


@drives("find.js", alike=NEVER)
def test_keys_never_select_matches_for_other_letters(
    page: Page, problems: list[str], way: str
) -> None:
    make_entries(make_tournament(), 18)
    page.clock.install()
    signed_in(page, make_owner()).goto("/t/herbst/")
    page.keyboard.press("Control+k")
    page.keyboard.type("arn")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("link")).not_to_have_count(0)
    trouble(page, way)
    page.keyboard.type("x")
    page.keyboard.press("ArrowDown")
    assert focused(page) == "q"
    wait(page)
    expect(dialog.locator("[data-trouble]")).to_have_text(TRY_AGAIN)
    expect(dialog.get_by_role("link")).to_have_count(0)
    expect(page.locator("#find-what")).to_have_value("arnx")
    answering(page, problems)
    page.keyboard.press("Backspace")
    expect(dialog.get_by_role("link")).not_to_have_count(0)
    expect(dialog.locator("[data-trouble]")).to_be_hidden()
    problems.clear()


@drives("answers.js", "find-person.js", alike="500")
def test_form_without_an_answer_says_nothing_of_other_letters(
    page: Page, problems: list[str], way: str
) -> None:
    make_entries(make_tournament(), 18)
    page.clock.install()
    signed_in(page, make_owner()).goto("/t/herbst/deductions/new/")
    field, options = page.locator("#id_entry"), page.locator("[role=option]")
    field.focus()
    page.keyboard.type("arn")
    expect(options).not_to_have_count(0)
    trouble(page, way)
    page.keyboard.type("x")
    wait(page)
    expect(options).to_have_count(0)
    expect(page.locator("[data-answer]")).to_be_empty()
    expect(field).to_have_value("arnx")
    answering(page, problems)
    page.keyboard.press("Backspace")
    expect(options).not_to_have_count(0)
    wait(page, 1000)
    expect(page.locator("[data-answer] h2")).to_have_count(1)
    problems.clear()


@drives("making.js", gives_up=False)
def test_file_that_fails_is_reported_on_its_page(page: Page, problems: list[str], way: str) -> None:
    example = plain_example()
    signed_in(page, make_owner()).goto(f"/t/{example.slug}/print/")
    address = page.url
    trouble(page, way)
    link = page.get_by_role("link", name="Ergebnisse mit Nachrechnen (Excel)")
    link.click()
    words = TRY_AGAIN
    told = "Die Arbeitsmappe wird geschrieben …" if way == NEVER else words
    expect(page.get_by_role("status").filter(has_text=told)).to_be_visible()
    assert page.url == address
    if way == NEVER:
        return
    answering(page, problems)
    with page.expect_download() as waiting:
        link.click()
    assert waiting.value.suggested_filename.endswith(".xlsx")


@drives("rehearsal.js", alike=NEVER)
def test_rehearsal_that_stands_still_says_so(page: Page, problems: list[str], way: str) -> None:
    owner = make_owner()
    start_rehearsal(COMMAND_LINE, name="Probe", players=8, rounds=1)
    page.clock.install()
    signed_in(page, owner).goto("/t/probe/rehearsal/")
    trouble(page, way)
    wait(page, 20_000)
    told = page.locator("main > [data-no-answer]")
    expect(told).to_be_visible()
    answering(page, problems)
    button = page.locator("#rehearsal-day :is(a, button, summary)").first
    button.focus()
    wait(page, 20_000)
    expect(told).to_be_hidden()
    expect(button).to_be_focused()
    problems.clear()


@drives("newer-epoch.js", gives_up=False)
def test_older_computer_is_told_until_it_hears(page: Page, problems: list[str], way: str) -> None:
    stand(Way.PREDECESSOR, epoch=2)
    OtherComputer.objects.update(url="http://127.0.0.1:9")
    refresh()
    page.clock.install()
    trouble(page, way)
    signed_in(page, make_owner("leitung")).goto("/")
    wait(page, 20_000)
    answering(page, problems)
    heard: list[str] = []

    def hear(route: Route) -> None:
        heard.append(route.request.post_data or "")
        route.fulfill(status=204)

    page.context.route("**/second/epoch/", hear)
    wait(page, 20_000)
    assert set(heard) == {standing.signed_epoch}
    problems.clear()


@drives("desk-sheet.js", "desk-draft.js", "desk-check.js", "send.js")
def test_totals_missing_from_the_draft_are_reported(
    page: Page, table, typist: User, problems: list[str], way: str
) -> None:
    page.clock.install()
    signed_in(page, typist).goto("/t/herbst/rounds/1/tables/1/?kind=totals")
    trouble(page, way)
    page.locator("#t1").fill("12")
    page.locator("#t2").focus()
    wait(page)
    alarm = page.locator("#desk-alarm")
    expect(alarm).to_contain_text(UNREACHABLE)
    expect(page.locator("#t1")).to_have_value("12")
    assert focused(page) == "t2"
    answering(page, problems)
    wait(page)
    expect(alarm).to_be_hidden()
    assert SheetDraft.objects.get().content["t1"] == "12"
    problems.clear()


@drives("desk-list-value.js", "desk-list-live.js")
def test_value_of_other_figures_is_never_taken_over(
    page: Page, table, typist: User, problems: list[str], way: str
) -> None:
    page.clock.install()
    lines = opened(page, table, typist)
    write(lines, "13 4")
    page.keyboard.press("F9")
    page.get_by_label("Re: Positionen").fill("24")
    page.get_by_label("Augen von Re").fill("145")
    wait(page, 2000)
    expect(page.locator("[data-line]")).to_contain_text("24 1")
    trouble(page, way)
    page.get_by_label("Augen von Re").fill("181")
    page.keyboard.press("Control+Enter")
    assert line(lines, 2) == ""
    wait(page)
    expect(page.locator("[data-head]")).to_contain_text(UNREACHABLE)
    expect(page.locator("[data-take]")).to_be_disabled()
    answering(page, problems)
    page.get_by_label("Augen von Re").fill("180")
    wait(page, 2000)
    page.get_by_label("Augen von Re").fill("181")
    page.keyboard.press("Control+Enter")
    wait_until(page, lambda: line(lines, 2) != "")
    assert (line(lines, 1), line(lines, 2)) == ("13 4", "24 3")
    wait(page)
    assert SheetDraft.objects.get().content["l1"] == "13 4"
    problems.clear()


@drives("desk-lane.js", "queue.js", "send.js")
def test_sheet_of_the_lane_waits_in_the_browser(
    page: Page, table, typist: User, problems: list[str], way: str
) -> None:
    page.clock.install()
    lane(page, typist)
    trouble(page, way)
    Keyboard(page).sheet([6, 2, -2, -6])
    wait(page)
    expect(page.locator("#lane-alarm")).to_contain_text("Tisch 1")
    assert focused(page) == "lane-table"
    answering(page, problems)
    wait(page)
    expect(page.locator("#lane-alarm")).to_be_hidden()
    assert saved(table.round) == {1: [6, 2, -2, -6]}
    problems.clear()


def test_scripts_that_ask_the_server_are_driven_here() -> None:
    asking = {path.name for path in SCRIPTS.glob("*.js") if ASKS.search(path.read_text("utf-8"))}
    assert asking - DRIVEN == set()
