"""The effort of a first tournament, and of a club night: presses, and characters typed.

First, eight players entered by hand, one round at two tables, their totals, the final standings;
then 28 people from a list and three rounds, each from the last sheet of the one before. Nothing
else, on the way that the overview proposes, without keyboard shortcuts.

pytest -s tools/benchmarks/presses.py
"""

import sys

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.factories.rounds import enter_round, round_number
from tests.factories.tournaments import FIRST_NAMES, LAST_NAMES, make_owner
from tests.factories.visitor import Counted, Visitor
from tournament.models import Tournament

PLAYERS, TABLES = 8, (1, 2)
TOTALS = (12, 4, -6, -10)


@pytest.mark.benchmark
@pytest.mark.alone
@pytest.mark.django_db
def test_first_tournament(client: Client) -> None:
    client.force_login(make_owner())
    judge = Counted(client)
    for what, act in (
        ("tournament", create),
        ("eight players", enter_players),
        ("draw and seats", draw),
        ("start", start),
        ("two sheets", type_totals),
        ("end, standings", end),
    ):
        pressed, typed = judge.pressed, judge.typed
        act(judge)
        told(what, judge.pressed - pressed, judge.typed - typed)
    told("together", judge.pressed, judge.typed)
    assert judge.page["Content-Type"] == "application/pdf"


def told(what: str, pressed: int, typed: int) -> None:
    sys.stdout.write(f"{what:46} {pressed:3} presses {typed:4} characters\n")


def create(judge: Visitor) -> None:
    judge.open("/")
    judge.follow("Turnier anlegen")
    judge.press("Turnier anlegen", {"name": "Herbst", "rounds_planned": 1})


def enter_players(judge: Visitor) -> None:
    for first_name, last_name in zip(FIRST_NAMES, LAST_NAMES, strict=False):
        judge.follow("Teilnehmer hinzufügen")
        judge.press("Teilnehmer hinzufügen", {"last_name": last_name, "first_name": first_name})


def draw(judge: Visitor) -> None:
    judge.follow("Übersicht")
    judge.press("Ohne Abhaken auslosen")
    judge.press("Runde 1 veröffentlichen")


def start(judge: Visitor) -> None:
    judge.press("Runde starten", at="/start/")


def type_totals(judge: Counted) -> None:
    for table in TABLES:
        judge.go(f"/t/herbst/rounds/1/tables/{table}/")
        judge.go(f"/t/herbst/rounds/1/tables/{table}/?kind=totals")
        judge.press("Liste speichern", {f"t{seat}": total for seat, total in enumerate(TOTALS, 1)})
        judge.follow("Runde")


def end(judge: Visitor) -> None:
    judge.press("Runde beenden und abschließen")
    judge.follow("Endstand drucken")


ROUNDS = 3


@pytest.mark.benchmark
@pytest.mark.alone
@pytest.mark.django_db
def test_club_night(client: Client) -> None:
    client.force_login(make_owner())
    judge = Counted(client)
    sys.stdout.write("\n")
    create_from_list(judge)
    told("from “new tournament” to published seats", judge.pressed, judge.typed)
    judge.press("Runde starten", at="/start/")
    night = Tournament.objects.get(slug="herbst")
    for number in range(1, ROUNDS + 1):
        enter_round(round_number(night, number))
        judge.open("/t/herbst/")
        before = judge.pressed
        judge.press("Runde beenden und abschließen")
        if number < ROUNDS:
            judge.press(f"Runde {number + 1} veröffentlichen")
            judge.press("Runde starten", at="/start/")
            told(f"from the last sheet to round {number + 1} running", judge.pressed - before, 0)
    judge.follow("Endstand drucken")
    told("from the last sheet to the final list printed", judge.pressed - before, 0)
    told("club night together, without sheets", judge.pressed, judge.typed)
    assert judge.page["Content-Type"] == "application/pdf"


def create_from_list(judge: Counted) -> None:
    judge.open("/")
    judge.follow("Turnier anlegen")
    judge.press("Turnier anlegen", {"name": "Herbst", "rounds_planned": ROUNDS})
    judge.follow("Liste einlesen")
    names = [f"{last};{first}" for first in FIRST_NAMES[:4] for last in LAST_NAMES[:7]]
    content = "\n".join(["Nachname;Vorname", *names]).encode()
    judge.press("Liste lesen", {"file": SimpleUploadedFile("liste.csv", content)})
    judge.press(next(each for each in judge.buttons if each.startswith(f"{len(names)} ")))
    judge.follow("Übersicht")
    judge.press("Ohne Abhaken auslosen")
    judge.press("Runde 1 veröffentlichen")
