"""The list lane without the server, and in two windows at once: nothing is lost or mixed up."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import (
    UNREACHABLE,
    assert_accessible,
    focused,
    kept,
    overflow,
    paste,
    signed_in,
)
from tests.factories.desk import address_of, real_sheets
from tests.factories.effort import tries
from tests.factories.lane import typed_lines
from tests.factories.list_lane import lines, opened, write
from tests.factories.submissions import current
from tests.factories.words import text
from tournament.models import GameTable, SheetDraft, SheetVersion, User

DRAWN_AGAIN = text("The round was drawn again")
BACK = text("The server is back.")
TEN_A_SECOND = 100  # milliseconds between two keys
FAST = tries(7, 12)  # lines typed before the others are pasted: once without the network, or twice


@pytest.fixture
def lane(page: Page, table: GameTable, typist: User) -> Page:
    """The lane of table 1, waiting for its first line."""
    return opened(page, table, typist)


def without_network_complaints(problems: list[str]) -> None:
    assert [problem for problem in problems if "ERR_" not in problem] == []
    problems.clear()


def test_lost_server_is_shown_in_red_and_retried(lane: Page, table, problems):
    write(lane, "13 4")
    kept(lane)
    lane.context.set_offline(True)
    write(lane, "24 1")
    alarm = lane.get_by_role("alert")
    expect(alarm).to_contain_text(UNREACHABLE)
    expect(alarm).to_have_class("notice error")
    assert focused(lane) == "l3"
    assert_accessible(lane)
    lane.context.set_offline(False)
    expect(lane.locator("#draft-state")).to_contain_text(BACK)
    expect(alarm).to_be_hidden()
    expect(lane.locator("#means-2")).to_have_text("Normalspiel: 2 und 4 gewinnen 1")
    assert focused(lane) == "l3"
    assert SheetDraft.objects.get().content["l2"] == "24 1"
    without_network_complaints(problems)


@pytest.mark.slow
def test_server_that_fails_is_tried_again(lane: Page, table, problems):
    lane.route("**/tables/1/*/", lambda route: route.fulfill(status=503, body=""))
    write(lane, "13 4")
    expect(lane.get_by_role("alert")).to_contain_text(UNREACHABLE)
    lane.unroute("**/tables/1/*/")
    expect(lane.locator("#draft-state")).to_contain_text(BACK)
    kept(lane)
    assert [problem for problem in problems if "503" not in problem] == []
    problems.clear()


def test_sums_continue_offline_where_adding_is_enough(lane: Page, problems):
    write(lane, "13 4")
    expect(lane.locator("#run-1-1")).to_have_text("+4")
    kept(lane)
    lane.context.set_offline(True)
    write(lane, "+2 -2 -2 +2", "24 1")
    expect(lane.locator("#run-2-1")).to_have_text("+6")
    expect(lane.locator("#run-2-2")).to_have_text("−6")
    expect(lane.locator("#run-2-1")).to_have_class("number lane-run is-own")
    expect(lane.locator("#run-3-1")).to_have_text("")  # what a note means the server knows
    lane.keyboard.press("Tab")
    write(lane, "5 -5 5 -5")
    expect(lane.locator("#run-4-4")).to_have_text("−5")
    lane.context.set_offline(False)
    expect(lane.locator("#run-2-1")).to_have_class("number lane-run has-plus")
    expect(lane.locator("#run-3-2")).to_have_text("−5")
    kept(lane)
    without_network_complaints(problems)


def test_two_windows_on_one_list_keep_and_offer_both(lane: Page, table, typist):
    other = opened(lane.context.new_page(), table)
    write(lane, "13 4", "24 1", "2 3 p")
    kept(lane)
    write(other, "12 2")
    other.locator("#save").focus()
    kept(other)
    notice = other.locator("#desk-others")
    expect(notice).to_contain_text("Liste, 3 Spiele")
    assert focused(other) == "action"
    other.locator("#l2").focus()
    assert_accessible(other)
    lane.bring_to_front()
    write(lane, "0")
    expect(lane.locator("#desk-others")).to_contain_text("Liste, 1 Spiel")
    assert focused(lane) == "l5"
    kept(lane)
    assert sorted(draft.content["l1"] for draft in SheetDraft.objects.all()) == ["12 2", "13 4"]

    other.bring_to_front()
    notice.get_by_role("link", name="Damit weitermachen").click()
    expect(other.locator("#l4")).to_have_value("0")
    assert lines(other, 3) == ["13 4", "24 1", "2 3 p"]
    other.locator("#desk-others").get_by_role("button", name="Verwerfen").click()
    expect(other.get_by_text("Der Entwurf ist verworfen.")).to_be_visible()
    assert lines(other, 3) == ["13 4", "24 1", "2 3 p"]
    assert SheetDraft.objects.count() == 1


@pytest.mark.slow
def test_two_unanswered_windows_lose_nothing_when_closed(lane: Page, table, problems):
    """Signed out in a third window: no draft reaches the server, not even on closing."""
    other = opened(lane.context.new_page(), table)
    lane.context.clear_cookies()
    write(lane, "13 4", "24 1", delay=20)
    write(other, "12 2", delay=20)
    for window in (lane, other):
        expect(window.get_by_role("alert")).to_contain_text("Sie sind abgemeldet.")
    again = lane.context.new_page()
    for window in (lane, other):
        window.close()
    assert not SheetDraft.objects.exists()
    signed_in(again, User.objects.get(username__startswith="typist"))
    opened(again, table)
    offers = again.locator("#desk-kept > div")
    expect(offers).to_have_count(2)
    assert_accessible(again)
    offers.get_by_role("button", name="Hier einsetzen").nth(0).click()
    first = lines(again, 2)
    expect(offers).to_have_count(1)
    assert focused(again).startswith("l")
    kept(again)
    again.keyboard.press("Control+a")
    again.locator("#l2").fill("")
    offers.get_by_role("button", name="Hier einsetzen").click()
    assert sorted([first, lines(again, 2)]) == [["12 2", ""], ["13 4", "24 1"]]
    expect(again.locator("#desk-kept")).to_be_hidden()
    kept(again)
    assert [problem for problem in problems if "403" not in problem] == []
    problems.clear()


def test_fast_typing_in_two_windows_on_a_flaky_network(lane: Page, table, problems):
    """Ten keys a second: each window keeps what was typed in it, and saves it at its own table."""
    second = table.round.tables.get(number=2)
    sheet, other_sheet = real_sheets()[0], real_sheets()[1]
    whole, at_two = typed_lines(sheet), typed_lines(other_sheet)
    same_table = opened(lane.context.new_page(), table)
    other_table = opened(lane.context.new_page(), second)
    write(same_table, "13 9", "24 9")
    kept(same_table)
    for game in range(1, FAST + 1):
        if game in (2, 9):
            lane.context.set_offline(True)
        if game in (5, 11):
            lane.context.set_offline(False)
        if game in (3, 7):  # without the network, and with it again
            same_table.bring_to_front()
            write(same_table, "12 9", delay=TEN_A_SECOND)
        lane.bring_to_front()
        write(lane, whole[f"l{game}"], delay=TEN_A_SECOND)
        other_table.bring_to_front()
        write(other_table, at_two[f"l{game}"])
    for window, typed in ((lane, whole), (other_table, at_two)):
        window.bring_to_front()
        paste(window, "\n".join(typed[f"l{game}"] for game in range(FAST + 1, 25)))
    assert lines(lane, 24) == [whole[f"l{game}"] for game in range(1, 25)]
    assert lines(other_table, 24) == [at_two[f"l{game}"] for game in range(1, 25)]
    kept(same_table)
    for window in (lane, other_table):
        window.bring_to_front()
        window.keyboard.press("Control+Enter")
        expect(window.get_by_text("ist gespeichert")).to_be_visible()
    assert current(table).totals == sheet["totals"]
    assert current(second).totals == other_sheet["totals"]
    assert SheetVersion.objects.count() == 2
    (left,) = SheetDraft.objects.all()
    assert left.table == table
    same_table.reload()
    assert lines(same_table, 5) == ["13 9", "24 9", "12 9", "12 9", ""]
    without_network_complaints(problems)


@pytest.mark.slow
def test_draft_of_a_redrawn_table_stays_in_the_browser(lane: Page, table, problems):
    """The new draw has other people at this number."""
    gone = table.pk
    write(lane, "13 4")
    kept(lane)
    round, seats = table.round, list(table.seats.all())
    table.seats.all().delete()
    GameTable.objects.filter(pk=gone).delete()
    again = GameTable.objects.create(round=round, number=1, size=4, code="ZZ")
    for seat in seats:
        seat.pk, seat.table = None, again
        seat.save()
    write(lane, "24 1")
    alarm = lane.get_by_role("alert")
    expect(alarm).to_contain_text(DRAWN_AGAIN)
    lane.keyboard.press("Control+Enter")
    expect(alarm).to_contain_text(
        text("What you have typed is still here and is kept in this browser.")
    )
    assert lines(lane, 2) == ["13 4", "24 1"]
    lane.reload()
    expect(lane.locator("#desk-kept")).to_contain_text(DRAWN_AGAIN)
    lane.get_by_role("button", name="Hier einsetzen").click()
    assert lines(lane, 2) == ["13 4", "24 1"]
    kept(lane)
    assert not SheetVersion.objects.exists()
    assert [problem for problem in problems if "409" not in problem] == []
    problems.clear()


@pytest.mark.slow
def test_two_windows_on_the_totals_keep_and_offer_both(page: Page, table, typist):
    signed_in(page, typist)
    other = page.context.new_page()
    for window in (page, other):
        window.goto(f"{address_of(table)}?kind=totals")
        expect(window.locator("#t1")).to_be_focused()
    for window, totals in ((page, ("6", "2")), (other, ("7", "3"))):
        window.bring_to_front()
        write(window, *totals)
        kept(window)
    notice = other.locator("#desk-others")
    expect(notice).to_contain_text("Tischergebnis 6 / 2 / – / –")
    notice.get_by_role("link", name="Damit weitermachen").click()
    expect(other.locator("#t1")).to_have_value("6")
    expect(notice).to_contain_text("Tischergebnis 7 / 3 / – / –")


def test_sheet_whose_table_goes_at_the_last_moment_is_shown(lane: Page, table, problems):
    """The draft has arrived; the sheet itself meets another table."""
    write(lane, "13 4", "24 1")
    kept(lane)
    lane.locator("[name=table]").evaluate("input => { input.value = '0'; }")
    lane.locator("#t1").fill("5")
    lane.evaluate("document.getElementById('sheet-form').submit()")
    expect(lane.get_by_role("heading", name=DRAWN_AGAIN)).to_be_visible()
    assert lane.get_by_label("Zeilen").input_value().split() == ["13", "4", "24", "1"]
    expect(lane.get_by_text("Gesamt: 5 / – / – / –")).to_be_visible()
    assert_accessible(lane)
    for width in (1366, 360):
        lane.set_viewport_size({"width": width, "height": 740})
        assert overflow(lane) == 0
    assert not SheetVersion.objects.exists()
    assert [problem for problem in problems if "409" not in problem] == []
    problems.clear()
