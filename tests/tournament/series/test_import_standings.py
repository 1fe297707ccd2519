"""Results of external evenings: the output of `standings` is imported unchanged."""

import csv
import io
from datetime import date
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from tests.factories.evenings import make_evening, make_series
from tests.factories.imported import read_result_list
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.tournaments import make_club
from tests.factories.words import refusal, text
from tournament.errors import Refused
from tournament.models import Adjustment, EveningLine, Person, Series, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.series.reads import series_report
from tournament.series.rules import LineProblem, ResultLine, line_problems
from tournament.series.writes import import_evening
from tournament.standings.reads.standings import standings_after

pytestmark = [pytest.mark.django_db, pytest.mark.alone]


@pytest.fixture
def played() -> Tournament:
    """Eight people: a club, a deduction, an unranked guest, a name of three words."""
    totals = [20, 10, -10, -20, 7, 7, -7, -7]
    tournament = make_evening("herbst", totals, date(2026, 1, 9))
    entries = list(tournament.entries.order_by("number"))
    entries[0].club = make_club()
    entries[1].status = "unranked"
    for each in entries[:2]:
        each.save()
    Person.objects.filter(pk=entries[2].person_id).update(last_name="von der Heide")
    Adjustment.objects.create(entry=entries[3], points=-3, reason="Lärm")
    return tournament


@pytest.fixture
def series() -> Series:
    return make_series()


def stored(series: Series) -> list[tuple]:
    lines = EveningLine.objects.filter(evening__series=series).order_by("pk")
    return [(line.rank, line.person_id, line.rounds, line.adjustment, line.total) for line in lines]


def as_played(tournament: Tournament) -> list[tuple]:
    people = dict(tournament.entries.values_list("pk", "person"))
    return [
        (row.rank, people[row.entry_id], list(row.rounds), row.adjustment, row.total)
        for row in standings_after(tournament).rows
    ]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("ending", ["csv", "xlsx"])
def test_output_of_standings_is_imported_unchanged(
    played, series, tmp_path: Path, ending: str, language: str
) -> None:
    file = tmp_path / f"Januarabend.{ending}"
    call_command("standings", "herbst", f"--format={ending}", "-o", str(file), "--lang", language)
    call_command("import_standings", series.slug, str(file), "--date", "2026-01-09")
    assert stored(series) == as_played(played)
    evening = series.evenings.get()
    assert (str(evening), evening.day) == ("Januarabend", date(2026, 1, 9))
    # The same list by hand: a series of either adds up to the same.
    other = make_series(played, name="Andere")
    totals = [
        {row.person.pk: (row.standing.rank, row.standing.total) for row in series_report(each).rows}
        for each in (series, other)
    ]
    assert totals[0] == totals[1]


LIST = """rank;number;name;club;r1;r2;adjustment;total;note
1;4;Ida Beck;DU;12;;0;12;
2;1;Uwe Horn;;-5;20;-3;12;
3;2;Eva Groß;;1;2;0;3;
;3;Jan Arnold;;40;0;0;40;spielt mit
"""


def read(text: str) -> tuple[ResultLine, ...]:
    return read_result_list(text.encode())


def test_a_list_is_read_line_by_line() -> None:
    lines = read(LIST)
    assert lines[1] == ResultLine(3, "Uwe Horn", "", 2, (-5, 20), -3, 12)
    assert lines[0].rounds == (12, None)
    assert lines[3].rank is None
    assert read(LIST.replace(";-5;", ";\N{MINUS SIGN}5;")) == lines


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (";-3;12;", ";-3;13;", LineProblem(3, "sum", 13, 12)),
        ("\n3;2;Eva", "\n2;2;Eva", LineProblem(4, "rank", 2, "3")),
        ("\n2;1;", "\n4;1;", LineProblem(3, "rank", 4, "1–2")),
        (";1;2;0;3;", ";1;zwei;0;3;", LineProblem(4, "figure", "zwei", column="r2")),
        ("Uwe Horn", "U. H.", LineProblem(3, "initials", "U. H.")),
        ("Uwe Horn", "", LineProblem(3, "name", column="name")),
        (";0;3;", ";0;;", LineProblem(4, "total", column="total")),
        (";-3;12;", ";3;18;", LineProblem(3, "adjustment", 3)),
        ("Uwe Horn;", "Ida Beck;DU", LineProblem(3, "double", "Ida Beck", 2)),
        ("Eva Groß", "Summe", LineProblem(4, "sum_row", "Summe")),
    ],
)
def test_a_wrong_list_is_refused_with_the_line(old, new, problem) -> None:
    assert old in LIST
    with pytest.raises(Refused, match="result_lines_wrong") as refused:
        read(LIST.replace(old, new))
    assert problem in refused.value.params["problems"]


def test_page_of_a_wrong_list_names_the_line_and_keeps_what_was_typed(series) -> None:
    wrong = LIST.replace(";-3;12;", ";-3;13;")
    with pytest.raises(Refused) as refused:
        read(wrong)
    file = SimpleUploadedFile("l.csv", wrong.encode())
    sent = {"name": "Abend", "day": "", "file": file}
    page = signed_in().post(f"/series/{series.slug}/import/", sent)
    assert refusal(refused.value.code, **refused.value.params) in text_of(page)
    assert 'value="Abend"' in page.content.decode()
    assert not EveningLine.objects.exists()


def test_many_problems_are_counted() -> None:
    rows = "".join(f"{at};{at};Name{at};;1;0;2;\n" for at in range(1, 15))
    with pytest.raises(Refused) as refused:
        read("rank;number;name;club;r1;adjustment;total;note\n" + rows)
    assert len(refused.value.params["problems"]) >= 14
    assert line_problems([]) == ()


def test_page_asks_who_a_person_is_and_keeps_what_was_typed(series) -> None:
    ida = Person.objects.create(last_name="Beck", first_name="Ida", club=make_club("BO", "Bo"))
    known = Person.objects.create(last_name="Groß", first_name="Eva")
    owner = signed_in()
    address = f"/series/{series.slug}/import/"
    file = SimpleUploadedFile("l.csv", LIST.encode())
    page = owner.post(address, {"name": "Märzabend", "day": "2026-03-06", "file": file})
    assert (len(page.context["rows"]), page.context["recognised"]) == (4, 1)
    assert text("Yes, this is %(words)s", words="Ida Beck, BO") in text_of(page)
    assert not EveningLine.objects.exists()
    sent = {"read": page.context["read"], "name": "Märzabend", "day": "2026-03-06"}
    again = owner.post(address, {**sent, "name": "", "person-2": ida.pk})
    assert again.status_code == 422
    assert f'value="{ida.pk}" checked' in again.content.decode()
    wrong = owner.post(address, {**sent, "person-2": known.pk})
    assert refusal("evening_unknown_person", line=2) in text_of(wrong)
    forged = owner.post(address, {**sent, "read": sent["read"] + "x"}, follow=True)
    assert messages_of(forged) == [text("The list is not as it was read. Please choose it again.")]
    assert not EveningLine.objects.exists()
    owner.post(address, {**sent, "person-2": ida.pk})
    people = {line.person for line in EveningLine.objects.all()}
    assert {ida, known} <= people
    assert series.evenings.get().day == date(2026, 3, 6)
    long = owner.post(address, {**sent, "person-2": "9" * 4301})
    assert long.status_code == 422
    twice = owner.post(address, {**sent, "name": " MÄRZABEND", "person-2": ida.pk})
    assert refusal("evening_there_already", name="MÄRZABEND") in text_of(twice)
    assert series.evenings.count() == 1


def test_one_person_in_two_lines_is_refused(series) -> None:
    ida = Person.objects.create(last_name="Beck", first_name="Ida", club=make_club("BO", "Bo"))
    lines = [
        ResultLine(2, "Ida Beck", "DU", 1, (5,), 0, 5),
        ResultLine(3, "Ida Bekc", "BO", 2, (1,), 0, 1),
    ]
    answers = {2: str(ida.pk), 3: str(ida.pk)}
    with pytest.raises(Refused, match="one_person_twice"):
        import_evening(COMMAND_LINE, series, lines, name="Abend", answers=answers)
    with pytest.raises(Refused, match="name_needed"):
        import_evening(COMMAND_LINE, series, lines, name=" ")
    assert not EveningLine.objects.exists()


def test_command_names_people_taken_as_new(series, tmp_path, capsys) -> None:
    Person.objects.create(last_name="Beck", first_name="Ida", club=make_club("BO", "Bo"))
    file = tmp_path / "l.csv"
    file.write_text(LIST)
    call_command("import_standings", series.slug, str(file), "--name", "Abend")
    out, err = capsys.readouterr()
    assert out == "Abend „Abend“: 4 Ergebnisse.\n"
    taken = "Line %(line)s: %(name)s is taken as new, not as %(others)s."
    assert err == text(taken, line=2, name="Ida Beck", others="Ida Beck, BO") + "\n"
    with pytest.raises(SystemExit) as ended:
        call_command("import_standings", "nichts", str(file))
    assert ended.value.code == 2
    assert capsys.readouterr().err == refusal("unknown_series", slug="nichts") + "\n"


def test_the_association_gets_rounds_games_and_averages(played, series, tmp_path, capsys) -> None:
    file = tmp_path / "a.csv"
    call_command("association_list", "herbst", "-o", str(file))
    rows = list(csv.DictReader(io.StringIO(file.read_text("utf-8-sig")), delimiter=";"))
    assert rows[0] == {
        "name": "Arnold, Änne",
        "club": "DU ZHN · Zweite Herz Neun Duisburg",
        "state": "",
        "rounds": "1",
        "games": "24",
        "total": "20",
        "average": "20,00",
    }
    assert len(rows) == 8
    both = make_series(played, name="Zwei")
    call_command("import_standings", both.slug, _written(tmp_path), "--name", "Vorher", "--again")
    call_command("association_list", both.slug, "--series", "-o", str(file))
    rows = list(csv.DictReader(io.StringIO(file.read_text("utf-8-sig")), delimiter=";"))
    found = {
        row["name"]: (row["rounds"], row["games"], row["total"], row["average"]) for row in rows
    }
    assert found["Arnold, Änne"] == ("2", "", "40", "20,00")
    owner = signed_in()
    for address in ("/t/herbst/print/association/", f"/series/{both.slug}/association/"):
        answer = owner.get(address)
        assert answer["Content-Type"].endswith("spreadsheetml.sheet")
        assert owner.get(address + "?as=csv").content.startswith(b"\xef\xbb\xbf")


def _written(directory: Path) -> str:
    file = directory / "vorher.csv"
    call_command("standings", "herbst", "--format=csv", "-o", str(file))
    return str(file)
