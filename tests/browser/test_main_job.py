"""The main job, from an empty installation to printed standings and Excel, in a real browser."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.factories.browsing import assert_accessible
from tests.factories.desk import typed_rows
from tournament.accounts.writes import owner_start_link
from tournament.models import GameTable, SheetKind, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.sheets.writes.sheets import submit_sheet
from tournament.standings.reads.standings import standings_after

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
PLAYERS = FIXTURES / "players" / "players-30-two-five-tables.xlsx"
SHEETS: list[dict[str, Any]] = json.loads(
    (FIXTURES / "sheets" / "sheets-30-players-1-round.json").read_text(encoding="utf-8")
)["sheets"]

pytestmark = pytest.mark.django_db(transaction=True)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def follow(page: Page, name: str) -> None:
    page.get_by_role("link", name=name, exact=True).click()


def download(page: Page, address: str) -> bytes:
    # Score sheets for a whole hall take time on a busy machine.
    answer = page.request.get(address, timeout=60_000)
    assert answer.ok, address
    return answer.body()


def sheet_of(round: int, table: int) -> dict[str, Any]:
    return next(s["sheet"] for s in SHEETS if (s["round"], s["table"]) == (round, table))


def sign_in(page: Page) -> None:
    page.goto(f"/link/{owner_start_link(COMMAND_LINE)}/")
    press(page, "Anmelden")


def create_tournament(page: Page) -> Tournament:
    follow(page, "Turnier anlegen")
    page.get_by_label("Name", exact=True).fill("Herbstturnier")
    press(page, "Turnier anlegen")
    expect(page.get_by_role("heading", name="Teilnehmer", exact=True)).to_be_visible()
    return Tournament.objects.get()


def import_players(page: Page) -> None:
    page.goto("/t/herbstturnier/players/import/")
    page.locator("input[type=file]").set_input_files(PLAYERS)
    press(page, "Liste lesen")
    assert_accessible(page)
    press(page, "30 Teilnehmer übernehmen")
    expect(page.locator("tbody tr")).to_have_count(30)


def type_points(page: Page, sheet: dict[str, Any]) -> None:
    """Type every game by the points of each position, with the letters of its kind."""
    for name, text in typed_rows(sheet).items():
        page.fill(f"[name={name}]", text)


def enter_the_rest(tournament: Tournament, round: int) -> None:
    tables = GameTable.objects.filter(round__tournament=tournament, round__number=round)
    for table in tables.filter(current_version=None):
        content = sheet_of(round, table.number)
        submit_sheet(COMMAND_LINE, table, SheetKind.ROWS, content, based_on=None)


def column(sheet: Worksheet, heading: str) -> list[int]:
    """Return the figures below a heading of the workbook."""
    found = next(
        cell for row in sheet.iter_rows() for cell in row if cell.value == heading and cell.row > 1
    )
    below = sheet.iter_rows(min_row=found.row + 1, min_col=found.column, max_col=found.column)
    return [cell.value for (cell,) in below if isinstance(cell.value, int)]


def test_round_from_list_of_players_to_paper_and_excel(page: Page) -> None:
    sign_in(page)
    tournament = create_tournament(page)
    import_players(page)

    follow(page, "Runde")
    assert_accessible(page)
    page.get_by_text("Mit Nachweis auslosen").click()
    press(page, "Prüfwert veröffentlichen")
    press(page, "Liste schließen")
    page.get_by_label("Zahl aus dem Saal").fill("4711")
    press(page, "Runden 1 bis 3 auslosen")
    assert_accessible(page)
    press(page, "Runde 1 veröffentlichen")
    seats = PdfReader(BytesIO(download(page, "/t/herbstturnier/print/1/seats/?by=name")))
    assert "Weiß" in "".join(leaf.extract_text() for leaf in seats.pages)
    blank = PdfReader(BytesIO(download(page, "/t/herbstturnier/print/1/sheets/")))
    assert len(blank.pages) == 7

    page.goto("/t/herbstturnier/rounds/1/")
    press(page, "Runde starten")
    page.goto("/t/herbstturnier/rounds/1/tables/1/")
    type_points(page, sheet_of(1, 1))
    page.locator("#save").click()
    expect(page.get_by_text("Tisch 1 ist gespeichert")).to_be_visible()
    enter_the_rest(tournament, 1)

    page.goto("/t/herbstturnier/calls/new/?round=1&table=5")
    page.locator("[name=paragraph][value='9.3.2']").check()
    page.locator("[name=offender][value='2']").check()
    page.get_by_label("Kürzel").fill("KD")
    press(page, "Anzeigen")
    press(page, "Eintragen")
    assert_accessible(page)

    page.goto("/t/herbstturnier/rounds/1/")
    press(page, "Runde beenden")
    press(page, "Runde 1 abschließen")
    page.goto("/t/herbstturnier/standings/")

    report = standings_after(tournament, 1)
    assert report.control_sum == 0
    shown = page.locator("tbody tr td.main").all_inner_texts()
    totals = [row.total for row in report.rows]
    assert [int(text.replace("−", "-")) for text in shown] == totals
    workbook = load_workbook(
        BytesIO(download(page, "/t/herbstturnier/print/workbook/")), data_only=True
    )
    assert column(workbook.worksheets[-1], "Gesamt") == totals
    paper = PdfReader(BytesIO(download(page, "/t/herbstturnier/print/standings/")))
    assert report.rows[0].list_name in paper.pages[0].extract_text()
