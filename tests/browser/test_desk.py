"""Typing a real score sheet by keyboard alone, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_phone import HEIGHT, WIDTH, cut_off, scrolls
from tests.factories.browsing import (
    assert_accessible,
    assert_fits,
    focused,
    kept,
    paste,
    signed_in,
    without_complaints_about,
)
from tests.factories.desk import address_of, real_sheets
from tests.factories.lane import typed_lines
from tests.factories.sheets import make_round, rows_content, totals_content
from tests.factories.submissions import current, submit
from tests.factories.tournaments import make_tournament, make_user
from tests.factories.words import text
from tournament.models import GameTable, Role, SheetDraft, SheetVersion, User
from tournament.permissions import Actor

MOST_KEYS = 150  # for the games of a whole list
BOXES = "all => all.map((each) => document.querySelector(each).getBoundingClientRect().toJSON())"


@pytest.fixture
def table(transactional_db) -> GameTable:
    tournament = make_tournament()
    return make_round(tournament, sizes=(4, 4)).tables.get(number=1)


@pytest.fixture
def typist(table: GameTable) -> User:
    return make_user(Role.TYPIST, table.round.tournament)


def type_lines(page: Page, sheet: dict) -> None:
    """Type the games line by line, each with Enter."""
    lines = typed_lines(sheet)
    for row in sheet["rows"]:
        page.keyboard.type(lines[f"l{row['no']}"])
        page.keyboard.press("Enter")


def paste_lines(page: Page, sheet: dict) -> None:
    """Paste the games, as from a spreadsheet."""
    lines = typed_lines(sheet)
    paste(page, "\n".join(lines[f"l{row['no']}"] for row in sheet["rows"]))


def assert_in_sight(page: Page, selector: str) -> None:
    """Assert that the field lies between the column headings and the row of buttons."""
    field, heads, bar = page.evaluate(BOXES, [selector, ".desk-grid thead", ".desk-save"])
    assert field["y"] >= heads["y"] + heads["height"] - 1, selector
    assert field["y"] + field["height"] <= bar["y"] + 1, selector


@pytest.mark.parametrize("number", [0, pytest.param(44, marks=pytest.mark.slow)])
def test_real_sheet_is_typed_by_keyboard_alone(page: Page, table, typist, number: int):
    sheet = real_sheets()[number]
    lines = typed_lines(sheet)
    signed_in(page, typist).goto(address_of(table))
    pressed = 0
    for row in sheet["rows"]:
        name = f"l{row['no']}"
        assert focused(page) == name
        assert_in_sight(page, f"#{name}")
        line = lines[name].replace(" p", "p").replace(" h", "h")
        page.keyboard.type(line)
        page.keyboard.press("Enter")
        pressed += len(line) + 1
    assert pressed < MOST_KEYS
    assert focused(page) == "t1"
    assert_in_sight(page, "#t1")
    for seat, total in enumerate(sheet["totals"], 1):
        page.keyboard.type(str(total))
        page.keyboard.press("Enter")
        expect(page.locator(f"#same-{seat}")).to_have_text("✓")
    expect(page.locator("#save")).to_be_focused()
    assert_accessible(page)

    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Tisch 1 ist gespeichert")).to_be_visible()
    expect(page.get_by_role("link", name="Weiter: Tisch 2")).to_be_focused()
    assert current(table).totals == sheet["totals"]
    assert [row["points"] for row in current(table).content["rows"]] == [
        row["points"] for row in sheet["rows"]
    ]
    page.keyboard.press("Enter")
    page.wait_for_url("**/tables/2/")


@pytest.mark.slow
def test_list_shortened_by_the_time_is_typed(page: Page, table, typist):
    sheet = next(sheet for sheet in real_sheets() if sheet["struck_games"])
    signed_in(page, typist).goto(address_of(table))
    type_lines(page, sheet)
    # Enter in the empty row leads to the totals, in the totals of a short list to the time.
    page.keyboard.press("Enter")
    assert focused(page) == "t1"
    for total in sheet["totals"]:
        page.keyboard.type(str(total))
        page.keyboard.press("Enter")
    assert focused(page) == "time_limit"
    page.keyboard.type(str(sheet["time_limit_after_row"]))
    page.keyboard.press("Enter")
    page.keyboard.type(str(sheet["struck_games"]))
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Tisch 1 ist gespeichert")).to_be_visible()
    assert current(table).totals == sheet["totals"]
    assert current(table).content["struck_games"] == sheet["struck_games"]


def test_wrong_figure_is_reported_at_its_row_and_corrected(page: Page, table, typist, problems):
    sheet = real_sheets()[0]
    signed_in(page, typist).goto(address_of(table))
    paste_lines(page, sheet)
    right = page.locator("#l19").input_value()
    page.locator("#l19").fill("-12 -12 +11 +12")
    expect(page.locator("#says-19")).to_contain_text("Summe −1 statt 0. Position 3 müsste +12")

    page.keyboard.press("Control+Enter")
    summary = page.get_by_role("alert")
    expect(summary).to_contain_text("Nichts wurde gespeichert.")
    expect(summary).to_be_focused()
    assert_accessible(page)
    assert not SheetVersion.objects.exists()
    assert page.locator("#l19").input_value() == "-12 -12 +11 +12"
    without_complaints_about(422, problems)

    expect(page.get_by_role("link", name="Spiel 19")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert focused(page) == "l19"
    page.keyboard.type(right)
    expect(page.locator("#summary")).to_be_hidden()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Tisch 1 ist gespeichert")).to_be_visible()
    assert current(table).totals == sheet["totals"]


def test_draft_is_kept_and_comes_back(page: Page, table, typist):
    signed_in(page, typist).goto(address_of(table))
    page.keyboard.type("13 5")
    page.locator("#l2").fill("1o")
    expect(page.locator("#draft-state")).to_contain_text("Entwurf gespeichert")
    page.reload()
    expect(page.get_by_text("Hier steht Ihr Entwurf")).to_be_visible()
    assert page.locator("#l1").input_value() == "13 5"
    assert page.locator("#l2").input_value() == "1o"
    assert_accessible(page)
    page.locator("summary", has_text="Verwerfen").click()
    expect(
        page.get_by_text(text("What you have typed here and not saved will be lost."))
    ).to_be_visible()
    page.get_by_role("button", name="Verwerfen").click()
    expect(page.get_by_text("Der Entwurf ist verworfen.")).to_be_visible()
    assert page.locator("#l2").input_value() == ""
    assert not SheetDraft.objects.exists()


def test_leaving_mid_word_keeps_the_draft(page: Page, table, typist):
    signed_in(page, typist).goto(address_of(table))
    page.keyboard.type("13")
    page.goto("/")
    for _attempt in range(50):
        if SheetDraft.objects.exists():
            break
        page.wait_for_timeout(100)
    page.goto(address_of(table))
    assert page.locator("#l1").input_value() == "13"


def test_whole_sheet_of_five_is_typed(page: Page, typist, table):
    five = make_round(table.round.tournament, number=2, sizes=(5,)).tables.get()
    sheet = rows_content(5)
    signed_in(page, typist).goto(address_of(five))
    paste_lines(page, {**sheet, "rows": sheet["rows"][:27]})
    type_lines(page, {**sheet, "rows": sheet["rows"][27:]})
    assert focused(page) == "t1"
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Tisch 1 ist gespeichert")).to_be_visible()
    assert [row["points"] for row in current(five).content["rows"]] == [
        row["points"] for row in sheet["rows"]
    ]


def test_totals_take_few_keys_and_propose_the_last(page: Page, table, typist):
    signed_in(page, typist).goto(address_of(table) + "?kind=totals")
    for total in ("12", "-4", "-20"):
        page.keyboard.type(total)
        page.keyboard.press("Enter")
    assert page.locator("#t4").get_attribute("placeholder") == "12"
    page.keyboard.press("Enter")
    expect(page.locator("#check-totals")).to_have_text("✓ Σ 0")
    expect(page.locator("#save")).to_be_focused()
    assert_accessible(page)
    page.keyboard.press("Enter")
    expect(page.get_by_text("Tisch 1 ist gespeichert")).to_be_visible()
    assert current(table).totals == [12, -4, -20, 12]


def test_second_typist_sees_both_sheets(page: Page, table, typist, problems):
    signed_in(page, typist).goto(address_of(table) + "?kind=totals")
    for total in ("12", "-4", "-20", "12"):
        page.keyboard.type(total)
        page.keyboard.press("Enter")
    other = make_user(Role.TYPIST, table.round.tournament, "andere")
    submit(Actor(other), table, totals_content([10, -4, -20, 14]))
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("alert")).to_contain_text("andere hat diese Liste")
    expect(page.get_by_text("≠ verschieden")).to_have_count(2)
    assert_fits(page)
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    assert not scrolls(page)
    assert cut_off(page.locator(".desk-compare td")) == []
    without_complaints_about(409, problems)
    page.get_by_label("Begründung").fill("steht so auf dem Papier")
    page.get_by_role("button", name="Meine als Korrektur speichern").click()
    expect(page.get_by_text("Tisch 1 ist gespeichert")).to_be_visible()
    assert (current(table).number, current(table).totals) == (2, [12, -4, -20, 12])


def test_penalty_is_added_to_totals_by_keyboard(page: Page, table, typist):
    signed_in(page, typist).goto(address_of(table) + "?kind=totals")
    page.get_by_label("Paragraf").select_option("9.3.2")
    page.get_by_label("Verstoß durch").select_option("2")
    page.get_by_label("Ab Spiel").fill("1")
    expect(page.locator("#x1-p2")).to_have_attribute("placeholder", "−3")
    page.get_by_role("button", name="Weitere Strafe").click()
    assert focused(page) == "x2-rule"
    assert page.locator("#x1-row").input_value() == "1"
    assert page.locator("#x2-row").input_value() == ""
    page.locator("#x2-initials").focus()
    page.keyboard.press("Enter")
    assert focused(page) == "x2-row"
    assert_accessible(page)
    kept(page)


def test_form_works_without_scripts(browser, live_server, table, typist):
    context = browser.new_context(
        base_url=live_server.url, locale="de-DE", java_script_enabled=False
    )
    page = signed_in(context.new_page(), typist)
    page.goto(address_of(table))
    for name, line in typed_lines(real_sheets()[0]).items():
        page.fill(f"#{name}", line)
    page.click("#save")
    expect(page.get_by_text("Tisch 1 ist gespeichert")).to_be_visible()
    assert current(table).totals == real_sheets()[0]["totals"]
    context.close()


@pytest.mark.slow
def test_totals_of_a_correction_are_selected_for_replacement(page: Page, table, typist):
    submit(Actor(typist), table, totals_content([12, -4, -20, 12]))
    signed_in(page, typist).goto(address_of(table))
    page.keyboard.type("10")
    assert page.locator("#t1").input_value() == "10"
    kept(page)
