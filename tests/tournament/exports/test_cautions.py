"""Cautions are below the title of a paper, and places are not made up."""

import io

import pytest
from openpyxl import load_workbook

from tests.factories.databases import copied
from tests.factories.pages import signed_in
from tests.factories.papers import page_texts, read_pdf
from tests.factories.rounds import enter_round, enter_totals, make_drawn_tournament, round_number
from tournament.exports.base import Document
from tournament.exports.excel import workbook as excel
from tournament.exports.pdf.lists import CAUTION_LETTERS, TITLE_LETTERS
from tournament.exports.pdf.results import round_result, standings
from tournament.exports.pdf.seat_lists import seat_list
from tournament.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
@copied
def tournament() -> Tournament:
    """Eight players at two tables; round 1 published, 2 and 3 drawn."""
    return make_drawn_tournament(8)


def head_of(document: Document) -> list[str]:
    """Return the title of the first page and the cautions below it."""
    page = read_pdf(document).pages[0]
    large: list[str] = []

    def visit(text: str, _cm: object, _tm: object, _font: object, size: float) -> None:
        if size in (TITLE_LETTERS[0], CAUTION_LETTERS) and text.strip():
            large.append(text.strip())

    page.extract_text(visitor_text=visit)
    return large


def test_standings_without_a_sheet_give_nobody_a_place(tournament: Tournament) -> None:
    paper = standings(tournament)
    assert head_of(paper) == ["Zwischenstand nach Runde 1", "Vorläufig: 0 von 2 Tischen"]
    text = page_texts(read_pdf(paper))[0]
    lines = [f" – {each.number} {each.person.list_name} " for each in tournament.entries.all()]
    assert [line for line in lines if line not in text] == []
    names = [each.person.list_name for each in tournament.entries.all()]
    page = signed_in().get("/t/herbst/standings/").content.decode()
    assert page.count('<td class="rank">–</td>') == 8
    sheet = load_workbook(io.BytesIO(excel.workbook(tournament).content))["Zwischenstand"]
    assert {row[0].value for row in sheet.iter_rows() if row[2].value in names} == {None}


def test_first_sheet_gives_places(tournament: Tournament) -> None:
    enter_totals(round_number(tournament, 1).tables.get(number=1), [4, 0, 0, -4])
    assert '<td class="rank">1</td>' in signed_in().get("/t/herbst/standings/").content.decode()
    paper = standings(tournament)
    assert head_of(paper) == ["Zwischenstand nach Runde 1", "Vorläufig: 1 von 2 Tischen"]
    assert " Gesamt 1 " in page_texts(read_pdf(paper))[0]


def test_result_of_a_round_is_marked_until_all_sheets_are_in(tournament: Tournament) -> None:
    round = round_number(tournament, 1)
    title = "Rundenergebnis, Runde 1"
    assert head_of(round_result(round)) == [title, "Vorläufig: 0 von 2 Tischen"]
    enter_round(round)
    assert head_of(round_result(round)) == [title]


@pytest.mark.parametrize("by", ["table", "name"])
def test_seats_of_an_unpublished_round_say_so(by: str, tournament: Tournament) -> None:
    title = {"table": "Sitzliste nach Tischen", "name": "Sitzliste nach Namen"}[by]
    published, hidden = (
        head_of(seat_list(round_number(tournament, number), by)) for number in (1, 2)
    )
    assert published == [f"Runde 1: {title}"]
    assert hidden == [f"Runde 2: {title}", "Nicht veröffentlicht"]
