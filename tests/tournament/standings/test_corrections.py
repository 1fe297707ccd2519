"""Footnotes of public lists: corrections after closing, and how much is confirmed."""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import takewhile

import pytest
from django.urls import reverse
from django.utils import timezone, translation

from tests.factories.pages import signed_in
from tests.factories.papers import page_texts, read_pdf, read_workbook
from tests.factories.rounds import enter_round, enter_totals
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_tournament
from tournament.exports.excel import workbook as excel
from tournament.exports.excel.page import MARKED
from tournament.exports.pdf.results import round_result as print_round_result
from tournament.exports.pdf.results import standings
from tournament.labels.points import signed
from tournament.labels.standings import control_sentence, tie_break_sentence
from tournament.lists.notes import standings_footnotes
from tournament.models import GameTable, Role, Round, Tournament, Verification, VerificationRule
from tournament.standings.reads.standings import (
    Correction,
    corrections_of,
    round_result,
    standings_after,
)

pytestmark = pytest.mark.django_db

CLOSED = datetime(2026, 11, 7, 16, 30, tzinfo=UTC)  # 17:30 in the hall
OTHER = [6, 2, -6, -2]
At = Callable[[GameTable, datetime, Sequence[int]], None]


@pytest.fixture
def correct(monkeypatch: pytest.MonkeyPatch) -> At:
    """Enter totals at a table at a given time."""

    def enter(table: GameTable, at: datetime, totals: Sequence[int]) -> None:
        with monkeypatch.context() as clock:
            clock.setattr(timezone, "now", lambda: at)
            enter_totals(table, totals)

    return enter


@pytest.fixture
def first(correct: At) -> Round:
    """A round of a tournament of one round, entered at five and closed half an hour later."""
    round = make_round(make_tournament(rounds_planned=1), sizes=(4,) * 6)
    for table in round.tables.all():
        correct(table, CLOSED.replace(minute=0), [6, 2, -2, -6])
    round.closed_at = round.first_closed_at = CLOSED
    round.save()
    return round


def at_table(round: Round, number: int) -> GameTable:
    return round.tables.get(number=number)


def notes(round: Round) -> dict[str, list[str]]:
    """Return the footnotes on the screen, up to how ties are decided and the control sum."""
    client, slug = signed_in(round.tournament, Role.REFEREE), round.tournament.slug
    others = (control_sentence(0, 0), f"{tie_break_sentence([])} {control_sentence(0, 0)}")
    below = {
        name: client.get(reverse(name, args=args)).context["notes"]
        for name, args in (("standings", [slug]), ("round-result", [slug, round.number]))
    }
    return {name: [*takewhile(lambda x: x not in others, said)] for name, said in below.items()}


def test_without_a_correction_there_is_no_footnote(first: Round) -> None:
    assert notes(first) == {"standings": [], "round-result": []}


def test_correction_after_closing_is_a_footnote_everywhere(first: Round, correct: At) -> None:
    correct(at_table(first, 5), CLOSED.replace(hour=17, minute=4), OTHER)
    assert notes(first) == {
        "standings": ["* korrigiert 18:04, Runde 1, Tisch 5"],
        "round-result": ["* korrigiert 18:04, Tisch 5"],
    }
    (page,) = page_texts(read_pdf(print_round_result(first)))
    assert "korrigiert 18:04, Tisch 5" in page
    pages = page_texts(read_pdf(standings(first.tournament)))
    assert "korrigiert 18:04, Runde 1, Tisch 5" in pages[-1]
    book = read_workbook(excel.workbook(first.tournament))
    sheets = book["Runde 1"], book.worksheets[-1]
    ends = [[cell.value for cell in sheet["A"]][28:] for sheet in sheets]
    assert ends[0][:2] == [None, "* korrigiert 18:04, Tisch 5"]
    assert ends[1][:2] == [None, "* korrigiert 18:04, Runde 1, Tisch 5"]
    assert book["Runde 1"].auto_filter.ref == "A4:I28"


def marked_on_screen(address: str, number: int) -> list[tuple[str, str]]:
    """Return start number and marked points of each row that carries a mark."""
    page = signed_in(Tournament.objects.get(), Role.TYPIST).get(address).content.decode()
    rows = [re.findall(r"<td[^>]*>(.*?)</td>", row) for row in page.split("<tr")[1:]]
    mark = '<span class="footmark">*</span>'
    return [(row[number], cell[: -len(mark)]) for row in rows for cell in row if mark in cell]


@pytest.mark.alone
def test_points_of_a_corrected_table_are_marked_wherever_footnoted(
    first: Round, correct: At
) -> None:
    correct(at_table(first, 5), CLOSED.replace(hour=17, minute=4), OTHER)
    seats = first.seats.filter(table__number=5).select_related("entry").order_by("position")
    points = dict(zip([seat.entry.number for seat in seats], OTHER, strict=True))
    signs = {(str(number), signed(figure)) for number, figure in points.items()}
    slug = first.tournament.slug
    assert set(marked_on_screen(reverse("standings", args=[slug]), 1)) == signs
    assert set(marked_on_screen(reverse("round-result", args=[slug, 1]), 1)) == signs
    for document in (standings(first.tournament), print_round_result(first)):
        page = " ".join(page_texts(read_pdf(document)))
        assert page.count("*") == 5  # four players and the footnote
        assert all(f"{signed(figure)}*" in "".join(page.split()) for figure in OTHER)
    book = read_workbook(excel.workbook(first.tournament))
    for sheet, column in ((book["Runde 1"], "G"), (book.worksheets[-1], "F")):
        marked = {
            sheet[f"B{cell.row}"].value: cell.value
            for cell in sheet[column]
            if cell.number_format == MARKED % {"mark": "*"}
        }
        assert marked == points


@pytest.mark.database
def test_marks_take_one_more_query_and_none_without_a_correction(
    first: Round, correct: At, django_assert_num_queries
) -> None:
    report = standings_after(first.tournament)
    # The first time one more: whether it is a stage of a cup.
    with django_assert_num_queries(2):
        standings_footnotes(first.tournament, report)
    correct(at_table(first, 5), CLOSED.replace(hour=17), OTHER)
    with django_assert_num_queries(2):
        assert len(standings_footnotes(first.tournament, report).marks) == 4


def test_corrections_speak_english(first: Round, correct: At) -> None:
    correct(at_table(first, 5), CLOSED.replace(hour=17, minute=4), OTHER)
    with translation.override("en"):
        (page,) = page_texts(read_pdf(print_round_result(first)))
    assert "corrected 18:04, table 5" in page


@pytest.mark.database
def test_last_correction_of_each_table_counts(first: Round, correct: At) -> None:
    correct(at_table(first, 5), CLOSED.replace(hour=17, minute=4), OTHER)
    correct(at_table(first, 2), CLOSED.replace(hour=17, minute=10), OTHER)
    correct(at_table(first, 5), CLOSED.replace(hour=17, minute=20), [6, 2, -2, -6])
    assert notes(first)["round-result"] == [
        "* korrigiert 18:10, Tisch 2 · korrigiert 18:20, Tisch 5"
    ]


def test_correction_on_another_day_names_the_day(first: Round, correct: At) -> None:
    correct(at_table(first, 5), CLOSED.replace(day=8, hour=8), OTHER)
    assert notes(first)["round-result"] == ["* korrigiert 08.11.2026 09:30, Tisch 5"]


def test_version_with_the_same_points_is_no_correction(first: Round, correct: At) -> None:
    """The list that follows totals, typed at night."""
    correct(at_table(first, 5), CLOSED.replace(hour=17), [6, 2, -2, -6])
    assert corrections_of(first.tournament, [1]) == ()


@pytest.mark.database
def test_correction_of_another_tournament_does_not_count_here(first: Round, correct: At) -> None:
    other = make_round(make_tournament("anderswo"), sizes=(4,))
    correct(at_table(other, 1), CLOSED.replace(minute=0), [6, 2, -2, -6])
    other.first_closed_at = CLOSED
    other.save()
    correct(at_table(other, 1), CLOSED.replace(hour=17), OTHER)
    assert len(corrections_of(other.tournament, [1])) == 1
    assert corrections_of(first.tournament, [1]) == ()


@pytest.mark.database
def test_change_before_the_first_closing_is_no_correction(correct: At) -> None:
    round = make_round(make_tournament(), sizes=(4,))
    correct(at_table(round, 1), CLOSED.replace(minute=0), OTHER)
    correct(at_table(round, 1), CLOSED.replace(minute=10), [6, 2, -2, -6])
    assert corrections_of(round.tournament, [1]) == ()
    round.first_closed_at = CLOSED
    round.save()
    assert corrections_of(round.tournament, [1]) == ()


def test_change_while_the_round_is_reopened_is_a_correction(first: Round, correct: At) -> None:
    first.closed_at = None
    first.save()
    at = CLOSED.replace(hour=17)
    correct(at_table(first, 5), at, OTHER)
    assert corrections_of(first.tournament, [1]) == (Correction(1, 5, at, CLOSED),)
    assert corrections_of(first.tournament, [2]) == ()


@pytest.mark.parametrize("tables", [1, 5])
@pytest.mark.database
def test_corrections_take_one_query(
    first: Round, correct: At, tables: int, django_assert_num_queries
) -> None:
    for number in range(1, tables + 1):
        correct(at_table(first, number), CLOSED.replace(hour=17), OTHER)
    with django_assert_num_queries(1):
        assert len(corrections_of(first.tournament, [1])) == tables


def confirm(round: Round, tables: int) -> None:
    for table in round.tables.order_by("number")[:tables]:
        Verification.objects.create(version=table.current_version, how="blind")


def ask_for_verifications(round: Round) -> None:
    round.tournament.verification = VerificationRule.BLIND
    round.tournament.save()


@pytest.mark.database
def test_lists_say_how_many_tables_are_confirmed(first: Round) -> None:
    confirm(first, 4)
    assert notes(first)["standings"] == []
    ask_for_verifications(first)
    assert notes(first) == {
        "standings": ["4 von 6 Tischen bestätigt, 2 ungeprüft"],
        "round-result": ["4 von 6 Tischen bestätigt, 2 ungeprüft"],
    }
    reader = signed_in(first.tournament, Role.REFEREE)
    overview = reader.get(reverse("overview", args=[first.tournament.slug]))
    line = overview.content.decode().partition('class="round-sheets"')[2].partition("</span>")[0]
    assert re.findall(r"\d+", line) == ["6", "6", "4", "6"]
    confirm(first, 6)
    assert notes(first)["standings"] == ["6 von 6 Tischen bestätigt"]


def test_standings_are_final_once_everything_is_confirmed(first: Round) -> None:
    assert standings_after(first.tournament).final
    ask_for_verifications(first)
    confirm(first, 5)
    assert not standings_after(first.tournament).final
    assert not round_result(first).confirmed
    (page,) = page_texts(read_pdf(print_round_result(first)))
    assert "Endgültig" not in page
    Verification.objects.create(version=at_table(first, 6).current_version, how="blind")
    assert standings_after(first.tournament).final
    (page,) = page_texts(read_pdf(print_round_result(first)))
    assert "Endgültig" in page


def test_round_without_results_counts_its_tables(db) -> None:
    round = make_round(make_tournament(verification=VerificationRule.BLIND), sizes=(4, 4))
    enter_round(round)
    confirm(round, 1)
    at = round.tables.get(number=2)
    at.current_version = None
    at.save()
    assert notes(round)["round-result"] == ["1 von 2 Tischen bestätigt"]
