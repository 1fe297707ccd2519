"""The totals lane by keyboard alone: every key counted, none lost, none doubled."""

import re
from collections.abc import Iterator
from statistics import median

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, overflow
from tests.factories.desk import real_sheets
from tests.factories.effort import tries
from tests.factories.sheets import make_round
from tests.factories.totals_lane import TEN_A_SECOND, Keyboard, lane, saved
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import finding, text
from tournament.models import (
    Penalty,
    Role,
    Round,
    SheetVersion,
    Tournament,
    User,
    Verification,
    VerificationRule,
)

SIGN = "-"
MOST_KEYS, MOST_WITH_CODE = 14, 16
WRONG_CODE = "“{code}” is the code of table {other}, not of table {table}."


def real_totals() -> list[list[int]]:
    return [sheet["totals"] for sheet in real_sheets()]


@pytest.fixture
def tournament(transactional_db) -> Tournament:
    return make_tournament()


@pytest.fixture
def typist(tournament: Tournament) -> User:
    return make_user(Role.TYPIST, tournament)


def rounds_of_real_sheets(tournament: Tournament) -> Iterator[tuple[Round, list[list[int]]]]:
    totals = real_totals()
    for number in range(1, 4):
        round = make_round(tournament, number, sizes=(4,) * 18)
        yield round, totals[(number - 1) * 18 : number * 18]


@pytest.mark.slow
@pytest.mark.parametrize(("with_code", "most"), [(False, MOST_KEYS), (True, MOST_WITH_CODE)])
def test_keys_for_the_totals_of_real_sheets(
    page: Page, tournament: Tournament, typist: User, with_code: bool, most: int
) -> None:
    counts: list[int] = []
    for round, totals in rounds_of_real_sheets(tournament):
        lane(page, typist, round.number)
        codes = dict(round.tables.values_list("number", "code"))
        keyboard = Keyboard(page)
        for number, of_table in enumerate(totals, start=1):
            counts.append(keyboard.sheet(of_table, codes[number] if with_code else ""))
        expect(page.locator("#lane-log .saved")).to_have_count(18)
        assert saved(round) == dict(enumerate(totals, start=1))
    expected = (54, True, True)
    assert (len(counts), max(counts) <= most, median(counts) <= MOST_KEYS) == expected


def test_many_tables_at_ten_keys_a_second(page: Page, tournament: Tournament, typist: User) -> None:
    tables = tries(8, 44)
    round = make_round(tournament, sizes=(4,) * tables)
    totals = (real_totals() * 2)[:tables]
    lane(page, typist)
    keyboard = Keyboard(page, delay=TEN_A_SECOND)
    counts = [keyboard.sheet(of_table) for of_table in totals]
    assert max(counts) <= MOST_KEYS
    expect(page.locator("#lane-log .saved")).to_have_count(tables)
    expect(page.locator("#lane-log .saved").first).to_have_text(re.compile("^✓ Tisch"))
    assert saved(round) == dict(enumerate(totals, start=1))
    assert SheetVersion.objects.count() == tables
    expect(page.locator("#lane-says")).to_have_text("Alle Spiellisten sind da.")


def test_sum_parity_and_proposal_are_shown_while_typing(
    page: Page, tournament: Tournament, typist: User
) -> None:
    round = make_round(tournament, sizes=(4, 5))
    lane(page, typist)
    keyboard = Keyboard(page)
    keyboard.press("Enter")
    keyboard.type("12")
    keyboard.press("Enter")
    keyboard.type("-3")
    keyboard.press("Enter")
    keyboard.type("1")
    expect(page.locator("#lane-sum")).to_have_text("+10")
    keyboard.press("Enter")
    expect(page.locator("#lane-t4")).to_have_attribute("placeholder", "−10")
    keyboard.press("Enter")
    expect(page.locator("#lane-says")).to_have_text(
        text(
            "All totals must be odd, or all even. Please check; after a penalty: note it on the "
            "sheet of the table."
        )
    )
    assert_accessible(page)
    keyboard.type("9")
    keyboard.press("Enter")
    expect(page.locator("#lane-says")).to_have_text("Die Summe ist +19 statt 0.")
    assert saved(round) == {}


def test_referee_penalty_takes_odd_and_even_together(
    page: Page, tournament: Tournament, typist: User
) -> None:
    """Minor violation against the soloist: +3 0 0 −3 (TSR 7.3.3, 9.3.3 b1)."""
    round = make_round(tournament, sizes=(4, 4))
    Penalty.objects.create(
        table=round.tables.get(number=1),
        rule="9.3.3b1",
        offender=4,
        points=[3, 0, 0, -3],
        initials="KS",
        source=Penalty.Source.REFEREE,
    )
    lane(page, typist)
    Keyboard(page).sheet([7, 2, -2, -7])
    expect(page.locator("#lane-asked")).to_be_visible()
    page.keyboard.press("F2")
    expect(page.locator("#lane-log .saved")).to_have_count(1)
    page.goto("/t/herbst/rounds/1/tables/1/")
    expect(page.locator("#check-totals")).to_have_text("✓ Σ 0")
    page.goto("/t/herbst/rounds/1/tables/2/?kind=totals")
    for seat, total in enumerate((7, 2, -2, -7), start=1):
        page.fill(f"#t{seat}", str(total))
    expect(page.locator("#says-sheet")).to_contain_text(
        finding("parity", odd_seats=(1, 4), even_seats=(2, 3))
    )


def test_wrong_table_is_caught_by_the_letters(
    page: Page, tournament: Tournament, typist: User
) -> None:
    round = make_round(tournament, sizes=(4, 4, 4))
    codes = dict(round.tables.values_list("number", "code"))
    lane(page, typist)
    says, table = page.locator("#lane-says"), page.locator("#lane-table")
    keyboard = Keyboard(page)
    keyboard.type("ZZ")
    expect(says).to_have_text(text("No table of this round has the code “{code}”.", code="ZZ"))
    keyboard.type(f"2{codes[3]}")
    expect(says).to_have_text(text(WRONG_CODE, code=codes[3], other=3, table=2))
    keyboard.type(codes[3])
    expect(says).to_have_text(text(WRONG_CODE, code=codes[3], other=3, table=1))
    keyboard.press("Enter")
    expect(page.locator("#lane-t1")).to_be_focused()
    expect(table).to_have_value(f"3 {codes[3]}")
    page.locator("#lane-code").check()
    page.locator("#lane-table").focus()
    keyboard.type("2")
    keyboard.press("Enter")
    expect(says).to_have_text(text("The two letters printed on the sheet are wanted."))


def test_rare_things_have_keys_of_their_own(
    page: Page, tournament: Tournament, typist: User
) -> None:
    round = make_round(tournament, sizes=(4,))
    lane(page, typist)
    keyboard = Keyboard(page)
    keyboard.press("Enter")
    for total in ("6", "2", "-2"):
        keyboard.type(total)
        keyboard.press("Enter")
    keyboard.press("x")
    keyboard.type("20")
    keyboard.press("Enter")
    expect(page.locator("#lane-log .saved")).to_have_count(1)
    content = round.tables.get().current_version.content
    assert (content["totals"], content["games_played"]) == ([6, 2, -2, -6], 20)


def test_refused_sheet_is_reported_and_waits_at_its_table(
    page: Page, tournament: Tournament, typist: User, problems: list[str]
) -> None:
    round = make_round(tournament, sizes=(4, 4))
    lane(page, typist)
    keyboard = Keyboard(page)
    keyboard.press("Enter")
    for total in ("6", "2", "-2"):
        keyboard.type(total)
        keyboard.press("Enter")
    keyboard.press("p")
    keyboard.type("3")
    keyboard.press("Enter")
    refused = page.locator("#lane-log .refused")
    expect(refused).to_contain_text("Tisch 1 ist nicht gespeichert:")
    assert saved(round) == {}
    refused.get_by_role("link").click()
    expect(page.locator("#t1")).to_have_value("6")


def test_nothing_is_lost_offline_or_by_a_reload(
    page: Page, tournament: Tournament, typist: User, problems: list[str]
) -> None:
    round = make_round(tournament, sizes=(4, 4, 4))
    lane(page, typist)
    keyboard = Keyboard(page)
    page.route("**/totals/save/", lambda route: route.abort())
    keyboard.sheet([6, 2, -2, -6])
    keyboard.sheet([4, 0, 0, -4])
    expect(page.locator("#lane-alarm")).to_contain_text("Tisch 1, 2")
    keyboard.press("Enter")
    keyboard.type("8")
    page.reload(wait_until="commit")
    page.unroute("**/totals/save/")
    expect(page.locator("#lane-log .saved")).to_have_count(2)
    expect(page.locator("#lane-t1")).to_have_value("8")
    expect(page.locator("#lane-t2")).to_be_focused()
    assert saved(round) == {1: [6, 2, -2, -6], 2: [4, 0, 0, -4]}
    assert SheetVersion.objects.count() == 2
    problems.clear()


def test_leaving_warns_and_the_lane_names_the_waiting_tables(
    page: Page, tournament: Tournament, typist: User, problems: list[str]
) -> None:
    make_round(tournament, sizes=(4, 4, 4))
    other_round = make_round(tournament, 2, sizes=(4, 4, 4))
    lane(page, typist, other_round.number)
    page.route("**/totals/save/", lambda route: route.abort())
    Keyboard(page).sheet([6, 2, -2, -6])
    expect(page.locator("#lane-alarm")).to_be_visible()
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    lane(page, make_user(Role.TYPIST, tournament, "anna"))
    assert asked == ["beforeunload"]
    left = page.locator("#lane-left")
    expect(left).to_have_text(
        text(
            "{who} has typed totals here that are not sent yet: table {tables}. They are sent when "
            "{who} signs in and opens the page again.",
            who=typist,
            tables=1,
        )
    )
    assert_accessible(page)
    lane(page, typist)
    expect(left).to_contain_text(
        text(
            "You have typed totals in another round that are not sent yet: table {tables}.",
            tables=1,
        )
    )
    page.unroute("**/totals/save/")
    left.get_by_role("link").click()
    expect(page.locator("#lane-log .saved")).to_have_count(1)
    expect(left).to_be_hidden()
    assert saved(other_round) == {1: [6, 2, -2, -6]}
    problems.clear()


def test_names_go_with_their_table(page: Page, tournament: Tournament, typist: User) -> None:
    """A screen reader must not read out the people of the table before."""
    make_round(tournament, sizes=(4, 4))
    lane(page, typist)
    keyboard = Keyboard(page)
    keyboard.press("Enter")
    expect(page.locator("#lane-who")).not_to_be_empty()
    page.locator("#lane-table").focus()
    keyboard.type("9")
    keyboard.press("Enter")
    expect(page.locator("#lane-says")).to_have_text(
        text("There is no table {table} in this round.", table=9)
    )
    expect(page.locator("#lane-who")).to_be_empty()
    expect(page.locator("#lane-n1")).to_be_empty()


def test_sheet_in_two_windows_is_saved_once_and_is_no_verification(
    page: Page, tournament: Tournament, typist: User
) -> None:
    tournament.verification = VerificationRule.BLIND
    tournament.save()
    round = make_round(tournament, sizes=(4, 4))
    lane(page, typist)
    keyboard = Keyboard(page)
    for key in ("Enter", "6", "Enter", "2", "Enter", "-", "2"):
        keyboard.press(key)
    second = page.context.new_page()
    second.goto(page.url)
    expect(second.locator("#lane-says")).to_contain_text("Esc beginnt von vorn")
    expect(second.locator("#lane-t3")).to_have_value("-2")
    for window in (page, second):
        window.bring_to_front()
        window.locator("#lane-t4").focus()
        window.keyboard.press("Enter")
        expect(window.locator("#lane-log .saved").first).to_be_visible()
    assert saved(round) == {1: [6, 2, -2, -6]}
    assert not Verification.objects.filter(agrees=True).exists()


def test_field_that_is_clicked_keeps_the_cursor(
    page: Page, tournament: Tournament, typist: User
) -> None:
    make_round(tournament, sizes=(4, 4))
    lane(page, typist)
    page.keyboard.type("2")
    page.locator("#lane-t3").click()
    expect(page.locator("#lane-n1")).not_to_be_empty()
    expect(page.locator("#lane-t3")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#lane-n1")).to_be_empty()
    page.locator("#lane-table").focus()
    page.locator("main h1").click()
    expect(page.locator("#lane-n1")).to_be_empty()  # nothing typed, no table chosen


def test_key_held_down_does_not_run_into_the_next_table(
    page: Page, tournament: Tournament, typist: User
) -> None:
    make_round(tournament, sizes=(4, 4))
    lane(page, typist)
    keyboard = Keyboard(page)
    keyboard.sheet([6, 2, -2, -6])
    page.locator("#lane-table").dispatch_event("keydown", {"key": "Enter", "repeat": True})
    expect(page.locator("#lane-table")).to_be_focused()
    keyboard.press("Enter")
    expect(page.locator("#lane-t1")).to_be_focused()


def test_lane_fits_on_a_phone(page: Page, tournament: Tournament, typist: User) -> None:
    make_round(tournament, sizes=(4, 5))
    page.set_viewport_size({"width": 360, "height": 740})
    lane(page, typist)
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(page.locator("#lane-t5")).to_be_visible()
    assert overflow(page) == 0
    assert_accessible(page)
