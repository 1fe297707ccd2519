"""Two tabs of the totals lane in one browser: neither overwrites what the other has typed."""

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.factories.effort import chiefly
from tests.factories.sheets import make_round
from tests.factories.totals_lane import TEN_A_SECOND, Keyboard, lane, saved
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import text
from tournament.models import Role, Round, SheetVersion, User

SAVE = "**/totals/save/"
# Without a certificate browsers have no locks in a hall: a lease takes their place.
WITHOUT_LOCKS = "delete Navigator.prototype.locks"
# A lease that expires at once, so that both tabs send.
WITHOUT_LEASE = """
const read = Storage.prototype.getItem;
Storage.prototype.getItem = function (key) {
    return key.endsWith(".sending") ? null : read.call(this, key);
};
"""
SHEETS = {
    1: [6, 2, -2, -6],
    2: [4, 0, 0, -4],
    3: [12, -4, -20, 12],
    4: [7, -31, 3, 21],
    5: [1, 3, -5, 1],
    6: [-8, 8, 2, -2],
}


@pytest.fixture
def round(transactional_db) -> Round:
    return make_round(make_tournament(), sizes=(4,) * 8)


@pytest.fixture
def typist(round: Round) -> User:
    return make_user(Role.TYPIST, round.tournament)


@pytest.fixture(params=chiefly("lease", of=["locks", "lease"]))
def first(page: Page, request: pytest.FixtureRequest) -> Page:
    if request.param == "lease":
        page.context.add_init_script(WITHOUT_LOCKS)
    return page


def second_of(first: Page) -> Page:
    second = first.context.new_page()
    second.goto(first.url)
    return second


def type_sheet(page: Page, table: int) -> None:
    """Type a sheet by the number of its table, as when two people share a pile of papers."""
    page.bring_to_front()
    page.keyboard.type(str(table))
    Keyboard(page, delay=TEN_A_SECOND).sheet(SHEETS[table])


def marks_sent(page: Page) -> list[str]:
    """Collect the marks of the sheets that all windows send from now on."""
    sent: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith("/totals/save/"):
            sent.append(request.post_data_json["submission"])

    page.context.on("request", note)
    return sent


def test_two_offline_tabs_lose_nothing_when_one_is_closed(
    first: Page, round: Round, typist: User, problems: list[str]
) -> None:
    lane(first, typist)
    second = second_of(first)
    first.context.set_offline(True)
    for table in (1, 2, 3, 4, 5, 6):
        type_sheet(first if table % 2 else second, table)
    expect(second.locator("#lane-alarm")).to_contain_text("Tisch 1, 2, 3, 4, 5, 6")
    first.close()
    second.context.set_offline(False)
    expect(second.locator("#lane-alarm")).to_be_hidden(timeout=10_000)
    assert saved(round) == SHEETS
    assert SheetVersion.objects.count() == 6
    expect(second.locator("#lane-log .saved")).to_have_count(6)
    expect(second.locator("#lane-table")).to_have_attribute("placeholder", "7")
    problems.clear()


def test_nothing_is_lost_when_both_tabs_are_closed(
    first: Page, round: Round, typist: User, problems: list[str]
) -> None:
    lane(first, typist)
    second = second_of(first)
    second.context.set_offline(True)
    type_sheet(first, 1)
    type_sheet(second, 2)
    first.close()
    second.close()
    third = second.context.new_page()
    third.context.set_offline(False)
    third.goto("/t/herbst/rounds/1/totals/")
    expect(third.locator("#lane-log .saved")).to_have_count(2)
    assert saved(round) == {1: SHEETS[1], 2: SHEETS[2]}
    problems.clear()


def test_tabs_are_in_step(first: Page, round: Round, typist: User, problems: list[str]) -> None:
    """A table typed in one tab is not proposed in the other, waiting or saved."""
    lane(first, typist)
    second = second_of(first)
    proposed = second.locator("#lane-table")
    expect(proposed).to_have_attribute("placeholder", "1")
    first.context.set_offline(True)
    type_sheet(first, 1)
    expect(proposed).to_have_attribute("placeholder", "2")
    first.context.set_offline(False)
    for window in (first, second):
        expect(window.locator("#lane-log .saved")).to_have_count(1)
        expect(window.locator("#lane-missing")).to_have_text("7")
        expect(window.locator("#lane-alarm")).to_be_hidden()
    problems.clear()


def test_each_sheet_is_sent_once_by_two_tabs(
    first: Page, round: Round, typist: User, request: pytest.FixtureRequest
) -> None:
    """With slow answers: while one tab waits for one, the other does not send it again.

    Under load a tab may stall for longer than its lease: then a sheet is sent twice, but saved and
    reported once.
    """
    lane(first, typist)
    second = second_of(first)

    def slowly(route: Route) -> None:
        first.wait_for_timeout(150)
        route.continue_()

    first.context.route(SAVE, slowly)
    sent = marks_sent(first)
    for table in (1, 2, 3, 4):
        window = first if table % 2 else second
        window.bring_to_front()
        window.keyboard.type(str(table))
        Keyboard(window).sheet(SHEETS[table])
    expect(second.locator("#lane-log .saved")).to_have_count(4)
    expect(first.locator("#lane-log .saved")).to_have_count(4)
    assert len(set(sent)) == SheetVersion.objects.count() == 4
    assert len(sent) == 4 or "lease" in request.node.name
    assert saved(round) == {table: SHEETS[table] for table in (1, 2, 3, 4)}


def test_sheet_sent_by_two_tabs_is_reported_once(page: Page, round: Round, typist: User) -> None:
    """Two tabs without locks or lease, as after a stall: both ask, one sheet is saved."""
    page.context.add_init_script(WITHOUT_LOCKS)
    page.context.add_init_script(WITHOUT_LEASE)
    lane(page, typist)
    second = second_of(page)
    sent = marks_sent(page)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.context.route(SAVE, hold)
    type_sheet(page, 1)
    expect(second.locator("#lane-table")).to_have_attribute("placeholder", "2")
    second.evaluate("window.dispatchEvent(new Event('focus'))")
    while len(held) < 2:
        page.wait_for_timeout(50)
    for route in held:
        route.continue_()
    for window in (page, second):
        expect(window.locator("#lane-missing")).to_have_text("7")
        expect(window.locator("#lane-log .saved")).to_have_count(1)
    assert (len(sent), len(set(sent)), SheetVersion.objects.count()) == (2, 1, 1)
    assert saved(round) == {1: SHEETS[1]}


def test_tab_takes_over_from_one_closed_while_sending(
    first: Page, round: Round, typist: User, problems: list[str]
) -> None:
    lane(first, typist)
    second = second_of(first)
    first.route(SAVE, lambda route: None)  # never answered
    type_sheet(first, 1)
    second.bring_to_front()
    assert saved(round) == {}
    first.close()
    expect(second.locator("#lane-log .saved")).to_have_count(1)
    assert saved(round) == {1: SHEETS[1]}
    problems.clear()


@pytest.mark.slow
def test_half_typed_tables_of_closed_tabs_are_offered(
    page: Page, round: Round, typist: User
) -> None:
    lane(page, typist)
    second = second_of(page)
    for window, keys in ((page, "5"), (second, "3")):
        window.bring_to_front()
        window.keyboard.type(keys)
        for key in ("Enter", "4", "Enter", "-", "2"):
            window.keyboard.press(key)
    page.close()
    begun = second.locator("#lane-begun")
    expect(begun).to_contain_text(
        text(
            "Table {table} is unfinished and not saved: {totals}.",
            table=5,
            totals="+4 / −2 / … / …",
        )
    )
    begun.get_by_role("button", name="Weitertippen").click()
    expect(second.locator("#lane-table")).to_have_value("5")
    expect(second.locator("#lane-t3")).to_be_focused()
    # What was in the fields is put aside, not lost.
    expect(begun).to_contain_text("Tisch 3 ist angefangen")
    second.keyboard.type("0")
    for _ in range(2):
        second.keyboard.press("Enter")
    expect(second.locator("#lane-log .saved")).to_have_count(1)
    begun.get_by_role("button", name="Weitertippen").click()
    second.keyboard.type("0")
    for _ in range(2):
        second.keyboard.press("Enter")
    expect(second.locator("#lane-log .saved")).to_have_count(2)
    assert saved(round) == {3: [4, -2, 0, -2], 5: [4, -2, 0, -2]}
    expect(begun).to_be_hidden()


def test_half_typed_table_that_is_discarded_stays_away(
    page: Page, round: Round, typist: User
) -> None:
    lane(page, typist)
    second = second_of(page)
    page.bring_to_front()
    for key in ("5", "Enter", "4", "Enter"):
        page.keyboard.press(key)
    page.close()
    begun = second.locator("#lane-begun")
    expect(begun).to_contain_text("Tisch 5 ist angefangen")
    begun.get_by_role("button", name="Verwerfen").click()
    expect(begun).to_be_hidden()
    second.reload()
    expect(second.locator("#lane-table")).to_be_focused()
    expect(begun).to_be_hidden()


def test_draft_continued_in_two_tabs_is_kept_twice(
    page: Page, round: Round, typist: User, problems: list[str]
) -> None:
    """Both tabs continued the same half-typed table; neither sheet replaces the other."""
    lane(page, typist)
    for key in ("Enter", "6", "Enter", "2"):
        page.keyboard.press(key)
    second = second_of(page)
    expect(second.locator("#lane-t2")).to_have_value("2")
    page.context.set_offline(True)
    for window, third in ((page, "-2"), (second, "0")):
        window.bring_to_front()
        window.locator("#lane-t3").focus()
        window.keyboard.type(third)
        for _ in range(2):
            window.keyboard.press("Enter")
    expect(second.locator("#lane-alarm")).to_contain_text("Tisch 1, 1")
    page.context.set_offline(False)
    expect(second.locator("#lane-log .saved")).to_have_count(1)
    expect(second.locator("#lane-log .refused")).to_contain_text(
        text("There is another result already: %(totals)s.", totals="").partition(":")[0]
    )
    assert saved(round) == {1: [6, 2, -2, -6]}
    problems.clear()
