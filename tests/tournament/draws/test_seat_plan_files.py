"""Seats of a round from a file: an external draw fills the form for review."""

import json
import re
import zipfile
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client

from tests.factories.pages import signed_in, text_of
from tests.factories.reading import read_here
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.words import label, refusal, text
from tournament.exports.excel import workbook as excel
from tournament.labels.seat_plans import PLAN_NOTES, PLAN_PROBLEMS
from tournament.models import Person, Tournament

pytestmark = pytest.mark.django_db
BY_HAND = "/t/herbst/rounds/{}/by-hand/"
LIBREOFFICE = Path(__file__).parents[3] / "fixtures" / "messy" / "libreoffice.ods"
NO_PLAN = refusal("seat_plan_unreadable")
NO_COLUMNS = refusal("seat_plan_without_columns")


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    make_entries(tournament, 9)
    return tournament


@pytest.fixture
def client(tournament: Tournament, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Plans are read in this process; in another one where a test says so."""
    read_here(monkeypatch)
    return signed_in()


def send(client: Client, data: str | bytes, number: int = 1, **typed: str) -> HttpResponse:
    content = data if isinstance(data, bytes) else data.encode()
    sent = {"plan": SimpleUploadedFile("plan.csv", content), **typed}
    return client.post(BY_HAND.format(number), sent)


def problem(line: int, table: int, code: str, **words: object) -> str:
    place = f"{text('Line')} {line}, {text('Table %(number)s', number=table)}"
    return f"{place}: {label(PLAN_PROBLEMS, code, **words)}"


def problems(page: HttpResponse) -> list[str]:
    return page.context["plan_problems"]


def workbook(*rows: tuple) -> bytes:
    book, file = openpyxl.Workbook(), BytesIO()
    book.active.append(["Herbstturnier"])
    for row in rows:
        book.active.append(row)
    book.save(file)
    return file.getvalue()


def typed(page: HttpResponse) -> str:
    return page.context["form"]["tables"].value()


def errors(page: HttpResponse) -> list[str]:
    return list(page.context["file_form"].errors["plan"])


def test_plan_of_plan_seating_fills_in_its_round(client, tournament, tmp_path) -> None:
    people = tmp_path / "people.json"
    people.write_text(json.dumps({"players": [{"id": str(each)} for each in range(1, 10)]}))
    plan = tmp_path / "plan.json"
    call_command("plan_seating", str(people), "--rounds", "3", "--seed", "x", "-o", str(plan))
    rounds = json.loads(plan.read_text())["rounds"]
    expected = "\n".join(" ".join(table) for table in rounds[0])
    assert typed(send(client, plan.read_bytes())) == expected
    assert not tournament.rounds.exists()


def test_output_of_seats_can_be_read(client, tournament, tmp_path) -> None:
    call_command("draw_round", "herbst")
    for kind in ("json", "csv"):
        file = tmp_path / f"seats.{kind}"
        call_command("seats", "herbst", "--round", "1", "--format", kind, "-o", str(file))
        tables = tournament.rounds.get(number=1).tables.order_by("number")
        expected = "\n".join(
            " ".join(str(seat.entry.number) for seat in table.seats.order_by("position"))
            for table in tables
        )
        assert typed(send(client, file.read_bytes())) == expected


def test_table_of_names(client) -> None:
    Person.objects.filter(entries__number=3).update(last_name="<b>", first_name="Özil")
    lines = [
        ("2", "2", "Bernd Beck"),
        ("2", "1", "5"),
        ("1", "1", "ARNOLD, Änne"),
        ("1", "2", "Özil <b>"),
        ("1", "3", "Niemand Neu"),
    ]
    table = "Tisch;Platz;Name\n" + "\n".join(";".join(line) for line in lines)
    page = send(client, table.encode("utf-8-sig"))
    assert typed(page) == "1 3 Niemand_Neu\n5 2"
    assert problems(page) == [problem(6, 1, "nobody", who="Niemand Neu")]
    assert problems(page)[0] in text_of(page)
    assert typed(send(client, table.encode("cp1252"))) == "1 3 Niemand_Neu\n5 2"
    answer = client.post(BY_HAND.format(1), {"tables": typed(page)})
    assert answer.context["form"].errors["tables"] == [
        text("Table %(table)s: “%(word)s” is no start number.", table=1, word="Niemand_Neu")
    ]


@pytest.mark.parametrize("seat", ["1", "1.", "Platz 1"])
def test_tables_and_positions_are_read_as_in_a_list_of_players(client, seat) -> None:
    rows = f"Runde 1;Tisch 2;{seat};5\n1.;2.;2;3\nRunde 2;Tisch 2;1;4\n"

    assert typed(send(client, f"Runde;Tisch;Platz;Nr.\n{rows}")) == "5 3"


def test_a_table_that_is_no_number_names_its_row(client) -> None:
    page = send(client, "Tisch;Nr.\n1;5\n1_0;3\n")

    assert errors(page) == [refusal("seat_plan_row", line=3, column="Tisch", text="1_0")]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("{", NO_PLAN),
        ("[]", refusal("seat_plan_without_round", round=1)),
        ('{"rounds": [[[]]]}', refusal("seat_plan_without_round", round=1)),
        ("Runde;Tisch;Nr\n2;1;5", refusal("seat_plan_other_rounds", round=1, rounds="2")),
        ("[1]", NO_PLAN),
        ('{"rounds": [[1]]}', NO_PLAN),
        ('{"rounds": "x"}', NO_PLAN),
        ('{"rounds": ["x"]}', NO_PLAN),
        ('{"rounds": [["x"]]}', NO_PLAN),
        ('{"rounds": []}', refusal("seat_plan_without_round", round=1)),
        ("Tisch;Verein\n1;x", NO_COLUMNS),
        ("Tisch;Nr\n1;5\nx;6", refusal("seat_plan_row", line=3, column="Tisch", text="x")),
        (b"\0\1", NO_COLUMNS),
        (b"PK\3\4", refusal("file_unreadable")),
    ],
)
def test_invalid_plan_is_refused_with_a_message(client, data: str | bytes, message: str) -> None:
    page = send(client, data)
    assert errors(page) == [message]
    assert typed(page) == "\n"
    assert typed(send(client, data, tables="1 2 3 x")) == "1 2 3 x"


HEADING = ("Runde", "Tisch", "Position", "Nachname", "Vorname")
ROWS = [
    (2, 1, 1, "Arnold", "Änne"),
    (1, 1, 2, "Beck", "Bernd"),
    (1, 1, 1, "Conrad", "Christa"),
]


def test_workbook_of_excel_is_read_round_by_round_in_another_process(tournament) -> None:
    client = signed_in()
    data = workbook(HEADING, *ROWS)
    assert [typed(send(client, data)), problems(send(client, data))] == ["3 2", []]


def test_spreadsheet_of_libreoffice_is_read(client) -> None:
    with zipfile.ZipFile(LIBREOFFICE) as given:
        parts = {name: given.read(name) for name in given.namelist()}
    rows = "".join(
        "<table:table-row>"
        + "".join(
            f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p>'
            "</table:table-cell>"
            for cell in row
        )
        + "</table:table-row>"
        for row in (HEADING, *ROWS)
    )
    parts["content.xml"] = re.sub(
        rb"<table:table-row.*</table:table-row>", rows.encode(), parts["content.xml"], flags=re.S
    )
    data = BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    assert typed(send(client, data.getvalue())) == "3 2"


def test_seat_list_of_our_own_workbook_is_read(client, tournament) -> None:
    call_command("draw_round", "herbst")
    data = excel.workbook(tournament).content
    page = send(client, data)
    drawn = client.get(BY_HAND.format(1))
    assert (typed(page), problems(page)) == (typed(drawn), [])


def test_unclear_parts_of_a_plan_are_all_named_at_once(client: Client) -> None:
    page = send(client, "Tisch;Nr.;Name\n1;1;\n1;;arnold änne\n1;;Bernt Bek\n4;3;Ida Neu\n4;99;\n")
    said = [
        problem(3, 1, "twice", people="1 Arnold, Änne", first=1),
        problem(4, 1, "unclear", who="Bernt Bek", people="2 Beck, Bernd"),
        problem(5, 4, "other_table", number=2),
        problem(5, 4, "other_name", number=3, people="3 Conrad, Christa", name="Ida Neu"),
        problem(6, 4, "nobody", who="99"),
    ]
    assert (page.status_code, problems(page)) == (422, said)
    assert typed(page) == "1 1 Bernt_Bek\n3 99"


def test_two_people_on_one_seat_are_named(client) -> None:
    page = send(client, "Tisch;Platz;Name\n1;1;Conrad, Christa\n2;1;Änne Arnold\n2;1;Beck, Bernd\n")
    said = problem(4, 2, "same_position", who="Beck, Bernd", other="Änne Arnold", position=1)
    assert (typed(page), problems(page)) == ("3\n1 2", [said])


def test_file_with_one_row_per_table_is_read(client) -> None:
    file = "Runde;Tisch;Position 1;Position 2;Platz 3\n1;2;Conrad, Christa;4;\n1;1;Änne Arnold;;2\n"
    page = send(client, file)
    assert (typed(page), problems(page)) == ("1 2\n3 4", [])
    page = send(client, "Tisch;Position 1;Position 2\n1;Niemand Neu;1\n")
    assert problems(page) == [problem(2, 1, "nobody", who="Niemand Neu")]


def test_two_of_one_name_are_both_offered(client) -> None:
    Person.objects.filter(entries__number__in=[3, 4]).update(last_name="Au", first_name="Eva")
    page = send(client, "Tisch;Name\n1;Eva Au\n")
    assert problems(page) == [problem(2, 1, "unclear", who="Eva Au", people="3 Au, Eva; 4 Au, Eva")]


def test_filling_in_without_a_file_keeps_what_was_typed(client) -> None:
    page = client.post(BY_HAND.format(1), {"tables": "1 2 3 x", "fill": ""})
    assert (page.status_code, typed(page)) == (422, "1 2 3 x")
    assert errors(page) == [NO_COLUMNS]


def test_table_that_was_pasted_is_read_in_another_process(tournament) -> None:
    client = signed_in()
    table = "Tisch\tPlatz\tName\r\n1\t2\tBeck, Bernd\r\n1\t1\tÄnne Arnold\r\n"
    page = client.post(BY_HAND.format(1), {"tables": table, "fill": ""})
    assert (typed(page), problems(page)) == ("1 2", [])


def test_preview_reads_a_table_that_was_pasted(client, tournament) -> None:
    pasted = "Tisch\tPlatz\tName\r\n1\t1\tÄnne Arnold\r\n1\t3\t3\r\n1\t4\t4\r\n1\t2\tBeck, Bernd"
    page = client.post(BY_HAND.format(1), {"tables": pasted})
    assert (page.status_code, typed(page)) == (200, "1 2 3 4")
    assert page.context["preview"]["rounds"][0]["number"] == 1
    page = client.post(BY_HAND.format(1), {"tables": "Tisch\tName\r\n1\tNiemand Neu\r\n"})
    assert (page.status_code, typed(page)) == (422, "Niemand_Neu")
    assert len(problems(page)) == 1
    page = client.post(BY_HAND.format(1), {"tables": "Nr.\tName\r\n1\tÄnne Arnold"})
    assert (typed(page), errors(page)) == ("Nr.\tName\r\n1\tÄnne Arnold", [NO_COLUMNS])


@pytest.mark.parametrize("is_pasted", [True, False])
def test_dates_that_fit_both_ways_are_chosen_on_the_page(
    client: Client, tournament: Tournament, is_pasted: bool
) -> None:
    people = range(1, 17)
    make_entries(tournament, 7)
    cells = [f"{each};0{1 + at // 4}.0{1 + at % 4}.2026" for at, each in enumerate(people)]
    plan = "\n".join(["Nr;Runde 1", *cells])
    page = client.post(BY_HAND.format(1), {"tables": plan}) if is_pasted else send(client, plan)
    words = {"line": 3, "column": "Runde 1", "text": "1.2."}
    both = [{"table": 1, "seat": 2}, {"table": 2, "seat": 1}]
    said = [label(PLAN_NOTES, "date_is", **words, **each) for each in both]
    assert [sentence for sentence, _seats in page.context["readings"]] == said
    assert all(sentence in text_of(page) for sentence in said)
    assert (page.context["file_form"].errors, page.context["preview"]) == ({}, None)
    rows = [people[at : at + 4] for at in (0, 4, 8, 12)]
    for (_sentence, seats), tables in zip(
        page.context["readings"], [rows, [*zip(*rows, strict=True)]], strict=True
    ):
        assert seats == "\n".join(" ".join(map(str, table)) for table in tables)
        chosen = client.post(BY_HAND.format(1), {"tables": "", "reading": seats})
        assert chosen.context["preview"]


def test_endless_typed_text_is_refused_by_the_field(client) -> None:
    page = client.post(BY_HAND.format(1), {"tables": "1" * 200_000})
    assert page.status_code == 422
    assert page.context["form"].errors["tables"]
