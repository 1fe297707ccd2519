"""Nothing lost, nothing doubled: network cut, keys pressed twice, pages reloaded and closed."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.factories.browsing import UNREACHABLE, kept, signed_in
from tests.factories.desk import address_of
from tests.factories.effort import chiefly
from tests.factories.journal import acts
from tournament.models import GameTable, SheetVersion, User

TOTALS = ("12", "-4", "-20", "12")
SAVED = "Tisch 1 ist gespeichert"


@pytest.fixture
def sheet(page: Page, table: GameTable, typist: User) -> Page:
    """The totals form of the table, open and empty."""
    signed_in(page, typist).goto(address_of(table) + "?kind=totals")
    return page


def type_totals(page: Page, *totals: str) -> None:
    for total in totals or TOTALS:
        page.keyboard.type(total)
        page.keyboard.press("Enter")


def shown_totals(page: Page) -> list[str]:
    return [page.locator(f"#t{seat}").input_value().replace("−", "-") for seat in range(1, 5)]


def assert_saved_once() -> None:
    """Assert one version with the typed totals, and one entry in the journal."""
    (version,) = SheetVersion.objects.all()
    assert (version.totals, version.number) == ([12, -4, -20, 12], 1)
    assert [entry.action for entry in acts()] == ["sheet_entered"]


def without_network_complaints(problems: list[str]) -> None:
    """Allow console messages about the cut network, and nothing else."""
    assert [problem for problem in problems if "ERR_" not in problem] == []
    problems.clear()


def lose_answers(page: Page, table: GameTable) -> None:
    """Let the first submitted sheet reach the server and drop its answer."""

    def handle(route: Route) -> None:
        if route.request.method != "POST" or SheetVersion.objects.exists():
            route.continue_()
            return
        route.fetch(max_redirects=0)
        route.abort("internetdisconnected")

    page.route(f"**{address_of(table)}?kind=totals", handle)


@pytest.mark.slow
def test_network_cut_before_the_save_loses_nothing(sheet: Page, problems: list[str]):
    type_totals(sheet)
    sheet.context.set_offline(True)
    sheet.keyboard.press("Control+Enter")
    expect(sheet.get_by_role("alert")).to_contain_text(UNREACHABLE)
    assert shown_totals(sheet) == list(TOTALS)
    assert not SheetVersion.objects.exists()
    sheet.context.set_offline(False)
    sheet.keyboard.press("Control+Enter")
    expect(sheet.get_by_text(SAVED)).to_be_visible()
    assert_saved_once()
    without_network_complaints(problems)


def test_network_cut_during_save_saves_once(sheet: Page, table: GameTable, problems: list[str]):
    """The server has saved, the answer is lost, and the same page sends again."""

    lose_answers(sheet, table)
    type_totals(sheet)
    with sheet.expect_event("requestfailed"):
        sheet.keyboard.press("Control+Enter")
    expect(sheet.locator("#sheet-form")).to_have_count(0)  # the browser says that nothing came
    assert_saved_once()
    sheet.reload()  # the browser sends once more what it has got no answer for
    expect(sheet.get_by_text(SAVED)).to_be_visible()
    assert_saved_once()
    assert sheet.evaluate("localStorage.length") == 0
    without_network_complaints(problems)


def test_page_reopened_after_a_lost_answer_shows_the_result(
    sheet: Page, table: GameTable, problems: list[str]
):
    lose_answers(sheet, table)
    type_totals(sheet)
    with sheet.expect_event("requestfailed"):
        sheet.keyboard.press("Control+Enter")
    sheet.unroute_all()
    sheet.goto(address_of(table))
    assert shown_totals(sheet) == list(TOTALS)
    expect(sheet.get_by_text("Fassung 1 gilt")).to_be_visible()
    expect(sheet.locator("#desk-kept")).to_be_hidden()
    assert_saved_once()
    without_network_complaints(problems)


def test_page_resent_by_the_browser_saves_once(sheet: Page):
    """Reloading the answer to a save prompts to send the form again."""
    type_totals(sheet)
    kept(sheet)
    form = sheet.evaluate("Object.fromEntries(new FormData(document.getElementById('sheet-form')))")
    for _sending in range(3):
        answer = sheet.request.post(sheet.url, form={**form, "action": "save"}, max_redirects=0)
        assert answer.status == 302
    assert_saved_once()


@pytest.mark.parametrize("how", chiefly("click", of=["enter", "click"]))
def test_pressed_twice_is_saved_once(sheet: Page, how: str):
    type_totals(sheet)
    if how == "click":
        sheet.locator("#save").dblclick(no_wait_after=True)
    else:
        sheet.keyboard.press("Enter")
        sheet.keyboard.press("Enter")
        sheet.keyboard.press("Control+Enter")
    expect(sheet.get_by_text(SAVED)).to_be_visible()
    assert_saved_once()


@pytest.mark.slow
def test_reload_while_typing_keeps_everything(sheet: Page):
    type_totals(sheet, "12", "-4")
    sheet.keyboard.type("-2")
    sheet.reload()
    take_what_is_kept(sheet)
    assert shown_totals(sheet) == ["12", "-4", "-2", ""]
    sheet.locator("#t3").fill("-20")
    sheet.locator("#t3").press("Enter")
    sheet.keyboard.press("Enter")
    sheet.keyboard.press("Control+Enter")
    expect(sheet.get_by_text(SAVED)).to_be_visible()
    assert_saved_once()


def test_page_closed_and_reopened_keeps_everything(page: Page, sheet: Page, table: GameTable):
    """The laptop lid was closed, or the wrong key pressed."""
    type_totals(sheet, "12", "-4", "-20")
    address = address_of(table) + "?kind=totals"
    context = sheet.context
    other = context.new_page()
    sheet.close(run_before_unload=False)
    other.goto(address)
    take_what_is_kept(other)
    assert shown_totals(other)[:3] == list(TOTALS[:3])
    other.locator("#t4").fill("12")
    other.locator("#t4").press("Control+Enter")
    expect(other.get_by_text(SAVED)).to_be_visible()
    assert_saved_once()
    assert other.evaluate("localStorage.length") == 0


def take_what_is_kept(page: Page) -> None:
    """Take over what was kept: the server's draft is there; the browser offers the rest."""
    expect(page.locator("#t1")).to_be_visible()
    offer = page.locator("#desk-kept")
    if offer.is_visible():
        offer.get_by_role("button", name="Hier einsetzen").click()
