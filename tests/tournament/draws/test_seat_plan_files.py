"""Seats of a round from a file: what was drawn elsewhere comes into the form, and is looked at."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.http import HttpResponse
from django.test import Client

from tests.factories.pages import signed_in
from tests.factories.tournaments import make_entries, make_tournament
from tournament.models import Person, Tournament

pytestmark = pytest.mark.django_db
BY_HAND = "/t/herbst/rounds/{}/by-hand/"
NO_PLAN = "Das ist kein Sitzplan: eine JSON-Datei von plan_seating oder eine Tabelle."
NO_COLUMNS = (
    "Die Tabelle braucht eine Überschrift mit „Tisch“ und „Nr.“ oder „Name“, vielleicht „Platz“."
)


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament()
    make_entries(tournament, 9)
    return tournament


@pytest.fixture
def client(tournament: Tournament) -> Client:
    return signed_in()


def send(client: Client, data: str | bytes, number: int = 1) -> HttpResponse:
    content = data if isinstance(data, bytes) else data.encode()
    return client.post(BY_HAND.format(number), {"plan": SimpleUploadedFile("plan.csv", content)})


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


def test_what_seats_writes_is_read_again(client, tournament, tmp_path) -> None:
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
    assert typed(send(client, table.encode("cp1252"))) == "1 3 Niemand_Neu\n5 2"
    answer = client.post(BY_HAND.format(1), {"tables": typed(page)})
    assert answer.context["form"].errors["tables"] == [
        "Tisch 1: „Niemand_Neu“ ist keine Startnummer."
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("{", NO_PLAN),
        ("[1]", NO_PLAN),
        ('{"rounds": [[1]]}', NO_PLAN),
        ('{"rounds": []}', "Der Plan in der Datei hat keine Runde 1."),
        ("Tisch;Verein\n1;x", NO_COLUMNS),
        ("Tisch;Nr\n1;5\nx;6", "Zeile 3: Tisch und Platz müssen Zahlen sein."),
        (b"\0\1", NO_PLAN),
    ],
)
def test_what_is_no_plan_is_refused_in_words(client, data: str | bytes, message: str) -> None:
    page = send(client, data)
    assert errors(page) == [message]
    assert typed(page) == "\n"
