"""Lists in table points: recognised by themselves, and never added to points."""

import csv
import io
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.urls import reverse

from tests.factories.evenings import bring_in, make_evening, make_series
from tests.factories.pages import signed_in, text_of
from tests.factories.papers import page_texts, read_pdf, read_workbook
from tests.factories.words import text
from tournament.competitions.writes import create_competition
from tournament.exports.list_files import standings_csv
from tournament.exports.series import evening_words, series_csv, series_pdf, series_workbook
from tournament.imports.standings import read_result_table, read_results
from tournament.labels.counting import NOT_COUNTED, counting_sentences
from tournament.lists.podium import winners_of_series
from tournament.lists.series import association_list, evenings_list, series_list
from tournament.models import Ranking, Series, SeriesEvening, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rankings.reads.rankings import ranking_report
from tournament.rankings.rules import Outcome
from tournament.series.reads import EveningState, played_rows, series_course, series_report
from tournament.series.rules import ResultLine
from tournament.series.writes import add_evening
from tournament.standings.reads.standings import standings_after
from tournament.standings.rules.counting import Counting

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

DAYS = [date(2026, month, 13) for month in range(1, 7)]


def listed(title: str, *beside: str) -> bool:
    heading = ";".join(("Name", title, *beside))
    table = read_result_table(f"{heading}\nIda Beck;3;4\nUwe Horn;-3;5\n".encode())
    assert (table.is_understood, table.title("total")) == (True, title)
    return table.in_table_points


@pytest.mark.parametrize(
    ("titles", "expected"),
    [
        (("Tischpunkte",), True),
        (("TISCHPUNKTE", "Punkte"), True),
        (("Punkte", "Tischpunkte"), False),
        (("Gesamt (Tischpunkte)",), True),
        (("Total (table points)",), True),
        (("Gesamt",), False),
        (("Gesamt", "Tischpunkte"), False),
        (("Punkte",), False),
    ],
)
def test_the_heading_of_the_total_says_what_it_is_in(titles: tuple[str, ...], expected) -> None:
    assert listed(*titles) is expected


@pytest.mark.parametrize("rounds", [(), (1500, 1000)])
@pytest.mark.parametrize("other", ["Gesamt", "Summe"])
def test_beside_another_total_table_points_are_one_more_figure(
    rounds: tuple[int, ...], other: str
) -> None:
    titles = [f"R{number}" for number, _ in enumerate(rounds, start=1)]
    rows = [["Name", *titles, "Tischpunkte", other], ["Ida Beck", *map(str, rounds), "8", "2500"]]
    table = read_result_table("\n".join(map(";".join, rows)).encode())
    (line,) = read_results(table).lines
    assert (line.total, table.in_table_points) == (2500, False)
    assert [each.title for each in table.unused] == ["Tischpunkte"]


@pytest.mark.parametrize("more", [{}, {"missed_round": 0}])
def test_a_file_of_the_program_says_what_it_is_in(more: dict[str, object]) -> None:
    played = make_evening("januar", [5, 3, -3, -5], DAYS[0])
    for is_so in (False, True):
        Tournament.objects.update(table_points=is_so, **more)
        written = standings_csv(standings_after(Tournament.objects.get(pk=played.pk)))
        table = read_result_table(written.encode())
        unused = [each.title for each in table.unused]
        assert (table.in_table_points, unused) == (is_so, ["played"] if is_so else [])


def test_what_was_recognised_is_shown_and_can_be_put_right() -> None:
    series = make_series()
    address = reverse("evening-import", args=[series.slug])
    file = SimpleUploadedFile("l.csv", b"Name;Tischpunkte\nIda Beck;3\nUwe Horn;-3\n")
    owner, about = signed_in(), {"name": "Verband", "day": "2026-03-01"}
    page = owner.post(address, {**about, "file": file})
    sent = {**about, "read": page.context["read"]}
    assert page.context["table_points"] is True
    assert 'name="table_points" checked' in page.content.decode()
    # Taken out it stays out, also where the columns are looked at again.
    again = owner.post(address, {**sent, "columns": "", "column-0": "name", "column-1": "total"})
    assert again.context["table_points"] is False
    owner.post(address, {**sent, "table_points": "on"})
    evening = SeriesEvening.objects.get()
    assert (evening.name, evening.table_points) == ("Verband", True)
    edit = reverse("evening-edit", args=[series.slug, evening.pk])
    assert owner.get(edit).context["form"]["table_points"].value() is True
    owner.post(edit, {"name": "Verband", "held_on": "2026-03-01"})
    evening.refresh_from_db()
    assert evening.table_points is False


def test_the_command_recognises_it_or_is_told(tmp_path, capsys) -> None:
    series = make_series()
    for points, name, title, more in (
        (1, "eins", "Tischpunkte", []),
        (2, "zwei", "Gesamt", []),
        (3, "drei", "Gesamt", ["--table-points"]),
    ):
        file = tmp_path / f"{name}.csv"
        file.write_text(f"Name;{title}\nIda Beck;{points}\n", encoding="utf-8")
        call_command("import_standings", series.slug, str(file), *more)
        said = text("The list is in table points") in capsys.readouterr().out
        assert SeriesEvening.objects.get(name=name).table_points is said is (name != "zwei")


def states(series: Series) -> dict[str, EveningState]:
    return {str(each.evening): each.state for each in series_report(series).evenings}


def total(series: Series, name: str) -> int:
    (row,) = [each for each in series_report(series).rows if each.person.last_name == name]
    return row.standing.total


def bring(series: Series, name: str, day: date, points: int, *, table_points: bool) -> None:
    told = [ResultLine(2, "Neu, Nora", "", 1, (points,), 0, points)]
    bring_in(series, name, told, day=day, table_points=table_points)


@pytest.mark.parametrize("in_table_points", [False, True])
def test_a_series_adds_what_most_of_its_evenings_rank(*, in_table_points: bool) -> None:
    series = make_series()
    played = make_evening("januar", [5, 3, -3, -5], DAYS[0], name="Januar")
    Tournament.objects.filter(pk=played.pk).update(table_points=in_table_points)
    add_evening(COMMAND_LINE, series, Tournament.objects.get(pk=played.pk))
    bring(series, "Andere", DAYS[1], 40, table_points=not in_table_points)
    odd = EveningState.IN_POINTS if in_table_points else EveningState.IN_TABLE_POINTS
    counts = EveningState.COUNTS
    # Of equally many the oldest decides.
    assert states(series) == {"Januar": counts, "Andere": odd}
    bring(series, "Gleiche", DAYS[2], 7, table_points=in_table_points)
    assert states(series) == {"Januar": counts, "Andere": odd, "Gleiche": counts}
    assert total(series, "Neu") == 7
    report = series_report(series)
    told = evenings_list(report.evenings, is_linked=False).by_key()
    assert [row["state"] for row in told][1] == str(NOT_COUNTED[odd])
    assert played_rows(series)[1].table_points is in_table_points
    for name, day in (("Dritte", DAYS[3]), ("Vierte", DAYS[4])):
        bring(series, name, day, day.month, table_points=not in_table_points)
    odd = EveningState.IN_TABLE_POINTS if in_table_points else EveningState.IN_POINTS
    assert states(series) == {
        "Januar": odd,
        "Andere": counts,
        "Gleiche": odd,
        "Dritte": counts,
        "Vierte": counts,
    }
    assert total(series, "Neu") == 49
    assert played_rows(series)[1].table_points is not in_table_points


def test_a_ranking_counts_a_list_in_table_points_as_what_it_is() -> None:
    series = make_series()
    bring(series, "Punkte", DAYS[0], 40, table_points=False)
    bring(series, "Tisch 1", DAYS[1], 3, table_points=True)
    bring(series, "Tisch 2", DAYS[2], 1, table_points=True)
    settings = {"name": "Rangliste", "minimum": 1, "least_rounds": 1}
    report = ranking_report(create_competition(COMMAND_LINE, Ranking, settings), date(2026, 11, 1))
    outcomes = {str(each.occasion): each.outcome for each in report.occasions}
    assert outcomes == {
        "Punkte": Outcome.IN_POINTS,
        **dict.fromkeys(("Tisch 1", "Tisch 2"), Outcome.COUNTS),
    }
    assert [(row.line.points, row.line.rounds) for row in report.rows] == [(4, 2)]
    assert report.counting.table_points


def test_a_series_in_table_points_says_so_on_page_and_paper_and_in_files() -> None:
    series, words, owner = make_series(), text("Table points"), signed_in()
    (sentence,) = counting_sentences(Counting(table_points=True))
    bring(series, "Eins", DAYS[0], 3, table_points=False)
    bring(series, "Zwei", DAYS[1], 1, table_points=False)

    def said() -> list[int]:
        """Return how often page, paper, CSV and workbook have the words or the sentence."""
        report = series_report(series)
        page = owner.get(reverse("series", args=[series.slug]))
        (paper,) = page_texts(read_pdf(series_pdf(report)))
        sheet = read_workbook(series_workbook(report)).worksheets[0]
        cells = "\n".join(str(cell.value) for row in sheet for cell in row if cell.value)
        table = series_csv(report).content.decode("utf-8-sig")
        first, *_rows = csv.reader(io.StringIO(table), delimiter=";")
        told = (text_of(page), " ".join(paper.split()), cells)
        return [*(each.count(sentence) for each in told), len(headings.intersection(first))]

    headings = {words, f"{text('Per round')} ({words})"}
    assert said() == [0, 0, 0, 0]
    SeriesEvening.objects.update(table_points=True)
    assert said() == [1, 1, 1, 2]
    report = series_report(series)
    listed = {each.key: each.heading for each in series_list(report).columns}
    assert {listed["total"], listed["average"]} == headings
    winners = winners_of_series(report, series_course(report), is_linked=False)
    assert winners is not None
    assert f"({words})" in winners.words
    assert evening_words(report.evenings[0]).endswith(f", {words}")
    rows, counting = played_rows(series)
    association = {each.key: each.heading for each in association_list(rows, counting).columns}
    assert {association["total"], association["average"]} == headings
