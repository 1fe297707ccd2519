"""From round to round in a browser: publishing, closing, Back, and where the focus stays."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.factories.browsing import accessibility_faults, assert_accessible, signed_in
from tests.factories.effort import chiefly
from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tests.factories.sheets import totals_content
from tests.factories.submissions import submit
from tests.factories.tournaments import make_owner, make_user
from tournament.models import Role, Round, Tournament, VerificationRule
from tournament.permissions import COMMAND_LINE, Actor
from tournament.rounds.writes import start_clock
from tournament.seating.writes.draws import draw_rounds, publish_next_round
from tournament.sheets.writes.verification import verify_blindly

pytestmark = pytest.mark.django_db(transaction=True)

DRAW = "/t/herbst/draw/"


def published() -> list[int]:
    return list(Round.objects.filter(published_at__isnull=False).values_list("number", flat=True))


@pytest.fixture
def drawn(page: Page) -> Page:
    """Two tables, three rounds drawn, none published; the owner is signed in."""
    make_drawn_tournament(8, published=0)
    draw_rounds(COMMAND_LINE, Tournament.objects.get())
    return signed_in(page, make_owner())


@pytest.mark.parametrize("reloads", chiefly(False, of=[True, False]))
def test_back_after_publishing_publishes_no_other_round(drawn: Page, reloads: bool) -> None:
    """The button of the next round is where the last one was pressed."""
    button = drawn.locator("form[action$='/draw/publish/'] button")
    drawn.goto(DRAW)
    button.click()
    drawn.wait_for_url("**/rounds/1/")
    drawn.go_back()
    if reloads:
        drawn.reload()
    button.click()
    drawn.goto(DRAW)
    expect(button).to_have_text("Runde 2 veröffentlichen")
    assert published() == [1]
    assert_accessible(drawn)


def test_next_round_can_be_published_before_this_one_begins(drawn: Page) -> None:
    publish_next_round(COMMAND_LINE, Tournament.objects.get())
    drawn.goto(DRAW)
    drawn.get_by_label("Runde 2 trotzdem veröffentlichen").check()
    drawn.get_by_role("button", name="Runde 2 veröffentlichen").click()
    drawn.wait_for_url("**/rounds/2/")
    assert published() == [1, 2]


def test_begun_round_asks_nothing(drawn: Page) -> None:
    start_clock(COMMAND_LINE, publish_next_round(COMMAND_LINE, Tournament.objects.get()))
    drawn.goto(DRAW)
    drawn.get_by_role("button", name="Runde 2 veröffentlichen").click()
    drawn.wait_for_url("**/rounds/2/")


def expect_focus_on(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator(":focus")).to_have_text(words)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).press("Enter")
    expect(page.locator("main > .message")).not_to_have_count(0)


@pytest.mark.slow
def test_focus_is_on_the_answer_to_an_act(page: Page) -> None:
    """Every press loads another page; the focus must not return to its top."""
    round = round_number(make_drawn_tournament(8), 1)
    signed_in(page, make_owner()).goto("/t/herbst/rounds/1/")
    press(page, "Runde starten")
    expect_focus_on(page, "Runde 1 läuft.")
    page.get_by_label("Begründung").fill("Verdrückt")
    page.locator("form[action$='/clock/reset/'] button").press("Enter")
    expect(page.locator("main > .message")).to_contain_text("zurückgenommen")
    expect_focus_on(page, "Start von Runde 1 zurückgenommen.")
    enter_round(round)
    page.reload()
    press(page, "Runde starten")
    press(page, "Runde beenden")
    expect_focus_on(page, "Runde 1 beendet.")
    press(page, "Runde 1 abschließen")
    expect_focus_on(page, "Runde 1 abgeschlossen.")
    page.locator("form[action$='/reopen/'] button").scroll_into_view_if_needed()
    page.get_by_label("Begründung").press("Enter")
    expect(page.locator(":focus")).not_to_have_count(0)
    page.get_by_label("Begründung").fill("Tisch 2")
    page.get_by_label("Begründung").press("Enter")
    expect(page.locator("main > .message")).to_contain_text("wieder offen")
    expect_focus_on(page, "Runde 1 wieder geöffnet.")


def test_closing_with_open_decisions_asks_once(page: Page) -> None:
    """One press names what is undecided and leads there; the next, on the asking page, closes."""
    tournament = make_drawn_tournament(8, verification=VerificationRule.BLIND)
    round = round_number(tournament, 1)
    anna, bernd = (Actor(make_user(Role.TYPIST, tournament, name)) for name in ("Anna", "Bernd"))
    for table in round.tables.all():
        submit(anna, table, totals_content([6, 2, -2, -6]))
    verify_blindly(bernd, round.tables.get(number=1), [6, 2, -2, -6], version=1)
    verify_blindly(bernd, round.tables.get(number=2), [4, 2, 0, -6], version=1)
    signed_in(page, make_owner()).goto("/t/herbst/rounds/1/")
    page.get_by_role("button", name="Runde 1 abschließen").press("Enter")
    page.wait_for_url(re.compile("/rounds/1/close/"))
    expect_focus_on(page, re.compile("Tisch 2: .*Anna, .*Bernd"))
    assert_accessible(page)
    page.keyboard.press("Enter")  # one press too many does nothing
    page.get_by_role("link", name="Tisch 2", exact=True).press("Enter")
    page.wait_for_url("**/rounds/1/tables/2/verification/")
    page.go_back()
    page.get_by_role("button", name="Runde 1 trotzdem abschließen").press("Enter")
    expect(page.locator("main > .message")).to_have_text("Runde 1 abgeschlossen.")
    expect_focus_on(page, "Runde 1 abgeschlossen.")


@pytest.mark.slow
def test_focus_is_on_the_preview_of_a_seat_change(page: Page) -> None:
    make_drawn_tournament(8)
    signed_in(page, make_owner()).goto("/t/herbst/rounds/1/swap/")
    page.get_by_label("Startnummer", exact=True).fill("1")
    page.get_by_label("tauscht").fill("99")
    page.get_by_label("tauscht").press("Enter")
    page.wait_for_url("**other=99**")
    expect(page.get_by_label("Startnummer", exact=True)).to_be_focused()
    page.get_by_label("tauscht").fill("2")
    page.get_by_label("tauscht").press("Enter")
    page.wait_for_url("**other=2**")
    expect_focus_on(page, "Vorschau")


ROUND = "/t/herbst/rounds/1/"


@pytest.fixture
def half(page: Page) -> Page:
    """The page of a round of two tables: the sheet of the first is in, the clock runs."""
    round = round_number(make_drawn_tournament(8), 1)
    enter_totals(round.tables.get(number=1), [5, 1, -1, -5])
    start_clock(COMMAND_LINE, round)
    signed_in(page, make_owner()).goto(ROUND)
    return page


def test_row_leads_to_the_sheet_and_a_name_to_the_player(half: Page) -> None:
    half.set_viewport_size({"width": 1366, "height": 768})
    row = half.locator("#table-2")
    box = row.bounding_box()
    assert (box["height"], accessibility_faults(half)) == (34, [])
    row.locator(".table-people a").first.click()
    half.wait_for_url("**/players/*/")
    half.go_back()
    half.mouse.click(box["x"] + box["width"] * 0.9, box["y"] + 17)  # where nothing stands
    half.wait_for_url("**/rounds/1/tables/2/")


def test_menu_of_a_row_opens_by_keyboard(half: Page) -> None:
    half.locator("#table-2 .table-people a").last.focus()
    half.keyboard.press("Tab")
    half.keyboard.press("Enter")
    acts = half.locator("#table-2 .table-acts")
    expect(acts.get_by_role("link")).to_have_count(2)
    assert_accessible(half)
    half.keyboard.press("Escape")
    expect(acts.get_by_role("link")).to_have_count(0)
    expect(acts.locator("summary")).to_be_focused()
    half.keyboard.press("Enter")
    half.keyboard.press("Tab")
    half.keyboard.press("Enter")
    half.wait_for_url("**/tables/2/extra-time/")


def test_menu_of_a_row_opens_without_a_script(half: Page) -> None:
    plain = half.context.browser.new_context(
        java_script_enabled=False, viewport={"width": 360, "height": 740}
    )
    plain.add_cookies(half.context.cookies())
    page = plain.new_page()
    page.goto(half.url)
    page.locator("#table-2 .table-acts summary").press("Enter")
    page.locator("#table-2 .table-acts a").first.press("Enter")
    page.wait_for_url("**/tables/2/extra-time/")
    plain.close()


def test_only_what_is_due_is_quoted(half: Page) -> None:
    quotes = half.locator(".announcements blockquote")
    expect(quotes.filter(visible=True)).to_have_count(1)
    Round.objects.update(started_at=timezone.now() - timedelta(minutes=50))
    half.reload()
    expect(half.locator(".announcements")).to_be_hidden()
    assert quotes.count() > 0
