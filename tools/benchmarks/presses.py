"""The effort of a first tournament: buttons and links pressed, and characters typed.

Eight players entered by hand, one round at two tables, their totals, the final standings; nothing
else, on the way that the pages propose, without keyboard shortcuts.

pytest -s tools/benchmarks/presses.py
"""

import re
import sys
from urllib.parse import urljoin

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.factories.tournaments import FIRST_NAMES, LAST_NAMES, make_owner
from tests.factories.visitor import NOTHING, Fields, Visitor

PLAYERS, TABLES = 8, (1, 2)
TOTALS = (12, 4, -6, -10)


class Counted(Visitor):
    """Counts presses and typed characters."""

    pressed = typed = 0

    def press(self, button: str, typed: Fields = NOTHING, *, at: str = "") -> HttpResponse:
        """Press a button, after typing."""
        self.pressed += 1
        self.typed += sum(len(str(text)) for text in typed.values())
        return super().press(button, typed, at=at)

    def follow(self, link: str) -> HttpResponse:
        """Follow a link."""
        self.pressed += 1
        return super().follow(link)

    def go(self, address: str) -> HttpResponse:
        """Follow a link by its address."""
        self.pressed += 1
        links = re.findall(r'href="([^"]*)"', self.page.content.decode())
        assert address in {urljoin(self.address, link) for link in links}, links
        return self.open(address)


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
    assert "Endstand" in judge.text


def told(what: str, pressed: int, typed: int) -> None:
    sys.stdout.write(f"{what:16} {pressed:3} presses {typed:4} characters\n")


def create(judge: Visitor) -> None:
    judge.open("/")
    judge.follow("Neues Turnier")
    judge.press("Turnier anlegen", {"name": "Herbst", "rounds_planned": 1})


def enter_players(judge: Visitor) -> None:
    for first_name, last_name in zip(FIRST_NAMES, LAST_NAMES, strict=False):
        judge.follow("Teilnehmer hinzufügen")
        judge.press("Teilnehmer hinzufügen", {"last_name": last_name, "first_name": first_name})


def draw(judge: Visitor) -> None:
    judge.follow("Runde")
    judge.press("Runde 1 auslosen")
    judge.press("Runde 1 veröffentlichen")


def start(judge: Visitor) -> None:
    judge.follow("Runde")
    judge.press("Runde starten", at="/start/")


def type_totals(judge: Counted) -> None:
    for table in TABLES:
        judge.go(f"/t/herbst/rounds/1/tables/{table}/")
        judge.go(f"/t/herbst/rounds/1/tables/{table}/?kind=totals")
        judge.press("Liste speichern", {f"t{seat}": total for seat, total in enumerate(TOTALS, 1)})
        judge.follow("Runde")


def end(judge: Visitor) -> None:
    judge.press("Runde beenden und abschließen")
    judge.follow("Ergebnisse")
