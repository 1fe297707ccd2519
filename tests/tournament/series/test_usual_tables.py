"""Results as clubs keep them: rank, name and points; unknown columns are chosen by hand."""

from datetime import date
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client

from tests.factories.evenings import make_series
from tests.factories.imported import read_result_list
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.words import refusal, text
from tournament.errors import Refused
from tournament.imports.player_tables import read_player_table
from tournament.labels.people import remembered_words, unused_column
from tournament.labels.series import RESULT_COLUMNS
from tournament.models import EveningLine, Series
from tournament.people.reads.players import known_headings
from tournament.series.rules import LineProblem, ResultLine

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

OWN_WORDS = "Sieger;Held;Zahl\n1;Ida Beck;30\n2;Uwe Horn;-5\n"


@pytest.fixture
def series() -> Series:
    return make_series()


@pytest.fixture
def owner(series: Series) -> Client:
    return signed_in()


def read(content: str) -> list[tuple]:
    lines = read_result_list(content.encode())
    return [(line.rank, line.name, line.club, line.rounds, line.total) for line in lines]


def send(owner: Client, series: Series, data: str | bytes, **headers: str) -> HttpResponse:
    content = data if isinstance(data, bytes) else data.encode()
    file = SimpleUploadedFile("l.csv", content)
    sent = {"name": "Mai", "day": "2026-05-01", "file": file}
    return owner.post(f"/series/{series.slug}/import/", sent, headers=headers)


def again(owner: Client, series: Series, page: HttpResponse, **typed: str) -> HttpResponse:
    sent = {"read": page.context["read"], "name": "Mai", "day": "2026-05-01", **typed}
    return owner.post(f"/series/{series.slug}/import/", sent, follow=True)


@pytest.mark.parametrize(
    ("text", "clubs"),
    [
        ("Platz;Name;Verein;Punkte\n1.;Ida Beck;DU;30\n2.;Horn, Uwe;;-5\n", ("DU", "")),
        ("Rang;Spieler;Gesamt\n1;Ida Beck;30\n2;Horn, Uwe;\N{MINUS SIGN}5\n", ("", "")),
        ("Rang;Spieler;Gesamt\nPlatz 1;Ida Beck;30\n2;Horn, Uwe;\N{EN DASH}5\n", ("", "")),
        ("Pl.\tNachname\tVorname\tSumme\n1\tBeck\tIda\t30\n2\tHorn, Uwe\t\t-5\n", ("", "")),
        ("Titel\n\nName;Punkte;Abzug\nIda Beck;30;-2\nHorn, Uwe;-5;0\n", ("", "")),
        ("Platz;Name;Punkte;Total;x\n1;Ida Beck;7;30;\n2;Horn, Uwe;8;-5;\n", ("", "")),
    ],
)
def test_usual_tables_are_read_and_totals_count_as_one_round(
    text: str, clubs: tuple[str, str]
) -> None:
    deducted = 2 if "Abzug" in text else 0
    assert read(text) == [
        (1, "Ida Beck", clubs[0], (30 + deducted,), 30),
        (2, "Horn, Uwe", clubs[1], (-5,), -5),
    ]


def test_ranks_follow_from_totals_where_there_are_none() -> None:
    text = "Name;Punkte\nA Aa;5\nB Bb;9\nC Cc;5\n"
    assert [(rank, total) for rank, *_words, total in read(text)] == [(2, 5), (1, 9), (2, 5)]


def test_name_without_points_is_no_sentence_below_the_list() -> None:
    with pytest.raises(Refused) as refused:
        read("Name;Punkte\nIda Beck;5\nUwe Horn;\n")
    assert [(each.line, each.code) for each in refused.value.params["problems"]] == [(3, "total")]


def test_command_refuses_a_list_of_unknown_headings_only() -> None:
    with pytest.raises(Refused, match="no_result_list"):
        read(OWN_WORDS)


def test_workbook_of_totals_is_previewed_and_entered(owner: Client, series: Series) -> None:
    book, file = openpyxl.Workbook(), BytesIO()
    for row in (
        ("Rang", "Spieler", "Punkte", "Bemerkung"),
        (1, "Ida Beck", 30, "Pokal"),
        (2, "Uwe Horn", -5, None),
    ):
        book.active.append(row)
    book.save(file)
    page = send(owner, series, file.getvalue())
    assert len(page.context["rows"]) == 2
    assert page.context["unused"] == [unused_column(4, "Bemerkung", 1)]
    totals_alone = "The list has totals alone: for averages the evening counts as one round."
    assert text(totals_alone) in text_of(page)
    again(owner, series, page)
    lines = EveningLine.objects.filter(evening__series=series).order_by("rank")
    assert [(each.person.name, each.rank, each.rounds, each.total) for each in lines] == [
        ("Ida Beck", 1, [30], 30),
        ("Uwe Horn", 2, [-5], -5),
    ]


def test_columns_nobody_knows_are_chosen_by_hand(owner: Client, series: Series) -> None:
    asked = send(owner, series, OWN_WORDS)
    assert asked.context["columns"][1] == (1, "", ["Held", "Ida Beck", "Uwe Horn"], "")
    assert 'name="heading" checked' in asked.content.decode()
    assert not asked.context["rows"]

    wrong = again(owner, series, asked, columns="", heading="on", **{"column-1": "name"})
    assert (wrong.status_code, messages_of(wrong)) == (
        422,
        [refusal("no_result_columns")],
    )
    chosen = {"column-0": "rank", "column-1": "name", "column-2": "total"}
    page = again(owner, series, wrong, columns="", heading="on", **chosen)
    assert [row["line"] for row in page.context["rows"]] == [
        ResultLine(2, "Ida Beck", "", 1, (30,), 0, 30),
        ResultLine(3, "Uwe Horn", "", 2, (-5,), 0, -5),
    ]
    again(owner, series, page)
    assert series.evenings.get().lines.count() == 2


def test_meaning_of_a_heading_is_remembered_for_the_next_list(
    owner: Client, series: Series, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Wer;Erste;Zweite;Alles\nIda Beck;10;20;30\nUwe Horn;1;2;3\n"
    asked = send(owner, series, text)
    chosen = {"column-0": "name", "column-1": "round", "column-2": "round", "column-3": "total"}
    page = again(owner, series, asked, columns="", heading="on", **chosen)
    assert known_headings() == {}  # the list may yet be thrown away
    again(owner, series, page)
    assert known_headings() == {
        "wer": "name",
        "erste": "round",
        "zweite": "round",
        "alles": "total",
    }
    page = send(owner, series, text)
    assert [row["line"].rounds for row in page.context["rows"]] == [(10, 20), (1, 2)]
    file = tmp_path / "liste.csv"
    file.write_text(text)
    told = {"Wer": "name", "Erste": "round", "Zweite": "round", "Alles": "total"}
    assert page.context["remembered"] == remembered_words(told, RESULT_COLUMNS)
    call_command("import_standings", series.slug, str(file), "--again")
    assert capsys.readouterr().err.splitlines()[0] == page.context["remembered"]
    players = read_player_table(b"Wer;Alles\nIda Beck;x\n", known_headings())
    assert [*players.heading.places] == ["name"]


def test_rounds_are_chosen_by_hand_in_their_order(owner: Client, series: Series) -> None:
    asked = send(owner, series, "Ida Beck;10;20;30\nUwe Horn;1;2;3\n")
    chosen = {"column-0": "name", "column-1": "round", "column-2": "round", "column-3": "total"}
    page = again(owner, series, asked, columns="", **chosen)
    assert [row["line"].rounds for row in page.context["rows"]] == [(10, 20), (1, 2)]
    assert [holds for *_others, holds in page.context["columns"]] == list(chosen.values())


def test_titles_above_the_heading_are_no_results(owner: Client, series: Series) -> None:
    asked = send(owner, series, f"Maiabend;;\n{OWN_WORDS}")
    chosen = {"column-0": "rank", "column-1": "name", "column-2": "total"}
    page = again(owner, series, asked, columns="", heading="on", **chosen)
    assert [row["line"].name for row in page.context["rows"]] == ["Ida Beck", "Uwe Horn"]


def test_columns_of_a_wrong_list_can_be_chosen_again(owner: Client, series: Series) -> None:
    page = send(owner, series, "Platz;Name;Punkte;Tabelle\n1;Ida Beck;viel;30\n")
    wrong = refusal(
        "result_lines_wrong", problems=[LineProblem(2, "figure", "viel", column="Punkte")]
    )
    assert wrong in text_of(page)
    chosen = {"column-0": "rank", "column-1": "name", "column-3": "total"}
    page = again(owner, series, page, columns="", heading="on", **chosen)
    assert [row["line"].total for row in page.context["rows"]] == [30]


def test_duplicate_person_is_named_in_any_spelling() -> None:
    with pytest.raises(Refused) as refused:
        read(
            "Name;Punkte\nMeier, Hans;9\nBärbel Groß-Müller;8\n"
            "meier hans;7\nGROSS MUELLER, Baerbel;6\n"
        )
    problems = refused.value.params["problems"]
    assert [(each.line, each.code, each.right) for each in problems] == [
        (4, "double", 2),
        (5, "double", 3),
    ]


def test_days_in_the_headings_of_a_workbook_are_named_without_a_time() -> None:
    book, file = openpyxl.Workbook(), BytesIO()
    days = date(2026, 1, 9), date(2026, 2, 13)
    for row in (("Name", *days, "Gesamt"), ("Ida Beck", 2, 3, 5)):
        book.active.append(row)
    book.save(file)
    with pytest.raises(Refused) as refused:
        read_result_list(file.getvalue())
    (problem,) = refused.value.params["problems"]
    assert (problem.code, problem.wrong) == ("several_evenings", "2026-01-09, 2026-02-13")


def test_numbers_of_rounds_may_stand_in_a_row_below_the_heading() -> None:
    written = "Platz;Name;Runden;;;Gesamt\n;;1;2;3;\n1;Ida Beck;5;-3;;2\n2;Uwe Horn;1;;-2;-1\n"
    assert [line.rounds for line in read_result_list(written.encode())] == [
        (5, -3, None),
        (1, None, -2),
    ]
