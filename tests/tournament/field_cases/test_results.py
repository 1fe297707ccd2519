"""Results of earlier evenings as clubs keep them: command and page understand the same of each."""

import csv
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest
from django.core.management import call_command
from django.test import Client

from tests.factories.pages import text_of
from tests.factories.results_sent import again, problems_of, results_of, send
from tests.factories.words import refusal
from tournament.errors import Refused
from tournament.imports.players import read_players
from tournament.labels.people import people_words
from tournament.models import EveningLine, KnownHeading, Person, Series
from tournament.people.reads.players import known_headings
from tournament.people.rules.registration import Verdict

pytestmark = [pytest.mark.django_db, pytest.mark.alone]

FILES = Path(__file__).parent / "files"
FRANKE, SCHROEDER, MUESSIG, GRUEN = "Änne Franke", "Jörg Schröder", "Uwe Müßig", "Käthe Grün"
THREE = [
    (1, FRANKE, (12, 20, 30), 62),
    (2, SCHROEDER, (8, -2, 14), 20),
    (3, MUESSIG, (-4, 3, -10), -11),
    (4, GRUEN, (-16, -21, -34), -71),
]
READ: dict[str, list[tuple[int | None, str, tuple[int | None, ...], int]]] = {
    "k02-gewoehnliche-ergebnisse.csv": [
        (1, "Hans von der Heide", (40,), 40),
        (2, "Maria Lindner", (-10,), -10),
        (3, "Ralf Ossowski", (-30,), -30),
    ],
    "k03-punkte-ist-eine-runde.csv": [
        (1, "Hans von der Heide", (40,), 40),
        (2, "Maria Lindner", (-40,), -40),
    ],
    "s01-runde-n.csv": THREE,
    "s01b-n-te-serie.csv": THREE,
    "s02b-gleicher-rang-leer-am-ende.csv": [
        (1, FRANKE, (62,), 62),
        (2, SCHROEDER, (20,), 20),
        (3, "Ole Berger", (-41,), -41),
        (3, "Ida Voß", (-41,), -41),
    ],
    "s03-gedankenstrich-plus.csv": [
        (1, FRANKE, (52,), 52),
        (2, SCHROEDER, (18,), 18),
        (3, MUESSIG, (-5,), -5),
        (4, GRUEN, (-13,), -13),
        (5, "Ole Berger", (-52,), -52),
    ],
    "s04-nicht-gespielt.csv": [
        (1, FRANKE, (12, 20, 30), 62),
        (2, SCHROEDER, (8, None, 14), 22),
        (3, MUESSIG, (None, 3, -10), -7),
        (4, GRUEN, (-16, None, None), -16),
    ],
    "s06-tausenderpunkt.csv": [
        (1, FRANKE, (1512, 1200), 2712),
        (2, SCHROEDER, (980, 1401), 2381),
        (3, MUESSIG, (745, 322), 1067),
    ],
    "s09-geteilte-raenge.csv": [
        (1, FRANKE, (52,), 52),
        (2, SCHROEDER, (18,), 18),
        (2, MUESSIG, (18,), 18),
        (4, GRUEN, (-44,), -44),
        (4, "Ole Berger", (-44,), -44),
    ],
    "s10-laufende-summe.csv": [
        (1, FRANKE, (62,), 62),
        (2, SCHROEDER, (20,), 20),
        (3, MUESSIG, (-11,), -11),
        (4, GRUEN, (-71,), -71),
    ],
    "s11-wenigste-minuspunkte.csv": [
        (1, "Ludwig Franke", (-1,), -1),
        (2, "Karla Schröder", (-11,), -11),
        (3, "Florian Müßig", (-20,), -20),
        (4, "Matthias Grün", (-23,), -23),
        (5, "Thomas Berger", (-30,), -30),
    ],
    "s12b-runden-1-2-3.xlsx": THREE,
    "s13-gast-klammer-stern.csv": [
        (1, FRANKE, (52,), 52),
        (2, SCHROEDER, (18,), 18),
        (3, "Müßig Uwe", (-17,), -17),
        (4, "K. Grün", (-53,), -53),
    ],
    "s17-name-und-vorname.csv": [
        (1, FRANKE, (30, 32), 62),
        (2, SCHROEDER, (8, 12), 20),
        (3, MUESSIG, (-4, -7), -11),
        (4, GRUEN, (-34, -37), -71),
    ],
    "s17b-zwei-gleiche-nachnamen.csv": [
        (1, FRANKE, (62,), 62),
        (2, "Jörg Franke", (20,), 20),
        (3, MUESSIG, (-82,), -82),
    ],
    "s19-utf16-tab.txt": [(1, FRANKE, (62,), 62), (2, SCHROEDER, (-62,), -62)],
    "s20-cp850.csv": [(1, FRANKE, (62,), 62), (2, SCHROEDER, (20,), 20), (3, MUESSIG, (-82,), -82)],
}
"""Rank, person, points of the rounds and total of each line."""
NOTES = {
    "s02b-gleicher-rang-leer-am-ende.csv": [(5, "rank_shared")],
    "s13-gast-klammer-stern.csv": [(2, "guest"), (3, "footnote")],
}
PROBLEMS = {
    "s05-tischpunkte-halbe.csv": [(4, "half"), (4, "half"), (5, "half"), (5, "half")],
    "s08-zwei-auf-einer-zeile.csv": [(4, "two_people")],
    "s08b-zwei-auf-einer-zeile-am-ende.csv": [(5, "two_people")],
    "s08c-zwei-auf-einer-zeile-letzte.csv": [(4, "two_people")],
    "s12-runden-1-2-3-formeln.xlsx": [(5, "formulas")],
    "s14-zwei-abende-nebeneinander.csv": [(1, "several_evenings")],
    "s15-punkte-und-tischpunkte.csv": [(1, "other_figure")],
    "s16-mannschaft-ergebnis.csv": [],
    "s18-gast-und-ersatz.csv": [(4, "two_people")],
}
"""Why nothing is taken, by line; none where no list is found."""


def spoken(name: str) -> str:
    last, _comma, first = name.partition(", ")
    return f"{first} {last}".strip()


@pytest.mark.parametrize("file", READ)
def test_sample_is_read_by_command_and_page(file: str, series: Series, owner: Client) -> None:
    page = send(owner, series, (FILES / file).read_bytes())
    lines = [row["line"] for row in page.context["rows"]]
    found = [(line.rank, spoken(line.name), line.rounds, line.total) for line in lines]
    assert found == READ[file]
    call_command("import_standings", series.slug, str(FILES / file), "--name", "Mai")
    stored = EveningLine.objects.filter(evening__series=series).order_by("pk")
    assert [(each.rank, tuple(each.rounds), each.total) for each in stored] == [
        (rank, rounds, total) for rank, _name, rounds, total in READ[file]
    ]
    told = [(each.line, each.code) for each in results_of((FILES / file).read_bytes()).notes]
    assert told == NOTES.get(file, [])


@pytest.mark.parametrize("file", PROBLEMS)
def test_sample_is_refused_with_what_would_be_right(
    file: str, series: Series, owner: Client
) -> None:
    data = (FILES / file).read_bytes()
    page = send(owner, series, data)
    assert page.context["rows"] == []
    with pytest.raises(SystemExit) as end:
        call_command("import_standings", series.slug, str(FILES / file), "--name", "Mai")
    assert end.value.code == 1
    assert not EveningLine.objects.exists()
    if PROBLEMS[file]:
        assert problems_of(data) == PROBLEMS[file]
        with pytest.raises(Refused) as refused:
            results_of(data)
        assert refusal("result_lines_wrong", **refused.value.params) in text_of(page)


def test_three_rounds_make_the_average_of_the_association(series: Series, tmp_path: Path) -> None:
    call_command("import_standings", series.slug, str(FILES / "s01-runde-n.csv"))
    file = tmp_path / "a.csv"
    call_command("association_list", series.slug, "--series", "-o", str(file))
    rows = list(csv.DictReader(file.read_text("utf-8-sig").splitlines(), delimiter=";"))
    assert [(row["rounds"], row["average"]) for row in rows if "Franke" in row["name"]] == [
        ("3", "20,67")
    ]


@pytest.mark.parametrize(
    "headings",
    [
        *(
            "Runde 1;Runde 2",
            "1. Runde;2. Runde",
            "Rd. 1;Rd. 2",
            "R1;R2",
            "1. Durchgang;2. Durchgang",
        ),
        *("1;2", "Punkte R1;Punkte R2", "Liste 1;Liste 2", "round 1;round 2", "S1;S2"),
        *("Runde I;Runde II", "I. Serie;II. Serie", "Punkte 1;Punkte 2"),
    ],
)
def test_columns_of_rounds_are_known_by_many_titles(headings: str) -> None:
    (line,) = results_of(f"Name;{headings};Gesamt\nIda Beck;5;-3;2\n").lines
    assert line.rounds == (5, -3)


@pytest.mark.parametrize(
    "headings", ["Nr;2", "12;13", "1;3", "Abend;Ort", "SV;Di", "Runde IIX;X", "Punkte 25;X"]
)
def test_other_columns_are_no_rounds(headings: str) -> None:
    (line,) = results_of(f"Name;{headings};Gesamt\nIda Beck;5;-3;2\n").lines
    assert line.rounds == (2,)


@pytest.mark.parametrize(
    "headings",
    [
        *("07.03.;04.04.", "7.3.2026;4.4.2026", "Januar;Februar", "Jan 26;Feb 26"),
        *("Abend 1;Abend 2", "1. Spieltag;2. Spieltag", "2026-03-07;2026-04-04"),
    ],
)
def test_table_of_a_year_is_no_evening(headings: str) -> None:
    assert problems_of(f"Name;{headings};Gesamt\nIda Beck;5;-3;2\n") == [(1, "several_evenings")]


def test_one_evening_of_a_year_is_chosen_and_who_was_away_is_not_in_it(
    series: Series, owner: Client
) -> None:
    page = send(owner, series, (FILES / "s14-zwei-abende-nebeneinander.csv").read_bytes())
    chosen = again(
        owner, series, page, columns="", heading="on", **{"column-1": "name", "column-3": "total"}
    )
    lines = [row["line"] for row in chosen.context["rows"]]
    assert [(line.name, line.total) for line in lines] == [(SCHROEDER, -2), (MUESSIG, 3)]
    assert len(chosen.context["notes"]) == 1


@pytest.mark.parametrize("file", ["s10-laufende-summe.csv", "own"])
def test_running_totals_are_named(file: str, series: Series, owner: Client) -> None:
    own = b"Platz;Name;A;B;Endstand\n1;Ida Beck;5;7;7\n2;Uwe Horn;3;-2;-2\n"
    data = own if file == "own" else (FILES / file).read_bytes()
    chosen = {"column-1": "name", "column-4": "total", "column-2": "round", "column-3": "round"}
    page = again(owner, series, send(owner, series, data), columns="", heading="on", **chosen)
    titles = "A, B" if file == "own" else "nach R1, nach R2"
    assert titles in page.context["wrong"]
    assert page.context["rows"] == []


@pytest.mark.parametrize(
    ("text", "ranks", "codes"),
    [
        ("1;Ida Beck;5\n;Uwe Horn;5\n3;Eva Lang;1\n", [1, 1, 3], ["rank_shared"]),
        ("1;Ida Beck;5\n=;Uwe Horn;5\ndto.;Eva Lang;5\n", [1, 1, 1], ["rank_shared"] * 2),
        ("1;Ida Beck;5\n'=;Uwe Horn;5\n=;Eva Lang;1\n", [1, 1, None], ["rank_shared", "unranked"]),
        ("1;Ida Beck;5\n2;Uwe Horn;3\n;Eva Lang;1\n", [1, 2, None], ["unranked"]),
        ("1;Ida Beck;5\n2;Uwe Horn;3\na. K.;Eva Lang;3\n", [1, 2, None], ["unranked"]),
        (";Ida Beck;5\n;Uwe Horn;5\n;Eva Lang;1\n", [1, 1, 3], []),
    ],
)
def test_missing_rank_is_shared_or_told(
    text: str, ranks: list[int | None], codes: list[str]
) -> None:
    found = results_of("Platz;Name;Punkte\n" + text)
    assert [line.rank for line in found.lines] == ranks
    assert [note.code for note in found.notes] == codes


@pytest.mark.parametrize("text", ["Ende", "3", "Alle Angaben ohne Gewähr."])
def test_row_with_nothing_but_its_first_cell_is_told(
    text: str, series: Series, owner: Client
) -> None:
    data = f"Platz;Name;Punkte\n1;Ida Beck;5\n2;Uwe Horn;3\n{text};;\n"
    found = results_of(data)
    assert [line.name for line in found.lines] == ["Ida Beck", "Uwe Horn"]
    assert [(each.line, each.code, each.wrong) for each in found.notes] == [(4, "alone", text)]
    assert f"„{text}“" in send(owner, series, data.encode()).context["notes"][0]


def test_who_is_out_of_the_ranking_by_a_note_stays_so_without_a_word() -> None:
    found = results_of("rank;name;total;note\n1;Ida Beck;5;\n;Uwe Horn;5;außer Wertung\n")
    assert ([line.rank for line in found.lines], found.notes) == ([1, None], ())


@pytest.mark.parametrize("figures", [("9", "5"), ("1", "2")])
def test_ranking_by_another_figure_is_named(figures: tuple[str, str]) -> None:
    text = "Platz;Name;Gesamt;Tischpunkte\n1;Ida Beck;3;{}\n2;Uwe Horn;8;{}\n"
    with pytest.raises(Refused) as refused:
        results_of(text.format(*figures))
    (problem,) = refused.value.params["problems"]
    assert (problem.code, problem.wrong, problem.column) == (
        *("other_figure", "Tischpunkte", "Gesamt"),
    )


def test_fraction_in_a_workbook_is_no_figure_of_thousands() -> None:
    book, file = openpyxl.Workbook(), BytesIO()
    for row in (("Name", "Punkte", "Startgeld"), ("Ida Beck", 20.667, 12.05)):
        book.active.append(row)
    book.save(file)
    with pytest.raises(Refused) as refused:
        results_of(file.getvalue())
    (problem,) = refused.value.params["problems"]
    assert (problem.line, problem.code, problem.wrong) == (2, "half", "20,667")
    # Twelve euros and five cents are no day either.
    (row,) = read_players(file.getvalue()).rows
    assert (row.player.fee_paid, row.player.fee_told) == (True, "12,05")


def test_columns_beyond_those_that_are_read_are_not_left_out_unsaid() -> None:
    with pytest.raises(Refused, match="too_many_columns"):
        results_of(f"Name;Punkte{';' * 200}Abzug\nIda Beck;5{';' * 200}-3\n")


def test_sheets_beside_the_one_that_is_read_are_named_by_page_and_command(
    series: Series, owner: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book, file = openpyxl.Workbook(), tmp_path / "a.xlsx"
    book.active.title = "Januar"
    for sheet, name in ((book.active, "Ida Beck"), (book.create_sheet("Februar"), "Uwe Horn")):
        sheet.append(("Name", "Punkte"))
        sheet.append((name, 5))
    book.create_sheet("Leer")
    book.save(file)
    page = send(owner, series, file.read_bytes())
    assert [row["line"].name for row in page.context["rows"]] == ["Uwe Horn"]
    assert page.context["ignored_sheets"] == ("Januar",)
    assert "Januar" in text_of(page)
    kept = again(owner, series, page, mended="")
    assert kept.context["ignored_sheets"] == ("Januar",)
    call_command("import_standings", series.slug, str(file), "--name", "Mai")
    assert "Januar" in capsys.readouterr().err


def test_penalties_are_deducted_and_rounds_without_a_figure_not_played() -> None:
    found = results_of("Name;R1;R2;Strafe;Gesamt\nIda Beck;5;n. g.;-3;2\nUwe Horn;.;--;;0\n")
    assert [(line.rounds, line.adjustment) for line in found.lines] == [
        ((5, None), -3),
        ((None, None), 0),
    ]


def test_formula_without_a_result_is_named_with_its_cell() -> None:
    book, file = openpyxl.Workbook(), BytesIO()
    for row in (("Name", "R1", "Summe"), ("Ida Beck", 5, "=B2"), ("Uwe Horn", 3, 3)):
        book.active.append(row)
    book.save(file)
    with pytest.raises(Refused) as refused:
        results_of(file.getvalue())
    (problem,) = refused.value.params["problems"]
    assert (problem.line, problem.code, problem.column) == (2, "formula", "Summe")


def test_wrong_cells_are_put_right_in_the_preview(series: Series, owner: Client) -> None:
    text = "Platz;Name;Punkte\n1;Ida Beck;5\n2;Uwe Horn / Eva Lang;drei\n"
    page = send(owner, series, text.encode())
    assert page.context["mendable"] == [
        (
            *(3, 3),
            [(0, "Platz", "2"), (1, "Name", "Uwe Horn / Eva Lang"), (2, "Punkte", "drei")],
            people_words(("Uwe Horn", "Eva Lang")),
        )
    ]
    typed = {"mended": "", "cell-3-1": "Uwe Horn", "cell-3-2": "3", "cell-x-2": "9"}
    mended = again(owner, series, page, **typed)
    assert [(row["line"].name, row["line"].total) for row in mended.context["rows"]] == [
        ("Ida Beck", 5),
        ("Uwe Horn", 3),
    ]
    again(owner, series, mended)
    assert EveningLine.objects.count() == 2


@pytest.mark.parametrize(
    ("heading", "line", "names"),
    [
        ("Platz;Name;Punkte", "2;Uwe Horn / Eva Lang;3", ["Uwe Horn", "Eva Lang"]),
        ("Platz;Name;Punkte", "2;Uwe und Eva Lang;3", ["Uwe Lang", "Eva Lang"]),
        ("Rang;Nachname;Vorname;Gesamt", "2;Lang;Uwe & Eva;3", ["Uwe Lang", "Eva Lang"]),
        ("Platz;Name;Punkte", '2;"Uwe Horn / Lang; Eva";3', ["Uwe Horn", "Eva Lang"]),
        ("Platz;Name;Punkte", "2;Uwe Horn, Eva Lang;3", ["Uwe Horn", "Eva Lang"]),
    ],
)
def test_line_of_two_people_is_split_in_the_preview(
    heading: str, line: str, names: list[str], series: Series, owner: Client
) -> None:
    first = "1;Beck;Ida;5" if "Vorname" in heading else "1;Ida Beck;5"
    page = send(owner, series, f"{heading}\n{first}\n{line}\n".encode())
    assert page.context["mendable"][0][-1]
    split = again(owner, series, page, people="3")
    rows = split.context["rows"]
    lines = [row["line"] for row in rows]
    assert [(spoken(line.name), line.rank, line.total) for line in lines] == [
        ("Ida Beck", 1, 5),
        *((each, 2, 3) for each in names),
    ]
    assert [row["file_line"] for row in rows] == [2, 3, 3]
    again(owner, series, split)
    assert EveningLine.objects.count() == 3


@pytest.mark.parametrize("line", ["2;Uwe Horn / Eva Lang;3", "3;Uwe Horn;3"])
def test_line_is_left_out_in_the_preview_and_told(line: str, series: Series, owner: Client) -> None:
    page = send(owner, series, f"Platz;Name;Punkte\n1;Ida Beck;5\n{line}\n".encode())
    page = again(owner, series, page, drop="3")
    assert [row["line"].name for row in page.context["rows"]] == ["Ida Beck"]
    assert page.context["dropped"] == (line.replace(";", " · "),)
    again(owner, series, again(owner, series, page, drop="2"))  # the last one stays
    assert EveningLine.objects.count() == 1


def test_choice_in_a_list_thrown_away_spoils_no_other_list(
    series: Series, owner: Client, tmp_path: Path
) -> None:
    page = send(owner, series, (FILES / "s17-name-und-vorname.csv").read_bytes())
    held = {f"column-{at}": holds for at, _title, _texts, holds in page.context["columns"]}
    again(owner, series, page, columns="", heading="on", **held)
    assert known_headings() == {}
    players = read_players((FILES / "k01-gewoehnliche-liste.csv").read_bytes(), known_headings())
    assert [row.verdict for row in players.rows] == [Verdict.OK] * 4


LEARNED_BEFORE = {"name": "last_name", "verein": "round", "punkte": "round", "platz": "games"}
"""What earlier versions remembered of any list, even of known words."""


@pytest.mark.parametrize(
    "file", ["k02-gewoehnliche-ergebnisse.csv", "k03-punkte-ist-eine-runde.csv", "s01-runde-n.csv"]
)
def test_built_in_words_win_over_what_was_remembered(
    file: str, series: Series, owner: Client
) -> None:
    for title, column in {**LEARNED_BEFORE, "runde1": "total", "gesamt": "games"}.items():
        KnownHeading.objects.create(title=title, column=column)
    page = send(owner, series, (FILES / file).read_bytes())
    lines = [row["line"] for row in page.context["rows"]]
    found = [(line.rank, spoken(line.name), line.rounds, line.total) for line in lines]
    assert found == READ[file]
    call_command("import_standings", series.slug, str(FILES / file), "--name", "Mai")
    assert [each.total for each in EveningLine.objects.order_by("pk")] == [
        line.total for line in lines
    ]
    players = read_players((FILES / "k01-gewoehnliche-liste.csv").read_bytes(), known_headings())
    assert [row.verdict for row in players.rows] == [Verdict.OK] * 4


@pytest.mark.parametrize(
    ("heading", "known"),
    [
        ("Wer;Verein;Runde 1;Gesamt", ["", "club", "round", "total"]),
        ("Teilnehmende;Platz;Punkte R1;Summe", ["", "rank", "round", "total"]),
        ("Mitspieler:in;Kürzel;1. Serie;Endstand", ["", "club", "round", "total"]),
    ],
)
def test_unknown_heading_of_the_names_leaves_known_columns(
    heading: str, known: list[str], series: Series, owner: Client
) -> None:
    page = send(owner, series, f"{heading}\nIda Beck;1;5;5\nUwe Horn;2;3;3\n".encode())
    assert [holds for *_others, holds in page.context["columns"]] == known
    chosen = {f"column-{at}": holds or "name" for at, holds in enumerate(known)}
    page = again(owner, series, page, columns="", heading="on", **chosen)
    assert [(row["line"].name, row["line"].total) for row in page.context["rows"]] == [
        ("Ida Beck", 5),
        ("Uwe Horn", 3),
    ]


def test_same_results_under_another_name_are_asked_about(
    series: Series, owner: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    file = FILES / "k02-gewoehnliche-ergebnisse.csv"
    call_command("import_standings", series.slug, str(file), "--name", "Mai")
    capsys.readouterr()
    with pytest.raises(SystemExit):
        call_command("import_standings", series.slug, str(file), "--name", "Juni")
    asked = refusal("evening_same_results", name="Mai")
    told = capsys.readouterr().err
    assert (asked in told, "--again" in told) == (True, True)
    page = send(owner, series, file.read_bytes())
    assert str(page.context["same_as"]) == "Mai"
    page = again(owner, series, page, name="Juni")
    # A page has a box to tick; options are those of the command.
    assert asked in text_of(page)
    assert ("--again" in text_of(page), 'name="again"' in page.content.decode()) == (False, True)
    assert series.evenings.count() == 1
    again(owner, series, page, name="Juni", again="on")
    call_command("import_standings", series.slug, str(file), "--name", "Juli", "--again")
    assert series.evenings.count() == 3


def test_same_results_are_noticed_where_names_are_those_of_several(
    series: Series, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for _namesake in range(2):
        Person.objects.create(last_name="Beck", first_name="Ida")
    file = tmp_path / "l.csv"
    file.write_text("Name;Punkte\nIda Beck;5\nHorn, Uwe;1\n")
    call_command("import_standings", series.slug, str(file), "--name", "Mai")
    with pytest.raises(SystemExit):
        call_command("import_standings", series.slug, str(file), "--name", "Juni")
    assert refusal("evening_same_results", name="Mai") in capsys.readouterr().err


def test_same_people_with_other_points_are_another_evening(series: Series, tmp_path: Path) -> None:
    for points in (5, 6):
        file = tmp_path / f"{points}.csv"
        file.write_text(f"Name;Punkte\nIda Beck;{points}\nUwe Horn;1\n")
        call_command("import_standings", series.slug, str(file))
    assert series.evenings.count() == 2


def test_command_says_what_it_does_not_read(
    series: Series, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "l.csv"
    file.write_text("Name;Punkte;Gesamt\nIda Beck;3;5\n")
    call_command("import_standings", series.slug, str(file))
    said = capsys.readouterr().err.splitlines()
    assert ["Punkte" in line for line in said] == [True, False]
