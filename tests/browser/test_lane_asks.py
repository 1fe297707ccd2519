"""What the totals lane asks and learns while somebody types at ten keys a second."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.factories.browsing import UNREACHABLE, assert_accessible, focused
from tests.factories.rounds import enter_totals
from tests.factories.sheets import make_round
from tests.factories.totals_lane import TEN_A_SECOND, Keyboard, lane, saved
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import refusal, text
from tournament.models import GameTable, Role, Round, SheetVersion, User
from tournament.permissions import COMMAND_LINE
from tournament.referee.writes.penalties import award_penalty

SAVE = "**/totals/save/"
TOTALS = [6, 2, -2, -6]
WITH_PENALTY = [7, -1, -1, -5]  # 9.3.2 against position 2
ALL_IN = text(
    "Round %(round)s: all score sheets are in. Check the result, post it, close the round.", round=1
)


@pytest.fixture
def round(transactional_db) -> Round:
    return make_round(make_tournament(), sizes=(4,) * 12)


@pytest.fixture
def typist(round: Round) -> User:
    return make_user(Role.TYPIST, round.tournament)


def award(round: Round, table: int) -> None:
    at = round.tables.get(number=table)
    award_penalty(COMMAND_LINE, at, rule="9.3.2", offender=2, initials="KS", contained=False)


def all_saved(page: Page, count: int) -> None:
    expect(page.locator("#lane-log .saved")).to_have_count(count)


def test_penalty_is_shown_at_its_table_and_answered_by_one_key(
    page: Page, round: Round, typist: User
) -> None:
    award(round, 1)
    lane(page, typist)
    keyboard = Keyboard(page)
    keyboard.press("Enter")
    words = "9.3.2 gegen Position 2, KS: +1 / −3 / +1 / +1"
    expect(page.locator("#lane-penalties")).to_have_text(
        f"Strafpunkte des Schiedsrichters: {words}"
    )
    keyboard.press("Escape")
    before = keyboard.sheet(TOTALS)
    asked = page.locator("#lane-asked")
    expect(asked).to_contain_text("Tisch 1, +6 / +2 / −2 / −6, ist noch nicht gespeichert.")
    assert focused(page) == "lane-table"
    assert saved(round) == {}
    assert_accessible(page)
    keyboard.press("F3")
    expect(page.locator("#lane-log .saved")).to_contain_text(
        f"Tisch 1 ist gespeichert: +7 / −1 / −1 / −5. Zum Getippten dazugerechnet: {words}."
    )
    expect(asked).to_be_hidden()
    assert saved(round) == {1: WITH_PENALTY}
    # A table without a question costs no extra key.
    assert keyboard.sheet(TOTALS) == before
    all_saved(page, 2)


def test_questions_block_nobody_and_land_at_their_own_tables(
    page: Page, round: Round, typist: User
) -> None:
    """Eight tables typed blindly, three of them with a question, slow answers."""
    for table in (2, 7):
        award(round, table)
    lane(page, typist)

    def slowly(route: Route) -> None:
        page.wait_for_timeout(120)
        route.continue_()

    page.route(SAVE, slowly)
    keyboard = Keyboard(page, delay=TEN_A_SECOND)
    typed = {table: [table, 2, -2, -table] for table in range(2, 9, 2)}
    typed |= {table: [table, 1, -1, -table] for table in range(1, 9, 2)}
    typed[5] = [125, 1, -1, -125]
    for table in range(1, 9):
        keyboard.sheet(typed[table])
    all_saved(page, 5)
    assert saved(round) == {no: totals for no, totals in typed.items() if no not in (2, 5, 7)}
    # A reload loses none of it.
    page.on("dialog", lambda dialog: dialog.accept())
    page.reload()
    asked = page.locator("#lane-asked li")
    expect(asked).to_have_count(3)
    for number, key in ((2, "F2"), (5, "F2"), (5, "F2"), (7, "F3")):
        expect(asked.first).to_contain_text(f"Tisch {number},")
        page.keyboard.press(key)
        if number == 5:
            page.wait_for_timeout(50)
    all_saved(page, 3)
    expect(page.locator("#lane-asked")).to_be_hidden()
    typed[7] = [8, -2, 0, -6]
    assert saved(round) == typed
    assert SheetVersion.objects.count() == 8


def test_buttons_answer_too_and_keep_the_cursor_somewhere(
    page: Page, round: Round, typist: User
) -> None:
    for table in (1, 2):
        award(round, table)
    lane(page, typist)
    keyboard = Keyboard(page)
    for _ in range(2):
        keyboard.sheet(TOTALS)
    asked = page.locator("#lane-asked")
    expect(asked.locator("li")).to_have_count(2)
    for answer in ("schon enthalten", "noch dazurechnen"):
        asked.get_by_role("button", name=answer).first.click()
        assert page.evaluate("document.activeElement.tagName") != "BODY"
    all_saved(page, 2)
    assert focused(page) == "lane-table"
    assert saved(round) == {1: TOTALS, 2: WITH_PENALTY}


def test_total_far_outside_is_typed_again(page: Page, round: Round, typist: User) -> None:
    lane(page, typist)
    Keyboard(page).sheet([122, 2, -2, -122])
    asked = page.locator("#lane-asked")
    expect(asked).to_contain_text("Ergebnis +122 von Position 1 ist selten")
    asked.get_by_role("button", name="Noch einmal tippen").click()
    expect(page.locator("#lane-t1")).to_have_value("122")
    expect(asked).to_be_hidden()
    page.locator("#lane-t1").fill("12")
    page.locator("#lane-t4").fill("")
    page.locator("#lane-t4").press("Enter")
    all_saved(page, 1)
    assert saved(round) == {1: [12, 2, -2, -12]}


@pytest.mark.slow
def test_table_entered_by_another_user_is_not_proposed(
    page: Page, round: Round, typist: User
) -> None:
    lane(page, typist)
    for number in (2, 3, 5):
        enter_totals(round.tables.get(number=number), TOTALS)
    keyboard = Keyboard(page)
    keyboard.sheet(TOTALS)
    all_saved(page, 1)
    expect(page.locator("#lane-table")).to_have_attribute("placeholder", "4")
    expect(page.locator("#lane-missing")).to_have_text("8")
    keyboard.sheet([4, 0, 0, -4])
    all_saved(page, 2)
    expect(page.locator("#lane-table")).to_have_attribute("placeholder", "6")
    # Withdrawn by another user: missing again.
    GameTable.objects.filter(number=5).update(current_version=None)
    keyboard.sheet([8, 0, 0, -8])
    all_saved(page, 3)
    expect(page.locator("#lane-board [data-table='5'][data-in]")).to_have_count(0)
    expect(page.locator("#lane-board [data-in]")).to_have_count(5)
    assert saved(round) == {1: TOTALS, 2: TOTALS, 3: TOTALS, 4: [4, 0, 0, -4], 6: [8, 0, 0, -8]}


def test_penalty_booked_after_the_page_was_opened_is_known(
    page: Page, round: Round, typist: User
) -> None:
    lane(page, typist)
    award(round, 2)
    keyboard = Keyboard(page)
    keyboard.sheet(TOTALS)
    all_saved(page, 1)
    keyboard.press("Enter")
    expect(page.locator("#lane-penalties")).to_contain_text("9.3.2 gegen Position 2")


def test_all_in_offers_what_comes_next(page: Page, round: Round) -> None:
    direction = make_user(Role.DIRECTION, round.tournament)
    for table in round.tables.exclude(number=4):
        enter_totals(table, TOTALS)
    lane(page, direction)
    expect(page.locator("#lane-next")).to_be_hidden()
    Keyboard(page).sheet(TOTALS)
    coming = page.locator("#lane-next")
    expect(coming).to_contain_text(ALL_IN)
    assert_accessible(page)
    assert focused(page) == "lane-table"
    coming.get_by_role("link").press("Enter")
    expect(page.get_by_role("button", name="Runde 1 abschließen")).to_be_visible()


def test_redrawn_round_is_reported_and_the_figures_stay(
    page: Page, round: Round, typist: User
) -> None:
    lane(page, typist)
    tournament = round.tournament
    round.delete()
    make_round(tournament, sizes=(4,) * 12)
    Keyboard(page).sheet(TOTALS)
    unsaved = page.locator("#lane-unsaved")
    gone = f"{refusal('table_gone')} {text('Please load this page again.')}"
    expect(unsaved).to_contain_text(
        text(
            "Table %(table)s is not saved: %(reasons)s",
            table=1,
            reasons=f"{gone} +6 / +2 / −2 / −6",
        )
    )
    page.reload()
    expect(unsaved).to_contain_text("+6 / +2 / −2 / −6")
    unsaved.get_by_role("button", name="Erledigt: entfernen").click()
    expect(unsaved).to_be_hidden()
    assert focused(page) == "lane-table"
    assert not SheetVersion.objects.exists()


@pytest.mark.slow
def test_sheet_that_fails_on_the_server_blocks_no_other(
    page: Page, round: Round, typist: User, problems: list[str]
) -> None:
    lane(page, typist)

    def stumble(route: Route) -> None:
        if route.request.post_data_json["table"] == 1:
            route.fulfill(status=500, body="no")
        else:
            route.continue_()

    page.route(SAVE, stumble)
    keyboard = Keyboard(page)
    for _ in range(3):
        keyboard.sheet(TOTALS)
    all_saved(page, 2)
    alarm = page.locator("#lane-alarm")
    expect(alarm).to_contain_text(
        text(
            "The server stumbles over table {table} (code {status}). What waits is kept in this "
            "browser and sent again and again.",
            table=1,
            status=500,
        )
    )
    expect(alarm).to_contain_text(
        text("Not sent yet, kept in this browser: table {tables}.", tables=1)
    )
    page.unroute(SAVE)
    all_saved(page, 3)
    expect(alarm).to_be_hidden()
    problems.clear()


@pytest.mark.slow
def test_server_that_never_answers_counts_as_unreachable(
    page: Page, round: Round, typist: User, problems: list[str]
) -> None:
    page.clock.install()
    lane(page, typist)
    page.route(SAVE, lambda route: None)
    Keyboard(page).sheet(TOTALS)
    page.clock.run_for(10_000)
    alarm = page.locator("#lane-alarm")
    expect(alarm).to_contain_text(UNREACHABLE)
    page.unroute(SAVE)
    page.clock.run_for(4_000)
    all_saved(page, 1)
    assert saved(round) == {1: TOTALS}
    problems.clear()


@pytest.mark.slow
def test_cursor_is_not_lost_when_a_notice_disappears(
    page: Page, round: Round, typist: User, problems: list[str]
) -> None:
    """Signed out, and in again in another window: the notice with its link disappears by itself."""
    lane(page, typist)
    cookies = page.context.cookies()
    page.context.clear_cookies()
    Keyboard(page).sheet(TOTALS)
    link = page.get_by_role("link", name="In neuem Fenster anmelden")
    link.focus()
    page.context.add_cookies(cookies)
    all_saved(page, 1)
    expect(page.locator("#lane-alarm")).to_be_hidden()
    assert focused(page) == "lane-table"
    problems.clear()


def test_browser_without_storage_keeps_the_queue_while_page_is_open(
    page: Page, round: Round, typist: User, problems: list[str]
) -> None:
    page.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } })"
    )
    lane(page, typist)
    award(round, 2)
    page.context.set_offline(True)
    keyboard = Keyboard(page)
    for _ in range(2):
        keyboard.sheet(TOTALS)
    expect(page.locator("#lane-alarm")).to_contain_text("Tisch 1, 2")
    page.context.set_offline(False)
    expect(page.locator("#lane-asked")).to_contain_text("Tisch 2")
    keyboard.press("F3")
    all_saved(page, 2)
    assert saved(round) == {1: TOTALS, 2: WITH_PENALTY}
    problems.clear()
