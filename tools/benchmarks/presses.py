"""The effort of a first tournament: buttons and links pressed, and characters typed.

Eight players entered by hand, one round at two tables, their totals, the final standings; nothing
else, on the way that the overview proposes, without keyboard shortcuts.

pytest -s tools/benchmarks/presses.py
"""

import sys

import pytest
from django.test import Client

from tests.factories.tournaments import FIRST_NAMES, LAST_NAMES, make_owner
from tests.factories.visitor import Counted, Visitor

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
    sys.stdout.write(f"{what:16} {pressed:3} presses {typed:4} characters\n")


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
