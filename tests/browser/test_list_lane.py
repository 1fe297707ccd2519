"""The list lane in a real browser, by keyboard alone."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import (
    UNREACHABLE,
    assert_accessible,
    focused,
    kept,
    overflow,
    paste,
    without_complaints_about,
)
from tests.factories.desk import real_sheets
from tests.factories.lane import typed_as_written, typed_lines
from tests.factories.list_lane import line, lines, opened, write
from tests.factories.slips import Slip, random_slip
from tests.factories.submissions import current
from tests.factories.words import text
from tournament.models import GameTable, SheetDraft, SheetVersion, User

LIST = "sheet"


@pytest.fixture
def lane(page: Page, table: GameTable, typist: User) -> Page:
    """The lane of table 1, waiting for its first line."""
    return opened(page, table, typist)


def test_running_totals_dealer_and_solo_marks_follow_the_lines(lane: Page):
    write(lane, "13 4", "2 5 p")
    expect(lane.locator("#run-2-2")).to_have_text("+11")
    expect(lane.locator("#dealer-3")).to_have_text("2")
    expect(lane.locator("#solo-2")).to_have_text("● Spiel 2")
    expect(lane.locator("#solo-1")).to_have_text("○ Solo offen")
    expect(lane.locator("#means-1")).to_have_text("Normalspiel: 1 und 3 gewinnen 4")
    expect(lane.locator("#means-22")).to_have_text("Vorführung: Pflichtsolo von Position 3")
    # Rows that are still to come look otherwise than those typed.
    expect(lane.locator("#game-2")).to_have_class("lane-row")
    expect(lane.locator("#game-3")).to_have_class("lane-row is-upcoming")
    kept(lane)


@pytest.mark.slow
def test_error_is_shown_at_its_character_on_leaving_the_line(lane: Page):
    write(lane, "13 4", "15 4")
    expect(lane.locator("#notes-2")).to_contain_text("Position 5")
    expect(lane.locator("#notes-2 mark")).to_have_text("5")
    expect(lane.locator("#l2")).to_have_attribute("aria-invalid", "true")
    assert_accessible(lane)
    kept(lane)


@pytest.mark.slow
def test_line_that_is_only_begun_is_left_in_peace(lane: Page):
    lane.keyboard.type("13")
    expect(lane.locator("#notes-1 li")).to_have_class("open")
    expect(lane.locator("#l1")).not_to_have_attribute("aria-invalid", "true")
    lane.keyboard.press("ArrowDown")
    expect(lane.locator("#notes-1 li")).to_have_class("error")
    kept(lane)


@pytest.mark.slow
def test_cursor_moves_as_in_a_spreadsheet(lane: Page):
    write(lane, "13 4", "24 1", "12 2")
    lane.keyboard.press("ArrowUp")
    assert focused(lane) == "l3"
    lane.keyboard.press("Control+Home")
    assert focused(lane) == "l1"
    lane.keyboard.press("Tab")
    assert focused(lane) == "s1"
    lane.keyboard.press("Enter")
    assert focused(lane) == "s2"
    lane.keyboard.press("Shift+Tab")
    assert focused(lane) == "l2"
    lane.keyboard.press("Control+End")
    assert focused(lane) == "l3"
    lane.keyboard.press("Home")
    lane.keyboard.press("Delete")
    assert line(lane, 3) == "2 2"
    lane.keyboard.press("ArrowDown")
    lane.keyboard.press("Enter")
    assert focused(lane) == "t1"  # from an empty line
    kept(lane)


def test_undo_and_redo_cover_the_whole_list_and_lines_inserted_and_deleted(lane: Page):
    write(lane, "13 4", "24 1", "12 2")
    lane.keyboard.press("Control+z")
    assert [line(lane, game) for game in (1, 2, 3)] == ["13 4", "24 1", ""]
    assert focused(lane) == "l3"
    lane.keyboard.press("Control+z")
    lane.keyboard.press("Control+z")
    assert [line(lane, game) for game in (1, 2, 3)] == ["", "", ""]
    lane.keyboard.press("Control+y")
    lane.keyboard.press("Control+Shift+Z")
    assert [line(lane, game) for game in (1, 2, 3)] == ["13 4", "24 1", ""]
    lane.keyboard.press("Control+y")
    lane.keyboard.press("Control+y")
    assert line(lane, 3) == "12 2"
    lane.keyboard.press("Control+Home")
    lane.keyboard.press("ArrowDown")
    lane.keyboard.press("Alt+Insert")
    assert [line(lane, game) for game in (1, 2, 3, 4)] == ["13 4", "", "24 1", "12 2"]
    expect(lane.locator("#lane-state")).to_have_text("Vor Spiel 2 ist eine Zeile eingefügt.")
    lane.keyboard.press("Alt+Delete")
    assert [line(lane, game) for game in (1, 2, 3, 4)] == ["13 4", "24 1", "12 2", ""]
    lane.keyboard.press("Control+z")
    assert line(lane, 4) == "12 2"
    lane.keyboard.press("Control+Home")
    lane.keyboard.press("Alt+Insert")
    assert lines(lane, 4) == ["", "13 4", "", "24 1"]
    kept(lane)


def test_cursor_that_only_moves_asks_nobody_and_shortcuts_stay_with_the_line(lane: Page):
    """Control with a letter that the list does not use moves nothing."""
    write(lane, "13 4", "24 1")
    expect(lane.locator("#game-2")).to_have_class("lane-row")
    kept(lane)
    asked: list[str] = []
    lane.on("request", lambda request: asked.append(request.url))
    for key in ("Control+Home", "ArrowDown", "Control+a", "Control+c"):
        lane.keyboard.press(key)
    assert focused(lane) == "l2"
    for key in ("ArrowDown", "Tab"):
        lane.keyboard.press(key)
    lane.locator("#t1").focus()
    lane.keyboard.press("Control+Home")
    assert focused(lane) == "t1"
    lane.wait_for_timeout(400)
    # The clock in the header asks every minute, whatever is typed.
    assert [each for each in asked if not each.endswith("/clock/figures/")] == []


@pytest.mark.slow
def test_column_of_a_spreadsheet_fills_downward(lane: Page):
    write(lane, "13 4")
    paste(lane, "24 1\r\n5\t-5\t5\t-5\r\n2 3 p\r\n")
    assert [line(lane, game) for game in (1, 2, 3, 4)] == ["13 4", "24 1", "5 -5 5 -5", "2 3 p"]
    assert focused(lane) == "l5"
    expect(lane.locator("#run-4-1")).to_have_text("+5")
    lane.keyboard.press("Control+z")
    assert line(lane, 4) == ""
    kept(lane)


@pytest.mark.slow
def test_first_row_that_departs_from_the_paper_turns_red(lane: Page):
    write(lane, "13 4", "24 1")
    lane.keyboard.press("Control+Home")
    lane.keyboard.press("Tab")
    write(lane, "4 -4 4 -4", "3 -3 2 -2")
    expect(lane.locator("#game-2")).to_have_class("lane-row has-error is-first")
    expect(lane.locator("#notes-2")).to_contain_text("Laufende Summe von Position 3")
    expect(lane.locator("#s2")).to_have_attribute("aria-invalid", "true")
    lane.keyboard.press("F2")
    expect(lane.locator("#game-2")).to_have_class("lane-row")
    kept(lane)


def test_running_totals_of_the_paper_are_enough(lane: Page, table):
    lane.keyboard.press("Tab")
    write(lane, "4 -4 4 -4", "-1 11 -1 -9")
    expect(lane.locator("#notes-2")).to_contain_text(
        text("The letter of the solo is missing. Possible: %(options)s.", options="").partition(
            "."
        )[0]
    )
    lane.keyboard.press("F2")
    expect(lane.locator("#l2")).to_have_value("p")
    expect(lane.locator("#means-2")).to_have_text("Pflichtsolo von 2, gewonnen: 5, dreifach +15")
    kept(lane)


def test_list_doctor_proposal_is_accepted_by_one_key_and_undone(lane: Page):
    write(lane, "13 4", "+3 -3 -3 -3", "24 1")
    expect(lane.locator("[data-proposal='1']")).to_be_visible()
    expect(lane.locator("#says-2 .lane-proposals")).to_contain_text("Vorzeichen vergessen")
    assert_accessible(lane)
    lane.keyboard.press("F2")
    expect(lane.locator(".lane-proposals")).to_have_count(0)
    expect(lane.locator("#lane-state")).to_contain_text("Übernommen")
    assert line(lane, 2) in ("12 3", "13 3", "14 3")
    lane.keyboard.press("Control+z")
    assert line(lane, 2) == "+3 -3 -3 -3"
    kept(lane)


@pytest.mark.slow
def test_earlier_draft_is_named_and_can_be_discarded(lane: Page, table):
    write(lane, "13 4", "2 5 p")
    kept(lane)
    lane.reload()
    notice = lane.get_by_text("Hier steht Ihr Entwurf")
    expect(notice).to_be_visible()
    notice.get_by_role("link", name="Verwerfen").click()
    lane.get_by_role("button", name="Verwerfen").click()
    expect(lane.get_by_text("Der Entwurf ist verworfen.")).to_be_visible()
    assert [line(lane, game) for game in (1, 2)] == ["", ""]
    assert not SheetDraft.objects.filter(table=table).exists()


@pytest.mark.slow
def test_lines_typed_without_the_server_are_offered_again(lane: Page, problems):
    lane.route("**/tables/1/*/", lambda route: route.abort())
    write(lane, "13 4", "2 5 p")
    expect(lane.get_by_role("alert")).to_contain_text(UNREACHABLE)
    lane.unroute("**/tables/1/*/")
    lane.reload()
    problems.clear()  # the browser notes every request that failed
    expect(lane.locator("#desk-kept")).to_be_visible()
    assert line(lane, 1) == ""
    lane.get_by_role("button", name="Hier einsetzen").click()
    assert [line(lane, game) for game in (1, 2)] == ["13 4", "2 5 p"]
    expect(lane.locator("#run-2-2")).to_have_text("+11")
    kept(lane)


@pytest.mark.slow
def test_errors_keep_the_list_from_being_saved(lane: Page, table, problems):
    for game, typed in typed_lines(real_sheets()[0]).items():
        if game[0] == "l":
            lane.keyboard.type("14 3" if game == "l1" else typed)
            lane.keyboard.press("Enter")
    lane.locator("#l5").fill("13")
    lane.keyboard.press("Control+Enter")
    expect(lane.get_by_role("alert")).to_contain_text("Nichts wurde gespeichert.")
    without_complaints_about(422, problems)
    assert not SheetVersion.objects.exists()
    assert_accessible(lane)
    lane.keyboard.press("Tab")
    lane.keyboard.press("Enter")
    assert focused(lane) == "l5"
    lane.keyboard.type("13 4")
    lane.keyboard.press("Control+Enter")
    expect(lane.get_by_text("Tisch 1 ist gespeichert")).to_be_visible()
    assert current(table).content["rows"][4]["points"] == [4, -4, 4, -4]


def test_slip_on_paper_is_reported_at_its_row_and_corrected_by_one_key(lane: Page, table):
    slip = slip_at_a_table_of_four("sign forgotten", Random("browser"))
    typed = typed_as_written(slip.written)
    for column in "ls":
        lane.locator(f"#{column}1").focus()
        paste(lane, "\n".join(typed[f"{column}{game}"] for game in range(1, 25)))
    expect(lane.locator(".is-first")).to_have_id(f"game-{slip.row}")
    expect(lane.locator(f"#says-{slip.row} .lane-proposals")).to_contain_text("Vorzeichen")
    lane.keyboard.press("F2")
    expect(lane.locator(".is-first")).to_have_count(0)
    lane.keyboard.press("Control+Enter")
    expect(lane.get_by_text("Tisch 1 ist gespeichert")).to_be_visible()
    assert tuple(current(table).totals) == slip.meant.totals


def slip_at_a_table_of_four(name: str, random: Random) -> Slip:
    """Return a slip in a list of 24 games without penalties."""
    while True:
        slip = random_slip(name, random)
        sheet = slip.written
        if (sheet.table_size, len(sheet.rows), sheet.penalties) == (4, 24, ()):
            return slip


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.slow), "dark"])
def test_lane_and_calculator_fit_a_phone(lane: Page, scheme):
    lane.emulate_media(color_scheme=scheme)
    write(lane, "13 4", "15 4", "2 5")
    expect(lane.locator("#notes-2 mark")).to_have_text("5")
    lane.set_viewport_size({"width": 360, "height": 740})
    assert overflow(lane) == 0
    assert_accessible(lane)
    lane.keyboard.press("F9")
    expect(lane.get_by_role("dialog")).to_be_visible()
    assert overflow(lane) == 0
    assert_accessible(lane)
    lane.keyboard.press("Escape")
    kept(lane)
