"""Exported CSV: names are text, whatever they begin with; points are numbers."""

import csv
import io

import pytest
from django.core.management import call_command

from tests.factories.rounds import enter_round, round_number
from tests.factories.tournaments import make_tournament
from tournament.models import Club, Entry, Person
from tournament.permissions import COMMAND_LINE
from tournament.seating.writes.draws import draw_next_round

pytestmark = pytest.mark.django_db

NAMES = ["=1+1", "+A", "-1", "@x"]


def exported(capsys: pytest.CaptureFixture, *arguments: str) -> list[dict[str, str]]:
    call_command(*arguments, "--format", "csv")
    text = capsys.readouterr().out.removeprefix("\N{BYTE ORDER MARK}")
    return list(csv.DictReader(io.StringIO(text), delimiter=";"))


def test_hostile_names_are_never_calculated(capsys: pytest.CaptureFixture) -> None:
    tournament = make_tournament()
    for number, name in enumerate(NAMES, start=1):
        person = Person.objects.create(last_name=name)
        club = Club.objects.create(code=name)
        Entry.objects.create(tournament=tournament, person=person, club=club, number=number)
    draw_next_round(COMMAND_LINE, tournament)
    enter_round(round_number(tournament, 1))
    seats = exported(capsys, "seats", "herbst", "--round", "1")
    assert {(row["name"], row["club"]) for row in seats} == {(f"'{n}", f"'{n}") for n in NAMES}
    standings = exported(capsys, "standings", "herbst")
    assert {row["club"] for row in standings} == {f"'{name}" for name in NAMES}
    assert [row["total"] for row in standings] == ["6", "2", "-2", "-6"]
