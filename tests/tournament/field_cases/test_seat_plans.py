"""Seat plans as people have them: the page of a round set by hand reads each, and says how."""

from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.factories.pages import signed_in, text_of
from tests.factories.tournaments import make_entries, make_tournament
from tests.factories.words import label, refusal, text
from tests.factories.written_plans import PEOPLE
from tournament.labels.seat_plans import PLAN_NOTES
from tournament.models import Person

pytestmark = pytest.mark.django_db

FILES = Path(__file__).parent / "files"
BY_HAND = "/t/herbst/rounds/1/by-hand/"
FIRST = "1 2 3 4\n5 6 7 8\n9 10 11 12"
SAMPLES = {
    "t01-plan-je-spieler.csv": (FIRST, ["other_rounds"]),
    "t02-plan-als-datum.xlsx": (FIRST, ["dates"]),
    "t03-plan-ein-tisch-je-zeile-bindestrich.txt": ("7 2 1 8\n4 10 6 3\n5 9 11 12", []),
    "t04-plan-nur-acht-von-zwoelf.csv": ("1 2 3 4\n5 6 7 8", ["missing"]),
    "t05-plan-je-spieler-tisch-platz.csv": (FIRST, ["other_rounds"]),
    "t06-plan-je-tisch-namen.csv": (FIRST, []),
    "t07-plan-nord-sued.csv": (FIRST, ["compass"]),
    "t08-plan-bloecke-je-tisch.csv": (FIRST, []),
}


@pytest.fixture
def client() -> Client:
    tournament = make_tournament()
    for entry, name in zip(make_entries(tournament, 12), PEOPLE, strict=True):
        last, first = name.split(", ")
        Person.objects.filter(pk=entry.person_id).update(last_name=last, first_name=first)
    return signed_in(tournament)


def sentences(kinds: list[str], tables: str) -> list[str]:
    rounds = {"round": 1, "rounds": text("%(first)s and %(last)s", first="2", last="3")}
    words = {"line": 3, "column": "Runde 1", "text": "1.2.", "table": 1, "seat": 2, "count": 12}
    people = "9 Höhn, Max; 10 Süß, Eva; 11 Lück, Jan; 12 Böhm, Kim"
    said = [
        label(PLAN_NOTES, "found", tables=tables.count("\n") + 1, people=len(tables.split())),
    ]
    for kind in kinds:
        if kind == "missing":
            said.append(text("Not in the file: %(people)s.", people=people))
        else:
            said.append(label(PLAN_NOTES, kind, **rounds, **words))
    return said


@pytest.mark.parametrize("file", SAMPLES)
def test_sample_is_read_and_what_was_found_is_said(client: Client, file: str) -> None:
    tables, kinds = SAMPLES[file]
    data = (FILES / file).read_bytes()
    page = client.post(BY_HAND, {"plan": SimpleUploadedFile(file, data), "tables": ""})
    assert page.context["plan_problems"] == []
    assert page.context["form"]["tables"].value() == tables
    said = sentences(kinds, tables)
    if file.startswith("t05"):
        said[1] = label(PLAN_NOTES, "other_rounds", round=1, rounds="2")
    assert page.context["plan_notes"] == said
    assert all(sentence in text_of(page) for sentence in said)
    confirmed = client.post(BY_HAND, {"tables": tables})
    assert confirmed.context["preview"]


@pytest.mark.parametrize("file", [file for file in SAMPLES if not file.endswith("xlsx")])
def test_pasted_sample_is_read_and_previewed(client: Client, file: str) -> None:
    page = client.post(BY_HAND, {"tables": (FILES / file).read_text(encoding="utf-8")})
    assert page.status_code == 200
    assert page.context["preview"]["rounds"][0]["number"] == 1
    tables = page.context["form"].cleaned_data["tables"]
    assert "\n".join(map(" ".join, tables)) == SAMPLES[file][0]


def test_last_name_alone_is_taken_where_one_person_has_it_and_said(client: Client) -> None:
    names = [name.split(", ")[0] for name in PEOPLE[:8]]
    lines = [f"{1 + at // 4};{1 + at % 4};{name}" for at, name in enumerate(names)]
    plan = "\n".join(["Tisch;Platz;Name", *lines])

    def sent() -> Any:
        file = SimpleUploadedFile("plan.csv", plan.encode())
        return client.post(BY_HAND, {"plan": file, "tables": ""})

    page = sent()
    assert page.context["plan_problems"] == []
    assert page.context["form"]["tables"].value() == "1 2 3 4\n5 6 7 8"
    pairs = [f"„{name}“ = {at} {PEOPLE[at - 1]}" for at, name in enumerate(names, start=1)]
    said = text(
        "Last names alone, as only one person has each: %(people)s.", people="; ".join(pairs)
    )
    assert said in page.context["plan_notes"]
    Person.objects.filter(last_name=PEOPLE[8].split(", ")[0]).update(last_name=names[0])
    page = sent()
    assert len(page.context["plan_problems"]) == 1
    assert page.context["form"]["tables"].value() == f"{names[0]} 2 3 4\n5 6 7 8"


def test_last_name_beside_a_number_is_that_of_its_holder(client: Client) -> None:
    names = [name.split(", ")[0] for name in PEOPLE[:4]]
    plan = "\n".join(["Tisch;Nr;Name", *(f"1;{at};{name}" for at, name in enumerate(names, 1))])
    right = client.post(BY_HAND, {"plan": SimpleUploadedFile("a.csv", plan.encode())})
    assert right.context["plan_problems"] == []
    wrong = plan.replace(f"2;{names[1]}", f"2;{names[2]}")
    page = client.post(BY_HAND, {"plan": SimpleUploadedFile("a.csv", wrong.encode())})
    assert len(page.context["plan_problems"]) == 1


def test_round_that_is_missing_names_those_that_are_there(client: Client) -> None:
    data = (FILES / "t04-plan-nur-acht-von-zwoelf.csv").read_bytes().replace(b"\n1;", b"\n2;")
    page = client.post(BY_HAND, {"plan": SimpleUploadedFile("plan.csv", data), "tables": "1 2"})
    said = refusal("seat_plan_other_rounds", round=1, rounds="2")
    assert page.context["file_form"].errors["plan"] == [said]
    assert page.context["form"]["tables"].value() == "1 2"
