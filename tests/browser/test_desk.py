"""Typing a real score sheet by keyboard alone, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import (
    assert_accessible,
    focused,
    kept,
    overflow,
    signed_in,
    without_complaints_about,
)
from tests.factories.desk import address_of, real_sheets
from tests.factories.sheets import make_round, rows_content, totals_content
from tests.factories.submissions import current, submit
from tests.factories.tournaments import make_tournament, make_user
from tournament.models import GameTable, Role, SheetDraft, SheetVersion, User
from tournament.permissions import Actor

# The German letters that choose a kind of game in the winners' field.
LETTERS = {
    "normal": "",
    "wedding": "h",
    "wedding_unclarified": "u",
    "silent_wedding": "s",
    "voluntary_solo": "l",
    "compulsory_solo": "p",
}


@pytest.fixture
def table(transactional_db) -> GameTable:
    tournament = make_tournament()
    return make_round(tournament, sizes=(4, 4)).tables.get(number=1)


@pytest.fixture
def typist(table: GameTable) -> User:
    return make_user(Role.TYPIST, table.round.tournament)


def note_of(points: list) -> tuple[str, str]:
    """Winners and value as on paper."""
    figures = [figure for figure in points if figure is not None]
    winners = "".join(str(seat) for seat, figure in enumerate(points, 1) if (figure or 0) > 0)
    return winners, str(min(map(abs, figures)))


def type_row(page: Page, row: dict) -> None:
    """One game from the winners' field to the winners' field of the next."""
    winners, value = note_of(row["points"])
    page.keyboard.type(LETTERS[row["kind"]] + ("v" if row["forced"] else "") + winners)
    page.keyboard.press("Enter" if winners else "Tab")
    page.keyboard.type(value)
    page.keyboard.press("Enter")


def assert_in_sight(page: Page, selector: str) -> None:
    """The field lies between the heads of the columns and the row of buttons."""
    field, heads, bar = (
        page.locator(each).bounding_box() for each in (selector, ".desk-grid thead", ".desk-save")
    )
    assert field["y"] >= heads["y"] + heads["height"] - 1, selector
    assert field["y"] + field["height"] <= bar["y"] + 1, selector


@pytest.mark.parametrize("number", [0, 44])
def test_real_sheet_is_typed_by_keyboard_alone(page: Page, table, typist, number: int):
    sheet = real_sheets()[number]
    signed_in(page, typist).goto(address_of(table))
    for row in sheet["rows"]:
        assert focused(page) == f"r{row['no']}-winners"
        assert_in_sight(page, f"#r{row['no']}-winners")
        type_row(page, row)
    assert focused(page) == "t1"
    assert_in_sight(page, "#t1")
    for seat, total in enumerate(sheet["totals"], 1):
        expect(page.locator(f"#run-24-{seat}")).to_have_text(
            page.locator(f"#sum-{seat}").inner_text()
        )
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


def test_list_shortened_by_the_time_is_typed(page: Page, table, typist):
    sheet = next(sheet for sheet in real_sheets() if sheet["struck_games"])
    signed_in(page, typist).goto(address_of(table))
    for row in sheet["rows"]:
        type_row(page, row)
    # The empty row leads to the totals, the totals of a short list to the time.
    page.keyboard.press("Enter")
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


def test_points_typed_one_by_one_with_the_last_proposed(page: Page, table, typist):
    signed_in(page, typist).goto(address_of(table))
    page.keyboard.press("Enter")
    for figure in ("5", "-5", "5"):
        page.keyboard.type(figure)
        page.keyboard.press("Enter")
    assert focused(page) == "r1-p4"
    assert page.locator("#r1-p4").get_attribute("placeholder") == "−5"
    assert page.locator("#r1-p4").input_value() == ""
    page.keyboard.press("Enter")
    assert page.locator("#r1-p4").input_value() == "−5"
    assert focused(page) == "r2-winners"
    expect(page.locator("#check-1")).to_have_text("✓ Σ 0")
    page.keyboard.press("ArrowUp")
    assert focused(page) == "r1-winners"
    kept(page)


def test_points_typed_by_hand_are_not_overwritten_by_the_note(page: Page, table, typist):
    signed_in(page, typist).goto(address_of(table))
    page.locator("#r1-p1").fill("7")
    page.locator("#r1-winners").fill("13")
    page.locator("#r1-value").fill("5")
    assert page.locator("#r1-p1").input_value() == "7"
    assert page.locator("#r1-p2").input_value() == ""
    kept(page)


def test_wrong_figure_is_told_beside_its_row_and_mended(page: Page, table, typist, problems):
    sheet = real_sheets()[0]
    signed_in(page, typist).goto(address_of(table))
    for row in sheet["rows"]:
        type_row(page, row)
    page.locator("#r19-p3").fill("11")
    expect(page.locator("#check-19")).to_have_text("✗ Σ −1")
    expect(page.locator("#says-19")).to_contain_text("Summe −1 statt 0. Position 3 müsste +12")

    page.keyboard.press("Control+Enter")
    summary = page.get_by_role("alert")
    expect(summary).to_contain_text("Nichts wurde gespeichert.")
    expect(summary).to_be_focused()
    assert_accessible(page)
    assert not SheetVersion.objects.exists()
    assert page.locator("#r19-p3").input_value() == "11"
    without_complaints_about(422, problems)

    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert focused(page) == "r19-p3"
    page.keyboard.type("12")
    expect(page.locator("#summary")).to_be_hidden()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("Tisch 1 ist gespeichert")).to_be_visible()
    assert current(table).totals == sheet["totals"]


def test_draft_is_kept_and_comes_back(page: Page, table, typist):
    signed_in(page, typist).goto(address_of(table))
    page.keyboard.type("13")
    page.keyboard.press("Enter")
    page.keyboard.type("5")
    page.locator("#r2-p1").fill("1o")
    expect(page.locator("#draft-state")).to_contain_text("Entwurf gespeichert")
    page.reload()
    expect(page.get_by_text("Hier steht Ihr Entwurf")).to_be_visible()
    assert page.locator("#r1-p3").input_value() == "5"
    assert page.locator("#r2-p1").input_value() == "1o"
    assert_accessible(page)
    page.locator("summary", has_text="Entwurf verwerfen").click()
    expect(page.get_by_text("nicht gespeichert haben, geht verloren")).to_be_visible()
    page.get_by_role("button", name="Endgültig verwerfen").click()
    expect(page.get_by_text("Der Entwurf ist verworfen.")).to_be_visible()
    assert page.locator("#r2-p1").input_value() == ""
    assert not SheetDraft.objects.exists()


def test_leaving_in_the_middle_of_a_word_keeps_the_draft(page: Page, table, typist):
    signed_in(page, typist).goto(address_of(table))
    page.keyboard.type("13")
    page.goto("/")
    for _attempt in range(50):
        if SheetDraft.objects.exists():
            break
        page.wait_for_timeout(100)
    page.goto(address_of(table))
    assert page.locator("#r1-winners").input_value() == "13"


def test_dealer_of_five_sits_out_and_moves_with_a_compulsory_solo(page: Page, typist, table):
    five = make_round(table.round.tournament, number=2, sizes=(5,)).tables.get()
    signed_in(page, typist).goto(address_of(five))
    page.keyboard.type("p2")
    expect(page.locator("#dealer-2")).to_have_text("1")
    assert page.locator("#r2-p1").get_attribute("readonly") is not None
    assert page.locator("#r2-p2").get_attribute("readonly") is None
    page.keyboard.press("Enter")
    page.keyboard.type("3")
    assert [page.locator(f"#r1-p{seat}").input_value() for seat in range(1, 6)] == [
        "",
        "9",
        "−3",
        "−3",
        "−3",
    ]
    assert page.locator("#r1-soloist").input_value() == "2"
    expect(page.locator("#check-1")).to_have_text("✓ Σ 0")
    kept(page)


def test_whole_sheet_of_five_is_typed(page: Page, typist, table):
    five = make_round(table.round.tournament, number=2, sizes=(5,)).tables.get()
    sheet = rows_content(5)
    signed_in(page, typist).goto(address_of(five))
    for row in sheet["rows"]:
        type_row(page, row)
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
    assert_accessible(page)
    assert overflow(page) == 0
    without_complaints_about(409, problems)
    page.get_by_label("Begründung der Korrektur").fill("steht so auf dem Papier")
    page.get_by_role("button", name="Meine als Korrektur speichern").click()
    expect(page.get_by_text("Tisch 1 ist gespeichert")).to_be_visible()
    assert (current(table).number, current(table).totals) == (2, [12, -4, -20, 12])


def test_penalty_is_added_by_keyboard_and_counts_in_the_running_totals(page: Page, table, typist):
    signed_in(page, typist).goto(address_of(table))
    page.keyboard.type("13")
    page.keyboard.press("Enter")
    page.keyboard.type("5")
    page.get_by_label("Paragraf").select_option("9.3.2")
    page.get_by_label("Verstoß durch").select_option("2")
    page.get_by_label("Ab Spiel").fill("1")
    expect(page.locator("#x1-p2")).to_have_attribute("placeholder", "−3")
    expect(page.locator("#run-1-2")).to_have_text("−8")
    page.get_by_role("button", name="Weitere Strafe").click()
    assert focused(page) == "x2-rule"
    assert_accessible(page)
    kept(page)


def test_form_works_without_scripts(browser, live_server, table, typist):
    context = browser.new_context(
        base_url=live_server.url, locale="de-DE", java_script_enabled=False
    )
    page = signed_in(context.new_page(), typist)
    page.goto(address_of(table))
    for row in real_sheets()[0]["rows"]:
        winners, value = note_of(row["points"])
        number = row["no"]
        page.select_option(f"#r{number}-kind", row["kind"])
        page.select_option(f"#r{number}-soloist", str(row["soloist"] or ""))
        page.set_checked(f"#r{number}-forced", row["forced"])
        page.fill(f"#r{number}-winners", winners)
        page.fill(f"#r{number}-value", value)
    page.click("#save")
    expect(page.get_by_text("Tisch 1 ist gespeichert")).to_be_visible()
    assert current(table).totals == real_sheets()[0]["totals"]
    context.close()


def test_pages_fit_a_phone(page: Page, table, typist):
    page.set_viewport_size({"width": 360, "height": 740})
    signed_in(page, typist)
    for kind in ("rows", "totals"):
        page.goto(address_of(table) + f"?kind={kind}")
        assert overflow(page) == 0


def test_totals_of_a_correction_are_selected_and_not_added_to(page: Page, table, typist):
    submit(Actor(typist), table, totals_content([12, -4, -20, 12]))
    signed_in(page, typist).goto(address_of(table))
    page.keyboard.type("10")
    assert page.locator("#t1").input_value() == "10"
    kept(page)
