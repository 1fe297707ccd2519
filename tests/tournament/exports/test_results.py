"""The results as values: an overview, every list, no formula."""

import zipfile
from io import BytesIO

import pytest
from django.core.management import call_command
from openpyxl import load_workbook

from tests.factories.papers import made, read_workbook
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tests.tournament.exports.test_living_workbook import make_played
from tournament.exports.excel import workbook as recounted
from tournament.exports.excel.apart import workbook_apart
from tournament.exports.excel.page import HEADING_ROW
from tournament.exports.excel.results import results
from tournament.models import Person, Tournament
from tournament.standings.reads.standings import standings_after

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def written(made_once) -> tuple[int, bytes, bytes]:
    """A played tournament, its results and its workbook with recount."""
    tournament = make_played()
    return tournament.pk, results(tournament).content, recounted.workbook(tournament).content


@pytest.fixture
def tournament(written) -> Tournament:
    return Tournament.objects.get(pk=written[0])


@pytest.fixture(scope="module")
def book(written):
    return load_workbook(BytesIO(written[1]))


def rows_of(sheet) -> list[tuple]:
    rows = sheet.iter_rows(min_row=HEADING_ROW, values_only=True)
    return [row for row in rows if any(each is not None for each in row[1:])]


def test_sheets_in_the_order_in_which_they_are_read(book):
    assert book.sheetnames == [
        *("Übersicht", "Teilnehmer", "Sitzliste", "Zwischenstand", "Runde 1", "Runde 2"),
        *("Runde 3", "Strafpunkte", "Punktabzüge", "Damen", "Wer zählt", "Vereinswertung"),
        "Mannschaftswertung",
    ]
    assert book.active.title == "Übersicht"


def test_no_cell_is_a_formula_and_no_sheet_has_single_games(book):
    assert {cell.data_type for sheet in book for row in sheet for cell in row} == {"n", "s"}
    assert "Spiele" not in book.sheetnames


def test_every_sheet_says_what_the_workbook_with_recount_says(book, written):
    """The same lists: what is folded there and the formulas are all that is more."""
    other = load_workbook(BytesIO(written[2]), data_only=True)
    shared = [name for name in book.sheetnames if name != "Übersicht"]
    assert [name for name in shared if name not in other.sheetnames] == []
    for name in shared:
        rows = rows_of(book[name])
        width = len(rows[0])
        assert rows == [row[:width] for row in rows_of(other[name])]


def test_overview_has_the_first_five_with_their_totals_and_leads_to_every_sheet(
    book, tournament, written
):
    report = standings_after(tournament)
    for found in (book, load_workbook(BytesIO(written[2]))):
        sheet = found["Übersicht"]
        headings, *rows = rows_of(sheet)
        assert headings == ("Platz", "Name", "Verein", "nach R1", "nach R2", "nach R3", "Gesamt")
        best = [row for row in report.rows if row.rank and row.rank <= 5]
        assert [(row[0], row[-1]) for row in rows] == [(row.rank, row.total) for row in best]
        assert [row[5] for row in rows] == [row.total for row in best]
        links = {
            cell.value: cell.hyperlink.location for row in sheet for cell in row if cell.hyperlink
        }
        others = found.sheetnames[1:]
        assert list(links) == others
        assert [target.strip("'").partition("'!")[0] for target in links.values()] == others


def test_overview_draws_a_line_for_each_of_the_first_five(written):
    for content in written[1:]:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            (chart,) = (name for name in archive.namelist() if "charts/chart" in name)
            drawn = archive.read(chart).decode()
        assert drawn.count("<ser>") + drawn.count("<c:ser>") == 5
        assert "R1" in drawn or "'Übersicht'!$D$4:$F$4" in drawn or "Übersicht!$D$4:$F$4" in drawn


def test_names_stay_text():
    tournament = make_drawn_tournament(8, published=1)
    names = ["=1+1", "@SUM(A1)", "#N/A", "<r>&</r>", "A_x0041_", "x" * 200]
    for number, name in enumerate(names, start=3):
        Person.objects.filter(entries__number=number).update(last_name=name, first_name="")

    book = load_workbook(BytesIO(results(tournament).content))

    cells = [cell for sheet in book for row in sheet for cell in row if cell.value]
    for name in names:
        shown = name.replace("_x0041_", "_x005F_x0041_")  # as in the file; Excel shows the name
        named = [cell for cell in cells if cell.value == shown]
        assert len(named) == 4  # players, seats, standings, round
        assert {(cell.data_type, cell.quotePrefix) for cell in named} == {("s", name[0] in "=@")}


def test_every_sheet_of_both_is_ready_to_read_and_to_print(book, written):
    for found in (book, load_workbook(BytesIO(written[2]))):
        for sheet in found:
            assert sheet.freeze_panes == "A5"
            assert sheet.sheet_properties.pageSetUpPr.fitToPage is True
            assert (sheet.page_setup.fitToHeight, sheet.page_setup.paperSize) == (0, 9)
            assert (sheet.print_title_rows, sheet.oddFooter.center.text) == ("$1:$4", "&P / &N")
            assert sheet.auto_filter.ref.startswith("A4:")


def test_before_the_draw_it_is_the_list_of_players():
    tournament = make_drawn_tournament(8, published=0)

    assert read_workbook(results(tournament)).sheetnames == ["Teilnehmer"]


def test_command_writes_the_results(tmp_path):
    tournament = make_drawn_tournament(8)
    enter_round(round_number(tournament, 1))
    file = tmp_path / "standings.xlsx"

    call_command("standings", tournament.slug, "--format", "xlsx", "-o", str(file))

    names = load_workbook(file).sheetnames
    assert names == read_workbook(made("results", tournament)).sheetnames


@pytest.mark.parametrize("players", [9, 21])
def test_number_of_queries_does_not_grow_with_the_people(players, django_assert_num_queries):
    tournament = make_played(players=players, slug=f"so-{players}")
    with django_assert_num_queries(30):
        results(tournament)


def test_workbook_is_made_here_where_no_other_process_sees_the_rows(tournament, written):
    found = read_workbook(workbook_apart(tournament, with_payments=False))

    assert found.sheetnames == load_workbook(BytesIO(written[2])).sheetnames
