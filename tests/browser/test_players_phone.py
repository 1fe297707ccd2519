"""A player's phone of 360 pixels: from the code on the wall to the seat and the points."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Response, expect

from tests.factories.browsing import assert_accessible, overflow
from tests.factories.databases import write_to
from tests.factories.rounds import make_drawn_tournament
from tests.factories.scenes import plain_example
from tests.factories.words import text
from tests.processes.hall import served
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.phones.writes import let_phones_in, release_standings, renew_phone_code
from tournament.seating.writes.draws import draw_next_round
from tournament.standings.reads.standings import standings_after

MOST_BYTES = 250_000


@pytest.fixture
def tournament(transactional_db) -> Tournament:
    tournament = plain_example()
    let_phones_in(COMMAND_LINE, tournament)
    release_standings(COMMAND_LINE, tournament, 2)
    tournament.refresh_from_db()
    return tournament


def find(page: Page, tournament: Tournament, typed: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/h/{tournament.phone_code}/")
    page.locator("#q").fill(typed)
    page.keyboard.press("Enter")


def test_the_name_once_found_stays_until_it_is_forgotten(
    page: Page, tournament: Tournament, problems: list[str]
):
    entry = tournament.entries.get(number=5)
    seat = entry.seats.select_related("table").get(round__number=3)
    find(page, tournament, entry.person.name)
    answer = page.locator(".own-answer")
    sits = f"{text('Table')} {seat.table.number} {text('Position')} {seat.position}"
    expect(answer).to_have_text(sits, use_inner_text=False)
    number = answer.locator("strong")
    assert number.evaluate("each => getComputedStyle(each).fontSize") == "96px"
    expect(page.locator(".own-hall .is-mine text")).to_have_text(str(seat.table.number))
    assert overflow(page) == 0
    # The fragment has no time in it: the clock within asks for it at once, and then runs.
    expect(page.locator(".own .countdown")).to_have_text(re.compile(r"^\d+:\d\d$"))
    shown = page.locator(".own .countdown").inner_text()
    expect(page.locator(".own .countdown")).not_to_have_text(shown)
    assert page.locator(".own").bounding_box()["height"] < 640
    assert_accessible(page)

    page.reload()
    expect(answer).to_have_text(sits)
    page.goto(f"/h/{tournament.phone_code}/")
    expect(answer).to_have_text(sits)

    page.locator(".own-apart button").click()
    expect(page.locator("#q")).to_have_value("")
    expect(page.locator(".own")).to_have_count(0)

    find(page, tournament, "5")
    expect(answer).to_have_text(sits)
    renew_phone_code(COMMAND_LINE, tournament)
    page.reload()
    expect(page.locator("#code")).to_have_value(tournament.phone_code)
    problems.clear()  # the browser notes the 404
    tournament.refresh_from_db()
    page.locator("#code").fill(tournament.phone_code.upper())
    page.keyboard.press("Enter")
    expect(page.locator("#q")).to_have_value("")
    assert_accessible(page)


def test_the_clock_runs_on_while_the_fragment_stays(page: Page, tournament: Tournament):
    find(page, tournament, "5")
    expect(page.locator(".own .countdown")).to_have_text(re.compile(r"^\d+:\d\d$"))
    page.evaluate("document.querySelector('.own').dataset.isTheSame = ''")
    with page.expect_response(re.compile("/mine/")):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".own .countdown")).to_have_text(re.compile(r"^\d+:\d\d$"))
    assert page.locator(".own").evaluate("each => 'isTheSame' in each.dataset")
    # What has changed is shown, with its clock.
    release_standings(COMMAND_LINE, tournament, 0)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".own-curve")).to_have_count(0)
    expect(page.locator(".own .countdown")).to_have_text(re.compile(r"^\d+:\d\d$"))


def test_unfolded_round_stays_so_as_the_next_one_comes_above_it(page: Page, transactional_db):
    tournament = make_drawn_tournament(8, published=2, rounds_planned=3)
    let_phones_in(COMMAND_LINE, tournament)
    tournament.refresh_from_db()
    find(page, tournament, "5")
    lines = page.locator(".own-frame details.phone-line")
    expect(lines).to_have_count(2)
    lines.first.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(lines.first).to_have_attribute("open", "")
    draw_next_round(COMMAND_LINE, tournament)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(lines).to_have_count(3)
    assert lines.evaluate_all("all => all.map(each => each.open)") == [False, True, False]
    expect(lines.nth(1).locator("summary")).to_be_focused()


def test_standings_show_ones_line_open_to_a_key(page: Page, tournament: Tournament):
    find(page, tournament, "5")
    page.locator(".phone-rank a").click()
    mine = page.locator("#n5")
    expect(mine).to_be_in_viewport()
    expect(mine.get_by_text("R1")).to_be_hidden()
    mine.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(mine.get_by_text("R1")).to_be_visible()
    assert overflow(page) == 0
    assert_accessible(page)


def ask_again(page: Page) -> None:
    """Have the open page ask at once, as it does from time to time."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_open_standings_follow_and_stay_unfolded_at_the_same_person(
    page: Page, tournament: Tournament
):
    orders = [[row.number for row in standings_after(tournament, each).rows] for each in (2, 1)]
    moved, marked = [old for old, new in zip(*orders, strict=True) if old != new][:2]
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/h/{tournament.phone_code}/standings/#n{marked}")
    lines = page.locator("details.phone-line")
    page.locator(f"#n{moved} summary").click()
    look = "all => all.map(each => [each.id, getComputedStyle(each).backgroundColor])"
    looks = dict(lines.evaluate_all(look))
    tint = looks[f"n{marked}"]
    assert [each for each in looks if looks[each] == tint] == [f"n{moved}", f"n{marked}"]
    release_standings(COMMAND_LINE, tournament, 1)
    ask_again(page)
    at = orders[0].index(moved)
    expect(lines.nth(at)).to_have_id(f"n{orders[1][at]}")
    expect(page.locator("details[open]")).to_have_id(f"n{moved}")
    expect(page.locator(f"#n{moved} summary")).to_be_focused()
    assert dict(lines.evaluate_all(look)) == looks


def test_open_page_of_a_player_follows_and_its_clock_runs_on(page: Page, tournament: Tournament):
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/h/{tournament.phone_code}/players/5/")
    clock = page.locator(".phone-clock")
    expect(clock.locator(".countdown")).to_have_text(re.compile(r"^\d+:\d\d$"))
    clock.evaluate("each => each.dataset.isTheSame = ''")
    rank = page.locator(".phone-rank small")
    expect(rank).to_have_text(text("after round %(number)s", number=2))
    release_standings(COMMAND_LINE, tournament, 1)
    ask_again(page)
    expect(rank).to_have_text(text("after round %(number)s", number=1))
    assert clock.evaluate("each => 'isTheSame' in each.dataset")
    expect(clock.locator(".countdown")).to_have_text(re.compile(r"^\d+:\d\d$"))


def test_first_visit_takes_few_bytes_on_the_wire(
    browser: Browser, tournament: Tournament, var: Path
):
    """Empty cache, the page behind the code with all it loads, as another device gets it.

    Compressed as for a phone behind a proxy: this machine's own browser gets everything as it is.
    """
    write_to(var)
    with served(var, "env", "KREUZDAME_HTTPS=1") as address:
        context = browser.new_context(extra_http_headers={"X-Forwarded-For": "192.168.1.50"})
        page, answers = context.new_page(), list[Response]()

        def note(answer: Response) -> None:
            answers.append(answer)

        page.on("response", note)
        page.goto(f"{address}/h/{tournament.phone_code}/?q=5", wait_until="networkidle")
        page.evaluate("document.fonts.ready")
        sizes = {each.url: each.request.sizes() for each in answers}
        context.close()
    fonts = [url for url in sizes if "/fonts/" in url]
    wire = {
        url: each["responseBodySize"] + each["responseHeadersSize"] for url, each in sizes.items()
    }
    assert len(fonts) >= 2
    if all(url.endswith(".woff2") for url in fonts):  # scripts/web_fonts.py has run
        assert sum(wire.values()) <= MOST_BYTES
    without_fonts = sum(size for url, size in wire.items() if url not in fonts)
    assert without_fonts <= 50_000


def test_who_has_no_account_finds_the_code_above_the_sign_in(page: Page, transactional_db: None):
    for width, height, is_above in ((360, 740, True), (1366, 768, False)):
        page.set_viewport_size({"width": width, "height": height})
        page.goto("/")
        door = page.get_by_role("link", name=text("A phone? Enter the code")).bounding_box()
        name = page.locator("[name=username]").bounding_box()
        assert (door["y"] < name["y"]) == is_above
        assert overflow(page) == 0
