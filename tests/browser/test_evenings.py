"""Evenings by rules other than the DDV's, from the first page to paper and Excel, in a browser."""

from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from scoring.model import Row, RowKind
from scoring.notation import line_of
from scoring.rulesets import RuleSet, rule_set
from tests.browser.test_main_job import column, download, follow, press
from tests.factories.browsing import assert_accessible, kept, overflow, signed_in
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.ruled_sheets import ruled_sheet
from tests.factories.sheets import make_table
from tests.factories.tournaments import make_owner, make_tournament
from tests.factories.words import text
from tournament.models import GameTable, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rounds.writes import start_clock
from tournament.standings.reads.standings import standings_after

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = (
    *("Adler", "Bussard", "Drossel", "Elster", "Fink", "Gimpel"),
    *("Habicht", "Kiebitz", "Lerche", "Meise", "Star"),
)
ALTGELD_OF_FOUR = (
    *("13 4/1", "24 2", "34 1/2", "12 5", "3 3 l", "14 2/2", "23 1", "134 6/1 s", "13 3/1 h"),
    *("24 1", "4 3 lv", "234 6/1 dv"),
)
"""3 plays a Lumper and 2 loses a solo; at the end of the period 4 and 1 are forced."""


def evening(page: Page, rules: RuleSet, people: int, tmp_path: Path) -> Tournament:
    """Create a tournament of one round by these rules, seats published, clock running."""
    signed_in(page, make_owner()).goto("/")
    follow(page, "Turnier anlegen")
    page.get_by_label("Name", exact=True).fill("Abend")
    page.locator("[name=rounds_planned]").fill("1")
    page.locator("[name=rules]").select_option(rules.name)
    press(page, "Turnier anlegen")
    for name, value in rules.options.items():
        choose(page, f"option-{name}", "0" if value is None else str(value))
    press(page, "Speichern")
    file = tmp_path / "people.csv"
    lines = [f"{number};{name};Kim" for number, name in enumerate(NAMES[:people], start=1)]
    file.write_text("\n".join(["Nr.;Nachname;Vorname", *lines]), encoding="utf-8")
    page.goto("/t/abend/players/import/")
    page.locator("input[type=file]").set_input_files(file)
    press(page, "Liste lesen")
    press(page, f"{people} Teilnehmer übernehmen")
    follow(page, "Runde")
    press(page, "Runde 1 auslosen")
    press(page, "Runde 1 veröffentlichen")
    page.goto("/t/abend/rounds/1/")
    press(page, "Runde starten")
    return Tournament.objects.get()


def choose(page: Page, name: str, value: str) -> None:
    """Set an option, whatever kind of field it has."""
    field = page.locator(f"[name={name}]")
    field.evaluate("element => element.closest('details')?.setAttribute('open', '')")
    match field.evaluate("element => element.type"):
        case "checkbox":
            field.check()
        case "select-one":
            field.select_option(value)
        case _:
            field.fill(value)


def type_list(page: Page, number: int, lines: list[str]) -> None:
    """Type a list into the list lane of a table of round 1 and save it."""
    page.goto(f"/t/abend/rounds/1/tables/{number}/")
    for game, line in enumerate(lines, start=1):
        page.locator(f"[name=l{game}]").fill(line)
    expect(page.locator(f"#run-{len(lines)}-1")).not_to_be_empty()
    expect(page.locator(".says .error")).to_have_count(0)
    assert overflow(page) == 0
    page.locator("#save").click()
    expect(page.get_by_text(f"Tisch {number} ist gespeichert")).to_be_visible()


def lists_of(rules: RuleSet, size: int, seed: int) -> list[str]:
    """Return the lines of a valid list by these rules."""
    return [line_of(row, rules=rules) for row in ruled_sheet(rules, size, seed).rows]


def finished(page: Page, tournament: Tournament) -> None:
    """Close the round, and compare the totals on screen, on paper and in the workbook."""
    page.goto("/t/abend/rounds/1/")
    press(page, "Runde beenden")
    press(page, "Runde 1 abschließen")
    page.goto("/t/abend/standings/")
    assert_accessible(page)
    report = standings_after(tournament, 1)
    totals = [row.total for row in report.rows]
    shown = page.locator("tbody tr td.main").all_inner_texts()
    assert [int(text.replace("−", "-")) for text in shown] == totals
    book = load_workbook(BytesIO(download(page, "/t/abend/print/workbook/")), data_only=True)
    assert column(book.worksheets[-1], "Gesamt") == totals
    paper = PdfReader(BytesIO(download(page, "/t/abend/print/standings/"))).pages[0].extract_text()
    assert report.rows[0].list_name in paper
    assert ("Kontrollsumme" in paper) is (report.control_sum is not None)


def test_an_altgeld_evening_of_four(page: Page, tmp_path: Path) -> None:
    tournament = evening(page, rule_set("altgeld", {"games": 12}), 4, tmp_path)
    type_list(page, 1, list(ALTGELD_OF_FOUR))
    finished(page, tournament)


@pytest.mark.slow
def test_calculator_writes_a_lumper_and_forgets_hidden_fields(page: Page) -> None:
    make_table(make_tournament(rules="altgeld"))
    signed_in(page, make_owner()).goto("/t/herbst/rounds/1/tables/1/")
    page.locator("[name=l1]").fill("13 4")
    page.keyboard.press("F9")
    expect(page.locator("#v-re")).to_have_value("13")
    page.locator("#v-re_points").fill("180")
    page.locator("#v-kontra_fox").fill("1")
    expect(page.locator("#value-result")).to_contain_text("Re 2, Kontra 1 → 13 2/1")
    page.locator("#v-type").select_option("lumper")
    expect(page.locator("#v-re_points")).to_be_hidden()
    page.locator("#v-re").fill("3")
    page.locator("#v-tricks").fill("0")
    expect(page.locator("#value-result")).to_contain_text("→ 3 3 l")
    assert_accessible(page)
    press(page, "In die Zeile übernehmen")
    expect(page.locator("[name=l1]")).to_have_value("3 3 l")
    kept(page)


def test_list_says_which_games_count_double_and_the_calculator_knows(page: Page) -> None:
    make_table(make_tournament(rules="club", rule_options={"20": True}))
    signed_in(page, make_owner()).goto("/t/herbst/rounds/1/tables/1/")
    page.locator("[name=l1]").fill(line_of(Row(1, RowKind.NORMAL, (0, 0, 0, 0))))
    told = text("Doubling round after game %(event)s", event=1)
    for game in range(2, 6):
        expect(page.locator(f"#means-{game}")).to_have_text(told)
    expect(page.locator("#means-6")).to_be_empty()
    for game, is_double in ((2, True), (1, False)):
        page.locator(f"[name=l{game}]").press("F9")
        expect(page.locator("#v-doubling_round")).to_be_checked(checked=is_double)
        page.keyboard.press("Escape")
    kept(page)


def test_totals_of_winners_go_through_the_lane(page: Page) -> None:
    table = make_table(make_tournament(rules="altgeld"), 7)
    signed_in(page, make_owner()).goto("/t/herbst/rounds/1/totals/")
    page.keyboard.press("Enter")
    for total in (12, 5, 8, 31, 0, 2):
        page.keyboard.type(str(total))
        page.keyboard.press("Enter")
    assert page.locator("#lane-t7").get_attribute("placeholder") == ""
    page.keyboard.type("7")
    page.keyboard.press("Enter")
    expect(page.locator("#lane-log li.saved")).to_be_visible()
    table.refresh_from_db()
    assert table.current_version is not None
    assert table.current_version.totals == [12, 5, 8, 31, 0, 2, 7]


SLOW = pytest.mark.slow


# Eleven sit at two tables, of five and of six.
@pytest.mark.parametrize("people", [*(pytest.param(few, marks=SLOW) for few in (5, 6, 7)), 11])
@pytest.mark.slow
def test_an_altgeld_evening_of_more(page: Page, tmp_path: Path, people: int) -> None:
    rules = rule_set("altgeld", {"games": 8})
    tournament = evening(page, rules, people, tmp_path)
    for table in GameTable.objects.order_by("number"):
        type_list(page, table.number, lists_of(rules, table.size, seed=3))
    assert sum(GameTable.objects.values_list("size", flat=True)) == people
    finished(page, tournament)


def test_a_pagat_round_with_an_additional_game(page: Page, db: None) -> None:
    rules = rule_set("pagat")
    lines = lists_of(rules, 4, seed=0)
    assert len(lines) > rules.games(4)
    tournament = make_drawn_tournament(
        4, rounds_planned=1, slug="abend", rules="pagat", rule_options=dict(rules.options)
    )
    start_clock(COMMAND_LINE, round_number(tournament, 1))
    signed_in(page, make_owner())
    type_list(page, 1, lines)
    finished(page, tournament)


@pytest.mark.slow
def test_a_club_evening_without_solos_with_doubling_rounds(page: Page, tmp_path: Path) -> None:
    rules = rule_set("club", {"20": True, "minutes": None, "games": 8})
    tournament = evening(page, rules, 4, tmp_path)
    type_list(page, 1, lists_of(rules, 4, seed=1))
    finished(page, tournament)
