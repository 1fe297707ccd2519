"""Figures typed in the totals lane never vanish unsaved, whatever the server answers."""

from functools import partial

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.factories.browsing import OTHERS_BROWSER, assert_accessible, refuse, signed_in
from tests.factories.desk import address_of
from tests.factories.effort import tries
from tests.factories.journal import note
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import text
from tournament.models import GameTable, Role, Round, Tournament, User

TOTALS = "+6 / +2 / −2 / −6"


@pytest.fixture
def tournament(transactional_db) -> Tournament:
    return make_tournament()


@pytest.fixture
def typist(tournament: Tournament) -> User:
    return make_user(Role.TYPIST, tournament)


def lane(page: Page, user: User) -> Page:
    signed_in(page, user).goto("/t/herbst/rounds/1/totals/")
    return page


def type_sheet(page: Page) -> None:
    """Type the proposed table: +6 +2 −2, and the last total by Enter."""
    for key in ("Enter", "6", "Enter", "2", "Enter", "-", "2", "Enter", "Enter"):
        page.keyboard.press(key)


def close(round: Round, *, is_closed: bool) -> None:
    Round.objects.filter(pk=round.pk).update(closed_at=timezone.now() if is_closed else None)
    note(round.tournament)


def test_totals_stay_when_the_round_is_closed_meanwhile(
    page: Page, tournament: Tournament, typist: User
) -> None:
    round = make_round(tournament, sizes=(4, 4))
    lane(page, typist)
    close(round, is_closed=True)
    type_sheet(page)
    unsaved = page.locator("#lane-unsaved")
    closed = text("The round is closed. Only the direction corrects a sheet, with a reason.")
    told = text("Table %(table)s is not saved: %(reasons)s", table=1, reasons=f"{closed} {TOTALS}")
    expect(unsaved).to_contain_text(told)
    assert_accessible(page)
    page.reload()
    expect(page.locator("#lane-closed")).to_have_text(closed)
    expect(unsaved).to_contain_text(TOTALS)
    close(round, is_closed=False)
    unsaved.get_by_role("button", name="Noch einmal senden").click()
    expect(page.locator("#lane-log .saved")).to_have_count(1)
    expect(unsaved).to_be_hidden()
    table = GameTable.objects.get(round=round, number=1)
    assert table.current_version.totals == [6, 2, -2, -6]


def test_totals_stay_after_any_refusal(
    page: Page, tournament: Tournament, typist: User, problems: list[str]
) -> None:
    make_round(tournament, sizes=(4, 4))
    lane(page, typist)
    unsaved = page.locator("#lane-unsaved")
    for status in tries((403, 422), (400, 403, 404, 409, 422)):  # 403 has the token renewed first
        page.route("**/totals/save/", partial(refuse, status))
        expect(page.locator("#lane-table")).to_be_focused()
        type_sheet(page)
        expect(unsaved).to_contain_text(f"(Code {status}). {TOTALS}")
        page.reload()
        expect(unsaved).to_contain_text(TOTALS)
        unsaved.get_by_role("button", name="Erledigt: entfernen").click()
        expect(unsaved).to_be_hidden()
        page.unroute("**/totals/save/")
    problems.clear()


@pytest.mark.slow
def test_totals_wait_while_the_server_fails(
    page: Page, tournament: Tournament, typist: User, problems: list[str]
) -> None:
    round = make_round(tournament, sizes=(4, 4))
    lane(page, typist)
    page.route("**/totals/save/", lambda route: route.fulfill(status=503, body="no"))
    type_sheet(page)
    expect(page.locator("#lane-alarm")).to_contain_text("Tisch 1")
    page.unroute("**/totals/save/")
    expect(page.locator("#lane-log .saved")).to_have_count(1)
    assert GameTable.objects.get(round=round, number=1).current_version is not None
    problems.clear()


def test_lane_reports_another_signed_in_user(
    page: Page, tournament: Tournament, typist: User, problems: list[str]
) -> None:
    make_round(tournament, sizes=(4, 4))
    lane(page, typist)
    page.route("**/totals/save/", lambda route: route.fulfill(status=403, body="no"))
    anna = make_user(Role.TYPIST, tournament, "anna")
    signed_in(page.context.new_page(), anna).close()
    page.bring_to_front()
    type_sheet(page)
    alarm = page.locator("#lane-alarm")
    expect(alarm).to_contain_text(text(OTHERS_BROWSER, who=anna, own=typist))
    expect(alarm).to_contain_text("Tisch 1")
    problems.clear()


def test_sheet_reports_another_signed_in_user(
    page: Page, tournament: Tournament, typist: User, problems: list[str]
) -> None:
    table = make_round(tournament, sizes=(4,)).tables.get()
    signed_in(page, typist).goto(address_of(table))
    page.route("**/draft/", lambda route: route.fulfill(status=403, body="no"))
    anna = make_user(Role.TYPIST, tournament, "anna")
    signed_in(page, anna)
    page.keyboard.type("13 4")
    expect(page.locator("#desk-alarm")).to_contain_text(text(OTHERS_BROWSER, who=anna, own=typist))
    page.on("dialog", lambda dialog: dialog.accept())
    problems.clear()
