"""The missing-sheet board in a real browser: keys, and updates while it is open."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, assert_fits, overflow, signed_in
from tests.factories.rounds import enter_totals, make_drawn_tournament, round_number
from tests.factories.tournaments import make_owner
from tests.factories.words import text
from tournament.models import Entry, Round, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.sheets.writes.progress import receive_sheet

pytestmark = pytest.mark.django_db(transaction=True)

BOARD = "/t/herbst/rounds/1/board/"


@pytest.fixture
def tournament() -> Tournament:
    """Eleven tables whose time ran out 5 minutes and 57 seconds ago; table 2 is in."""
    tournament = make_drawn_tournament(44)
    start = timezone.now() - timedelta(minutes=105, seconds=57)
    Round.objects.filter(tournament=tournament, number=1).update(started_at=start)
    enter_totals(round_number(tournament, 1).tables.get(number=2), [3, -1, -1, -1])
    return tournament


def board(page: Page) -> Page:
    signed_in(page, make_owner()).goto(BOARD)
    return page


def test_letters_show_the_tables_of_one_state(page: Page, tournament: Tournament) -> None:
    tiles = board(page).locator("[data-table]")
    expect(tiles).to_have_count(11)
    page.keyboard.press("f")
    page.wait_for_url("**show=due")  # with its script
    expect(tiles).to_have_count(10)
    page.keyboard.press("n")
    page.wait_for_url("**show=entered")
    expect(tiles).to_have_count(1)
    expect(tiles.get_by_role("link", name="Tisch 2: eingegeben")).to_be_visible()
    page.keyboard.press("a")
    expect(tiles).to_have_count(11)


def test_number_typed_anywhere_and_enter_lead_to_the_sheet(
    page: Page, tournament: Tournament
) -> None:
    board(page)
    page.keyboard.type("11")
    page.keyboard.press("Enter")
    page.wait_for_url("**/rounds/1/tables/11/")


def test_enter_on_a_tile_leads_to_its_sheet(page: Page, tournament: Tournament) -> None:
    board(page).locator(".tile").nth(1).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/rounds/1/tables/3/")


def test_papers_are_noted_and_undone_by_keyboard(page: Page, tournament: Tournament) -> None:
    tiles = board(page).locator(".tile.received")
    for number in (5, 11, 7):
        page.keyboard.type(f"{number}+")
    expect(tiles).to_have_text(
        [re.compile(f"{number}.*liegt vor", re.DOTALL) for number in (5, 7, 11)]
    )
    expect(page.locator("#board-table")).to_have_value("")
    page.keyboard.type("7-")
    expect(tiles).to_have_count(2)
    tile = page.locator('[data-table="3"] .tile')
    tile.focus()
    page.keyboard.press("+")
    expect(tiles).to_have_count(3)
    expect(tile).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(tiles).to_have_count(2)
    expect(page.locator('[data-table="3"] button')).to_be_focused()
    page.keyboard.type("2+")
    expect(page.get_by_role("alert")).to_have_text(
        "Die Spielliste von Tisch 2 ist schon eingegeben."
    )


def test_letters_filter_from_the_field_of_the_table(page: Page, tournament: Tournament) -> None:
    tiles = board(page).locator(".tile")
    page.keyboard.type("5+")
    expect(page.locator(".tile.received")).to_have_count(1)
    expect(page.locator("#board-table")).to_be_focused()
    page.keyboard.press("v")
    page.wait_for_url("**show=received")
    expect(tiles).to_have_count(1)
    page.keyboard.type("5x")
    expect(page.locator("#board-table")).to_have_value("5")
    page.keyboard.press("f")
    page.wait_for_url("**show=due")
    expect(tiles).to_have_count(9)


# Normally test_server_answers.py says it, of every script.
@pytest.mark.slow
def test_paper_noted_while_server_is_away_is_reported(
    page: Page, tournament: Tournament, problems: list[str]
) -> None:
    board(page)
    page.context.set_offline(True)
    page.keyboard.type("5+")
    expect(page.get_by_role("alert")).to_have_text(
        text("The server does not answer: that was not noted.") + " 5+"
    )
    page.context.set_offline(False)
    assert {"ERR_INTERNET_DISCONNECTED" in problem for problem in problems} == {True}
    problems.clear()
    page.keyboard.type("5+")
    expect(page.locator(".tile.received")).to_have_count(1)
    expect(page.locator("#board-trouble")).to_be_hidden()


def test_letter_after_g_navigates_and_does_not_filter(page: Page, tournament: Tournament) -> None:
    board(page)
    page.keyboard.press("g")
    page.keyboard.press("e")
    page.wait_for_url("**/standings/")


def test_minutes_count_and_tables_refresh_without_losing_focus(
    page: Page, tournament: Tournament
) -> None:
    page.clock.install()
    board(page)
    # A slow machine may have taken three seconds: 5 minutes and 57 seconds from now.
    start = timezone.now() - timedelta(minutes=105, seconds=57)
    Round.objects.filter(tournament=tournament, number=1).update(started_at=start)
    page.goto(BOARD)
    tile = page.locator('[href$="/tables/3/"]')
    expect(tile).to_contain_text("seit 5 min")
    tile.focus()
    page.clock.run_for(3_500)
    expect(tile).to_contain_text("seit 6 min")
    enter_totals(round_number(tournament, 1).tables.get(number=3), [3, -1, -1, -1])
    page.clock.run_for(2_000)
    expect(tile).to_have_class("chip entered")
    expect(tile).to_be_focused()


def test_44_tables_fit_one_screen(page: Page) -> None:
    """Due since twelve minutes, the worst case: none in, one in, half of them in."""
    round = round_number(make_drawn_tournament(176), 1)
    start = timezone.now() - timedelta(minutes=112)
    Round.objects.filter(pk=round.pk).update(started_at=start)
    tables = list(round.tables.order_by("number"))
    signed_in(page, make_owner())
    for entered in (0, 1, 22):
        for table in tables[:entered]:
            if not table.versions.exists():
                enter_totals(table, [3, -1, -1, -1])
        page.set_viewport_size({"width": 1366, "height": 768})
        page.goto(BOARD)
        shown = page.locator("[data-table]")
        expect(shown).to_have_count(44)
        assert max(bottoms(page)) <= 768, entered
        assert (page.locator(".chip").count(), overflow(page)) == (entered, 0)
        page.set_viewport_size({"width": 360, "height": 740})
        assert (page.locator(".tile").first.bounding_box()["y"] <= 300, overflow(page)) == (True, 0)


def test_notes_of_a_whole_table_stand_beside_each_other(page: Page, tournament: Tournament) -> None:
    for seat in round_number(tournament, 1).tables.get(number=1).seats.all():
        Entry.objects.filter(pk=seat.entry_id).update(desk_note="zahlt später", desk_mark="red")
    boxes = (
        board(page)
        .locator("[data-table='1'] .desk-note")
        .evaluate_all(
            "all => all.map((each) => each.parentElement.getBoundingClientRect().toJSON())"
        )
    )
    corners = {(box["left"] // 8, box["top"] // 8) for box in boxes}
    assert (len(boxes), len(corners)) == (4, 4)


def bottoms(page: Page) -> list[float]:
    return page.evaluate(
        "[...document.querySelectorAll('[data-table]')].map(e => e.getBoundingClientRect().bottom)"
    )


def test_button_of_a_tile_appears_with_pointer_and_focus(
    page: Page, tournament: Tournament
) -> None:
    tile = board(page).locator('[data-table="5"]')
    button = tile.locator("button")
    expect(button).to_have_css("opacity", "0")
    tile.hover()
    expect(button).to_have_css("opacity", "1")
    page.mouse.move(0, 0)
    expect(button).to_have_css("opacity", "0")
    tile.locator("a").focus()
    expect(button).to_have_css("opacity", "1")
    button.click()
    expect(page.locator('[data-table="5"] .tile.received')).to_have_count(1)


def test_board_is_accessible_and_fits_a_phone(page: Page, tournament: Tournament) -> None:
    receive_sheet(COMMAND_LINE, round_number(tournament, 1).tables.get(number=3))
    assert_fits(board(page))


def test_standings_are_declared_final_and_open_again_by_keyboard(
    page: Page, tournament: Tournament
) -> None:
    round = round_number(tournament, 1)
    for table in round.tables.filter(current_version__isnull=True):
        enter_totals(table, [3, -1, -1, -1])
    Round.objects.filter(pk=round.pk).update(closed_at=timezone.now())
    Tournament.objects.update(
        rounds_planned=1, objections_until=timezone.now() + timedelta(hours=1)
    )
    signed_in(page, make_owner()).goto("/t/herbst/finish/")
    assert_accessible(page)
    page.get_by_label("Begründung").press_sequentially("Alle sind einverstanden")
    page.keyboard.press("Enter")
    page.wait_for_url("**/standings/")
    expect(page.locator("h1")).to_contain_text("Endstand")
    page.locator(".places summary").press("Enter")
    page.locator('a[href="/t/herbst/finish/"]').last.press("Enter")
    page.wait_for_url("**/finish/")
    assert_accessible(page)
    page.get_by_label("Begründung").press_sequentially("Einspruch")
    page.keyboard.press("Enter")
    expect(page.locator(".message")).to_have_text("Turnier wieder aufgenommen.")


def stands_on(page: Page) -> str:
    """Return the focused element: the table and its control, else its id or tag."""
    return str(
        page.evaluate(
            """() => {
              const here = document.activeElement;
              const table = here.closest("[data-table]")?.dataset.table;
              return table ? `${table} ${here.tagName}` : here.id || here.tagName;
            }"""
        )
    )


@pytest.mark.slow
def test_focus_goes_to_the_table_that_moves_up(page: Page, tournament: Tournament) -> None:
    signed_in(page, make_owner()).goto(f"{BOARD}?show=due")
    tiles = page.locator(".tile")
    expect(tiles).to_have_count(10)
    page.locator('[data-table="4"] button').press("Enter")
    expect(tiles).to_have_count(9)
    assert stands_on(page) == "5 A"
    page.locator('[data-table="11"] button').press("Enter")
    expect(tiles).to_have_count(8)
    assert stands_on(page) == "10 A"
    for left in range(7, -1, -1):
        page.locator("[data-table] button").first.press("Enter")
        expect(tiles).to_have_count(left)
    assert stands_on(page) == "board-table"


def test_key_does_not_reach_next_table_when_another_user_took_one(
    page: Page, tournament: Tournament
) -> None:
    round = round_number(tournament, 1)
    page.clock.install()
    signed_in(page, make_owner()).goto(f"{BOARD}?show=due")
    page.locator('[data-table="4"] .tile').focus()
    receive_sheet(COMMAND_LINE, round.tables.get(number=4))
    page.clock.run_for(6_000)
    expect(page.locator(".tile")).to_have_count(9)
    assert stands_on(page) == "board-table"
    page.keyboard.press("+")
    page.keyboard.press("-")
    page.keyboard.type("7+")
    expect(page.locator(".tile")).to_have_count(8)
    assert received(round) == [4, 7]


def test_key_does_not_reach_next_table_while_paper_is_noted(
    page: Page, tournament: Tournament
) -> None:
    """The answer to one's own act may be the first to show what another user did."""
    round = round_number(tournament, 1)
    page.clock.install()
    signed_in(page, make_owner()).goto(f"{BOARD}?show=due")
    page.locator('[data-table="4"] .tile').focus()
    page.keyboard.down("+")
    page.keyboard.down("+")  # still held
    expect(page.locator(".tile")).to_have_count(9)
    page.keyboard.down("+")
    page.keyboard.up("+")
    assert stands_on(page) == "5 A"
    receive_sheet(COMMAND_LINE, round.tables.get(number=5))
    with page.expect_request(lambda sent: sent.method == "POST"):
        page.evaluate("document.querySelector('[data-table=\"7\"] button').click()")
    expect(page.locator(".tile")).to_have_count(7)
    assert stands_on(page) == "board-table"
    page.keyboard.press("+")
    page.keyboard.type("8+")
    expect(page.locator(".tile")).to_have_count(6)
    assert received(round) == [4, 5, 7, 8]


def received(round: Round) -> list[int]:
    """Return the tables whose paper is at the desk."""
    return [*round.tables.filter(received_at__isnull=False).values_list("number", flat=True)]


@pytest.mark.slow
def test_focus_stays_at_a_table_whose_button_goes(page: Page, tournament: Tournament) -> None:
    page.clock.install()
    button = board(page).locator('[data-table="3"] button')
    button.focus()
    enter_totals(round_number(tournament, 1).tables.get(number=3), [3, -1, -1, -1])
    page.clock.run_for(6_000)
    expect(button).to_have_count(0)
    assert stands_on(page) == "3 A"


def test_focus_is_back_at_its_table_after_the_keys_were_shown(
    page: Page, tournament: Tournament
) -> None:
    page.clock.install()
    board(page).locator('[data-table="3"] .tile').focus()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    with page.expect_response("**part=tiles**") as answer:
        page.clock.run_for(6_000)
    answer.value.finished()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()
    assert stands_on(page) == "3 A"


def test_focus_is_on_chosen_filter_or_wrong_field(page: Page, tournament: Tournament) -> None:
    board(page)
    page.keyboard.press("f")
    page.wait_for_url("**show=due")
    expect(page.locator('#board [href="?show=due"]')).to_be_focused()
    page.keyboard.type("77")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text(
        text("There is no table {table} in this round.", table=77)
    )
    assert stands_on(page) == "board-table"
    expect(page.locator('#board [href="?show=due"]')).to_have_attribute("aria-current", "true")
