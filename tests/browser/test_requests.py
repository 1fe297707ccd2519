"""Requests of the scripts, counted: one for each act, one more after each kind of failure."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from tests.factories.browsing import signed_in
from tests.factories.desk import address_of
from tests.factories.effort import chiefly
from tests.factories.sheets import make_round
from tests.factories.totals_lane import lane, saved
from tests.factories.tournaments import make_tournament, make_user
from tournament.models import Role, Round, SheetDraft, SheetVersion, User

SAVE = "**/totals/save/"
SLOWLY = 400  # milliseconds
GIVEN_UP_AND_TRIED_AGAIN = 60_000

Answer = Callable[[Route], object]


@pytest.fixture
def round(transactional_db) -> Round:
    return make_round(make_tournament(), sizes=(4, 4, 4))


@pytest.fixture
def typist(round: Round) -> User:
    return make_user(Role.TYPIST, round.tournament, "helga")


@pytest.fixture
def page(page: Page, problems: list[str]) -> Iterator[Page]:
    """A page that may complain about answers made to fail."""
    yield page
    problems.clear()


def posts(page: Page, ending: str) -> list[str]:
    """Return a list that collects what is posted to addresses with this ending."""
    sent: list[str] = []
    page.on(
        "request",
        lambda each: (
            each.method == "POST"
            and each.url.partition("?")[0].endswith(ending)
            and sent.append(each.post_data or "")
        ),
    )
    return sent


def slowly(page: Page, url: str) -> None:
    """Delay the answers there."""

    def handle(route: Route) -> None:
        page.wait_for_timeout(SLOWLY)
        route.continue_()

    page.route(url, handle)


def first_then_as_it_is(page: Page, url: str, answer: Answer) -> None:
    """Give the first request there this answer; let the others through."""
    page.route(url, answer, times=1)


def one_saved(page: Page) -> None:
    """Wait until the lane says that one sheet is saved, now or after its next try."""
    expect(page.locator("#lane-log .saved")).to_have_count(1, timeout=GIVEN_UP_AND_TRIED_AGAIN)


def sheet_saved(page: Page) -> None:
    """Wait until the page after the sheet says that it is saved."""
    saved = page.get_by_text("Tisch 1 ist gespeichert")
    expect(saved).to_be_visible(timeout=GIVEN_UP_AND_TRIED_AGAIN)


def type_sheet(page: Page) -> None:
    for key in ("Enter", *"6\n2\n-2\n\n"):
        page.keyboard.press("Enter" if key in ("\n", "Enter") else key)


def type_totals(page: Page) -> None:
    for total in ("12", "-4", "-20", "12"):
        page.keyboard.type(f"{total}\n")


@pytest.mark.parametrize("how", chiefly("keys", of=["keys", "button"]))
def test_sheet_is_sent_once_however_often_it_is_pressed(page: Page, round, typist, how) -> None:
    table = round.tables.get(number=1)
    signed_in(page, typist).goto(address_of(table) + "?kind=totals")
    slowly(page, "**/draft/")
    saves, drafts = posts(page, address_of(table)), posts(page, "/draft/")
    type_totals(page)
    drafts.clear()
    for _press in range(3):
        if how == "keys":
            page.keyboard.press("Control+Enter")
        else:
            page.locator("#save").click(no_wait_after=True)
    sheet_saved(page)
    assert (len(saves), len(drafts)) == (1, 1)


def test_text_typed_while_the_draft_is_sent_is_saved(page: Page, round, typist) -> None:
    table = round.tables.get(number=1)
    signed_in(page, typist).goto(address_of(table) + "?kind=totals")
    slowly(page, "**/draft/")
    type_totals(page)
    page.locator("#t1").fill("-12")
    page.keyboard.press("Control+Enter")
    page.locator("#t4").fill("36")
    sheet_saved(page)
    assert SheetVersion.objects.get().totals == [-12, -4, -20, 36]


@pytest.mark.parametrize("has_locks", chiefly(False, of=[True, False]), ids=["locks", "no locks"])
def test_lane_sends_each_sheet_once_while_others_are_typed(
    page: Page, round, typist, has_locks
) -> None:
    """Without a certificate the browser has no locks."""
    if not has_locks:
        page.add_init_script("delete Navigator.prototype.locks")
    lane(page, typist)
    slowly(page, SAVE)
    sent = posts(page, "/totals/save/")
    for _table in range(3):
        type_sheet(page)
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(page.locator("#lane-log .saved")).to_have_count(3, timeout=GIVEN_UP_AND_TRIED_AGAIN)
    assert saved(round) == {table: [6, 2, -2, -6] for table in (1, 2, 3)}
    assert len(sent) == len({*sent}) == 3


FAILURES: dict[str, Answer] = {
    "500": lambda route: route.fulfill(status=500, body="no"),
    "503": lambda route: route.fulfill(status=503, body="<h1>Wartung</h1>"),
    "cut": lambda route: route.abort("connectionreset"),
    "a page instead of an answer": lambda route: route.fulfill(status=200, body="<h1>Router</h1>"),
    "saved and the answer lost": lambda route: (route.fetch(), route.abort("connectionreset")),
    "never": lambda route: None,
}


@pytest.mark.parametrize("failure", chiefly("saved and the answer lost", of=FAILURES))
def test_lane_sends_again_after_each_way_to_fail(page: Page, round, typist, failure) -> None:
    lane(page, typist)
    sent = posts(page, "/totals/save/")
    first_then_as_it_is(page, SAVE, FAILURES[failure])
    type_sheet(page)
    expect(page.locator("#lane-alarm")).to_contain_text("Tisch 1", timeout=GIVEN_UP_AND_TRIED_AGAIN)
    one_saved(page)
    expect(page.locator("#lane-alarm")).to_be_hidden()
    assert saved(round) == {1: [6, 2, -2, -6]}
    assert SheetVersion.objects.count() == 1
    assert (len(sent), len({*sent})) == (2, 1)


# Normally test_server_answers.py says it, of every script.
@pytest.mark.parametrize("failure", chiefly(of=FAILURES))
def test_draft_is_sent_again_after_each_way_to_fail(page: Page, round, typist, failure) -> None:
    table = round.tables.get(number=1)
    signed_in(page, typist).goto(address_of(table) + "?kind=totals")
    first_then_as_it_is(page, "**/draft/", FAILURES[failure])
    page.keyboard.type("12")
    alarm = page.locator("#desk-alarm")
    expect(alarm).to_contain_text("nicht erreichbar", timeout=GIVEN_UP_AND_TRIED_AGAIN)
    expect(alarm).to_be_hidden(timeout=GIVEN_UP_AND_TRIED_AGAIN)
    assert SheetDraft.objects.get().content["t1"] == "12"
    assert page.locator("#sheet-form[data-unsaved]").count() == 0


def test_old_token_is_refreshed_once(page: Page, round, typist) -> None:
    lane(page, typist)
    sent = posts(page, "/totals/save/")
    first_then_as_it_is(page, SAVE, lambda route: route.fulfill(status=403, body="no"))
    type_sheet(page)
    one_saved(page)
    assert (len(sent), len({*sent})) == (2, 1)


def test_page_closed_while_saving_continues_when_reopened(page: Page, round, typist) -> None:
    lane(page, typist)
    page.route(SAVE, lambda route: None)
    type_sheet(page)
    page.close(run_before_unload=False)
    again = page.context.new_page()
    sent = posts(again, "/totals/save/")
    lane(again, typist)
    one_saved(again)
    assert saved(round) == {1: [6, 2, -2, -6]}
    assert len(sent) == 1
