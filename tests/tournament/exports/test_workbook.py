"""The workbook, opened by a program that calculates nothing."""

import json
import re
import zipfile
from io import BytesIO
from itertools import takewhile

import pytest
from django.core.management import call_command
from django.utils import timezone, translation
from openpyxl import load_workbook

from tests.factories.databases import copied
from tests.factories.papers import read_workbook
from tests.factories.rounds import enter_round, make_drawn_tournament, round_number
from tournament.exports.excel import workbook as excel
from tournament.exports.excel.page import HEADING_ROW
from tournament.exports.excel.results import results
from tournament.labels.standings import control_sentence, tie_break_sentence
from tournament.lists.notes import (
    notes_below,
    round_footnotes,
    standings_footnotes,
    status_of,
)
from tournament.models import Adjustment, Club, Entry, Person, PrizeAward, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.prizes.rules import Ladder, Prize, PrizeKind
from tournament.prizes.writes import assign_prizes, hand_out_prize, set_prizes
from tournament.rounds.reads.rounds import seat_list
from tournament.standings.reads.standings import category_of, round_result, standings_after

pytestmark = pytest.mark.django_db


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Two rounds published, the first entered, the third drawn."""
    tournament = make_drawn_tournament(13, published=2, name="Herbst & Laub")
    enter_round(round_number(tournament, 1))
    return tournament


def rows_of(sheet) -> list[tuple]:
    return list(sheet.iter_rows(min_row=HEADING_ROW + 1, values_only=True))


def players_of(sheet) -> list[tuple]:
    """Return the rows of the list; after an empty one come its notes."""
    return list(takewhile(any, rows_of(sheet)))


def test_workbook_has_a_sheet_for_everything(tournament):
    book = read_workbook(excel.workbook(tournament))

    assert book.sheetnames == [
        *("Übersicht", "Teilnehmer", "Sitzliste", "Tischergebnisse", "Runde 1", "Runde 2"),
        *("Nachrechnen", "Zwischenstand"),
    ]
    assert book.active.title == "Übersicht"
    assert [sheet.title for sheet in book if sheet.sheet_view.tabSelected] == ["Übersicht"]


def test_head_of_a_sheet_names_tournament_and_occasion_then_the_title(tournament):
    tournament.place = "Bremen"
    tournament.save()
    sheet = read_workbook(excel.workbook(tournament))["Runde 1"]
    assert [sheet.cell(row, 1).value for row in (1, 2)] == [
        "Herbst & Laub · Bremen",
        "Rundenergebnis, Runde 1",
    ]


def test_workbook_before_the_draw_is_the_list_of_players():
    tournament = make_drawn_tournament(8, published=0)

    assert read_workbook(excel.workbook(tournament)).sheetnames == ["Teilnehmer"]


def test_workbook_follows_the_language(tournament):
    with translation.override("en"):
        names = read_workbook(excel.workbook(tournament)).sheetnames

    assert names == [
        *("Overview", "Players", "Seat list", "Table results", "Round 1", "Round 2"),
        *("Recount", "Standings"),
    ]


@pytest.mark.parametrize("make", [excel.workbook, results])
def test_status_and_notes_are_those_of_the_papers(tournament, make):
    Adjustment.objects.create(entry=tournament.entries.get(number=5), points=-12, reason="x")
    tournament.entries.filter(number=2).update(tags=["Damen"])
    book, report = read_workbook(make(tournament)), standings_after(tournament)
    below = notes_below(tournament, report, standings_footnotes(tournament, report))
    assert control_sentence(0, -12) in below[-1]
    ladies = category_of(report, "Damen")
    assert notes_below(tournament, ladies, standings_footnotes(tournament, ladies)) == [
        tie_break_sentence(tournament.tie_breaks)
    ]
    below_round = round_footnotes(round_result(round_number(tournament, 1))).lines
    assert below_round == [control_sentence(0, 0)]
    for name, notes in (("Zwischenstand", below), ("Runde 1", below_round)):
        cells = [cell.value for cell in book[name]["A"]][HEADING_ROW:]
        assert [text for text in cells if isinstance(text, str)] == notes
    assert tie_break_sentence([]) not in book["Zwischenstand"]["A3"].value
    assert book["Zwischenstand"]["A3"].value.startswith(f"{status_of(report)} · ")


@pytest.mark.parametrize("after", [1, 2])
def test_standings_in_the_workbook_match_the_json(tournament, tmp_path, after):
    Adjustment.objects.create(entry=tournament.entries.get(number=5), points=-12, reason="x")
    files = {form: tmp_path / f"standings.{form}" for form in ("json", "xlsx")}
    for form, file in files.items():
        call_command(
            "standings", "herbst", "--after-round", str(after), "--format", form, "-o", str(file)
        )

    sheet = load_workbook(files["xlsx"])["Zwischenstand"]

    heading = next(sheet.iter_rows(min_row=HEADING_ROW, max_row=HEADING_ROW, values_only=True))
    rounds = [f"R{number}" for number in range(1, after + 1)]
    assert heading == (
        *("Platz", "Nr.", "Name", "Verein", "Kategorien"),
        *rounds,
        *("Abzug", "Gesamt", "Entschieden durch", "Spiele", "Je Runde", "Je Spiel", "Hinweis"),
    )
    figures = [
        {
            "rank": row[0],
            "number": row[1],
            "rounds": list(row[5 : 5 + after]),
            "adjustment": row[5 + after] or 0,
            "total": row[6 + after],
        }
        for row in players_of(sheet)
    ]
    expected = json.loads(files["json"].read_text(encoding="utf-8"))
    assert figures == [{key: row[key] for key in figures[0]} for row in expected]
    assert len(figures) == 13


def test_round_in_the_workbook_holds_the_result(tournament):
    book = read_workbook(excel.workbook(tournament))

    assert [row[:8] for row in players_of(book["Runde 1"])] == [
        (
            row.rank,
            row.seat.number,
            row.seat.list_name,
            row.seat.club or None,
            row.seat.table,
            row.seat.seat,
            row.points,
            row.total,
        )
        for row in round_result(round_number(tournament, 1)).rows
    ]


def test_seats_in_the_workbook_are_those_of_the_published_rounds(tournament):
    book = read_workbook(excel.workbook(tournament))

    assert [row[:4] for row in rows_of(book["Sitzliste"])] == [
        (number, seat.table, seat.seat, seat.number)
        for number in (1, 2)
        for seat in seat_list(round_number(tournament, number))
    ]


def test_players_in_the_workbook_are_complete(tournament):
    club = Club.objects.create(code="B BÄR", name="Berliner Bären")
    Person.objects.filter(entries__number=2).update(
        last_name="Özdemir", first_name="Änne", state="Berlin"
    )
    tournament.entries.filter(number=2).update(
        club=club, tags=["Damen", "Senioren"], fee_paid=True, checked_in=True
    )

    rows = rows_of(read_workbook(results(tournament))["Teilnehmer"])

    assert rows[1] == (
        *(2, "Özdemir", "Änne", "Berliner Bären", "B BÄR", "Berlin", "Damen, Senioren"),
        *("ja", "ja", str(Entry.Status.ACTIVE.label)),
    )


@pytest.mark.parametrize(("paid", "there"), [("ja", ""), ("", "ja")])
def test_fee_and_check_in_are_under_their_headings(tournament, paid, there):
    tournament.entries.filter(number=2).update(fee_paid=bool(paid), checked_in=bool(there))

    sheet = read_workbook(excel.workbook(tournament))["Teilnehmer"]

    headings = [cell.value for cell in sheet[HEADING_ROW]]
    second = dict(zip(headings, rows_of(sheet)[1], strict=True))
    told = (second["Startgeld bezahlt"], second["Anwesend"])
    assert told == (paid or "nein", there or "nein")


@pytest.mark.parametrize(
    "names",
    [
        ("=1+1", "+1", "-1", "@SUM(A1)", "#N/A", "#REF!", "007", "<b>"),
        ("x" * 200, "TRUE", "<r>&</r>", "<r><t>A</t></r>", "a & b", "]]>", "'x", '"y"'),
    ],
)
def test_names_stay_text(tournament, names):
    for number, name in enumerate(names, start=3):
        Person.objects.filter(entries__number=number).update(last_name=name, first_name="")

    book = load_workbook(BytesIO(excel.workbook(tournament).content))

    everything = [cell for sheet in book for row in sheet.iter_rows() for cell in row]
    for name in names:
        cells = [cell for cell in everything if cell.value == name]
        # Players, two rounds of seats, the result of a table, two of rounds, standings; the
        # overview names the first ones once more.
        assert len([cell for cell in cells if cell.parent.title != "Übersicht"]) == 7, name
        assert {cell.data_type for cell in cells} == {"s"}
        assert {cell.quotePrefix for cell in cells} == {name[0] in "=+-@"}


def test_control_characters_are_left_out(tournament):
    Person.objects.filter(entries__number=3).update(last_name="A\x01b\x0bc", first_name="")

    rows = rows_of(read_workbook(excel.workbook(tournament))["Teilnehmer"])

    assert rows[2][1] == "Abc"


def test_name_never_becomes_a_formula(tournament):
    Person.objects.update(last_name="=HYPERLINK(1)")

    with zipfile.ZipFile(BytesIO(excel.workbook(tournament).content)) as archive:
        sheets = [name for name in archive.namelist() if name.startswith("xl/worksheets/sheet")]
        assert len(sheets) == 8
        assert not [name for name in sheets if b"HYPERLINK" in _formulas(archive.read(name))]


def _formulas(sheet: bytes) -> bytes:
    return b" ".join(re.findall(rb"<f>(.*?)</f>", sheet))


def test_long_text_has_as_many_lines_as_it_needs(tournament):
    club = Club.objects.create(
        name="Doppelkopffreunde am Fuchsbau und Umgebung, gegründet 1987, e. V."
    )
    Entry.objects.filter(tournament=tournament, number=5).update(club=club)
    sheet = read_workbook(excel.workbook(tournament))["Teilnehmer"]

    (found,) = (cell for row in sheet.iter_rows() for cell in row if cell.value == club.name)
    assert found.alignment.wrap_text is True
    heights = [sheet.row_dimensions[found.row + more].height for more in (-1, 0, 1)]
    assert heights == [None, 30, None]
    assert sheet.cell(found.row, 1).alignment.wrap_text is None


def test_text_resembling_a_coded_character_is_unchanged(tournament):
    Person.objects.filter(entries__number=3).update(last_name="A_x0041_", first_name="")

    with zipfile.ZipFile(BytesIO(excel.workbook(tournament).content)) as archive:
        assert b">A_x005F_x0041_<" in archive.read("xl/worksheets/sheet2.xml")


def test_one_typeface_filled_headings_and_sheets_upright(tournament):
    book = load_workbook(BytesIO(excel.workbook(tournament).content))

    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.value]
    assert {cell.font.name for cell in cells} == {"Calibri"}
    headings = [cell for sheet in book for cell in sheet[HEADING_ROW]]
    assert {cell.fill.fgColor.rgb for cell in headings} == {"FFD5E5DB"}
    assert {sheet.page_setup.orientation for sheet in book} == {"portrait"}
    totals = [row[8] for row in book["Zwischenstand"].iter_rows(min_row=5, max_row=17)]
    assert {(cell.font.b, cell.number_format) for cell in totals} == {(True, '+0;"−"0;0')}
    podium = book["Zwischenstand"].conditional_formatting
    assert [str(each.sqref) for each in podium] == ["A5:A17"]
    folded = {
        letter
        for letter, column in book["Zwischenstand"].column_dimensions.items()
        if column.outlineLevel
    }
    assert folded == {"O"}  # to Q


def test_points_are_numbers_with_a_sign_format(tournament):
    book = read_workbook(excel.workbook(tournament))

    points = [book["Runde 1"].cell(row, 7) for row in range(HEADING_ROW + 1, HEADING_ROW + 14)]
    assert {type(cell.value) for cell in points} == {int}
    assert {cell.number_format for cell in points} == {'+0;"−"0;0'}


def test_sheets_name_their_content_and_are_ready_to_print(tournament):
    book = read_workbook(excel.workbook(tournament))

    for sheet in book:
        assert sheet["A1"].value == "Herbst & Laub"
        assert sheet.freeze_panes == "A5"
        assert sheet.print_title_rows == "$1:$4"
        assert (sheet.page_setup.paperSize, sheet.page_setup.fitToHeight) == (9, 0)
    assert book["Runde 1"]["A3"].value.startswith("Alle Tische eingegeben · ")
    assert book["Runde 2"]["A3"].value.startswith("Vorläufig: 0 von 3 Tischen · ")
    assert book["Zwischenstand"]["A2"].value == "Zwischenstand nach Runde 2"
    assert book["Zwischenstand"]["A3"].value.startswith("Vorläufig: 0 von 3 Tischen · ")


def test_prizes_are_in_the_workbook_where_there_are_any():
    tournament = make_drawn_tournament(8, rounds_planned=1)
    enter_round(tournament.rounds.get())
    tournament.rounds.update(closed_at=timezone.now())
    assert "Preise" not in read_workbook(excel.workbook(tournament)).sheetnames
    ladies = tournament.entries.order_by("number").first()
    Entry.objects.filter(pk=ladies.pk).update(tags=["Damen"])
    Person.objects.filter(pk=ladies.person_id).update(publish_name=False)
    prizes = [
        Prize(Ladder(PrizeKind.PLACE), 1, 1, 123450, "=Pokal"),
        Prize(Ladder(PrizeKind.CATEGORY, "Damen"), 1, 1, 700),
    ]
    set_prizes(COMMAND_LINE, tournament, prizes)
    sheet = read_workbook(excel.workbook(tournament))["Preise"]
    assert "noch nicht zugewiesen" in sheet.cell(3, 1).value
    assign_prizes(COMMAND_LINE, tournament)
    award = PrizeAward.objects.order_by("amount").last()
    hand_out_prize(COMMAND_LINE, award, True)

    book = read_workbook(excel.workbook(tournament))

    assert book.sheetnames[-3:] == ["Preise", "Nachrechnen", "Endstand"]
    assert "noch nicht zugewiesen" not in book["Preise"].cell(3, 1).value
    headings = [cell.value for cell in book["Preise"][HEADING_ROW]]
    assert headings == (
        ["Wofür", "Platz", "Nr.", "Name", "Verein", "Betrag", "Sachpreis", "ausgegeben"]
    )
    *rows, _blank, added = rows_of(book["Preise"])
    assert (added[0], added[5]) == ("Summe", 1241.5)
    assert rows[0] == ("Damen", "1.", ladies.number, "Ä. A.", None, 7, None, None)
    assert [row[0] for row in rows[1:]] == ["Plätze", "Plätze"]
    assert sum(row[5] for row in rows[1:]) == 1234.5
    assert [row[7] for row in rows].count("✓") == 1
    assert {row[6] for row in rows} <= {None, "=Pokal"}
    assert "Preise" in read_workbook(excel.workbook(tournament, after=1)).sheetnames
