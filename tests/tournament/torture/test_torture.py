"""The public torture tournament: lists by command and through the pages are as expected.

fixtures/torture/README.md describes it. `counting` adds the lists up and shares no line with the
program.
"""

import json

import pytest
from django.test import Client

from tests.factories.tournaments import make_owner
from tests.factories.visitor import Visitor
from tests.tournament.day.acts import call, close, csv_of
from tests.tournament.day.hall import T
from tests.tournament.torture.acts import SLUG, ByCommand, ByPages, run
from tests.tournament.torture.counting import EXPECTED, Json, expected, read
from tournament.models import Call, Entry, SheetVersion

Way = ByCommand | ByPages
MISREAD = 2
"""The round in which totals were entered before their lists, some of them wrong."""


def test_expected_lists_are_the_sums_of_the_files() -> None:
    assert {path.name for path in EXPECTED.iterdir()} == {*expected()}
    for name, content in expected().items():
        assert (EXPECTED / name).read_bytes().decode() == content, name


@pytest.mark.django_db
# The pages write by the same services: what the kind of database changes shows by command as well.
@pytest.mark.parametrize("way", [pytest.param(ByCommand, marks=pytest.mark.database), ByPages])
def test_torture_tournament(way: type[Way]) -> None:
    client = Client()
    client.force_login(make_owner("leitung"))
    owner, event = Visitor(client), read("event.json")
    at = way(owner)
    at.create(event)
    at.register("players.csv", 21, 3)
    for number in range(1, event["rounds"] + 1):
        if number == 2:
            at.register("late-saturday.csv", 1, 0)
        if number == 4:
            at.register("late-sunday.csv", 1, 0)
        play(owner, at, event, number)
        if number == 3:
            lists_are(owner, "saturday", number)
    lists_are(owner, "final", 6)
    groups_are(owner)
    everything_agrees()


def play(owner: Visitor, at: Way, event: Json, number: int) -> None:
    """Play a round from its seats to its end."""
    if number == 1:
        for typed in event["typed"]:
            owner.open(f"{T}players/new/")
            owner.press("Teilnehmer hinzufügen", typed)
    take_part(owner, [each for each in event["status"] if each["round"] == number])
    sit_down(owner, number, event["seats"][number - 1])
    for each in event["calls"]:
        if each["round"] == number:
            complain(owner, each, event["seats"][number - 1])
    if number == MISREAD:
        at.enter("typed-before.json")
    if number == 5:
        at.refuse("refused.json")
        versions = SheetVersion.objects.filter(table__round__tournament__slug=SLUG)
        assert not versions.filter(table__round__number=number).exists()
    at.enter(f"sheets-{number}.json", "verlesen" if number == MISREAD else "")
    if number == 4:
        at.enter("wrong-correction.json", "verlesen")
        restore(owner, 4, 5)
        rule(owner, event["rulings"])
    close(owner, number)


def take_part(owner: Visitor, told: list[Json]) -> None:
    """Apply who does not come, leaves, or plays unranked; calls disqualify."""
    for each in told:
        if each["status"] != "disqualified":
            pk = Entry.objects.get(tournament__slug=SLUG, number=each["number"]).pk
            owner.open(f"{T}players/{pk}/status/")
            owner.press("Speichern", {key: each[key] for key in ("status", "reason")})


def sit_down(owner: Visitor, number: int, tables: list[list[int]]) -> None:
    """Set the seats of the round as in the event; another program's draw gives others."""
    owner.open(f"{T}rounds/{number}/by-hand/")
    typed = "\n".join(" ".join(map(str, seats)) for seats in tables)
    owner.press("Vorschau", {"tables": typed})
    asked = {"meant": True} if 'name="meant"' in owner.page.content.decode() else {}
    owner.press("Plätze so setzen", {"reason": "Turnier der Fallen", **asked})
    owner.open(f"{T}draw/")
    owner.press(f"Runde {number} veröffentlichen")
    same(f"seats-{number}.json", "seats", "--round", str(number), "--format", "json")


def complain(owner: Visitor, told: Json, tables: list[list[int]]) -> None:
    """Enter a complaint, and the protest against it: upheld, its points are taken back."""
    table, seats = next(
        (table, seats) for table, seats in enumerate(tables, 1) if told["number"] in seats
    )
    more: Json = {"points": told["points"]} if "points" in told else {}
    more |= {"soloist": seats.index(told["soloist"]) + 1} if "soloist" in told else {}
    offender = seats.index(told["number"]) + 1
    note = {"note": "so gesehen"}
    call(owner, told["round"], table, told["paragraph"], offender, **more, **note)
    if "protest" not in told:
        return
    owner.open(f"{T}protests/new/?call={Call.objects.latest('pk').pk}")
    owner.press("Eintragen", {"protester": offender, "note": "es war anders"})
    votes = (2, 1) if told["protest"] == "upheld" else (1, 2)
    told = dict(zip(("votes_for", "votes_against"), votes, strict=True))
    jury = {"others": "Karla Kreuz, Piet Pik, Herta Herz", "reason": "so gesehen"}
    owner.press("Entscheidung eintragen", {**told, **jury, "minutes": 0})


def restore(owner: Visitor, number: int, table: int) -> None:
    """Undo a wrong correction: the version before it counts again."""
    owner.open(f"{T}rounds/{number}/tables/{table}/versions/")
    owner.press("Fassung 1 wiederherstellen", {"reason": "doch richtig"})


def rule(owner: Visitor, rulings: list[Json]) -> None:
    """Set the points of a lost list."""
    for each in rulings:
        owner.open(f"{T}rounds/{each['round']}/tables/{each['table']}/ruling/")
        typed = {"why": each["ruling"], "reason": each["reason"]}
        for seat, figure in enumerate(each["figures"], 1):
            is_chosen = figure in (0, "average")
            typed[f"how{seat}" if is_chosen else f"points{seat}"] = str(figure)
        owner.press("Punkte festsetzen", typed)


def same(name: str, command: str, *arguments: str) -> None:
    """Assert that a command writes the expected list, byte for byte."""
    code, told, wrong = run(command, *arguments, "-o", "-")
    assert (code, wrong) == (0, "")
    assert told == (EXPECTED / name).read_bytes().decode(), name


def lists_are(owner: Visitor, name: str, after: int) -> None:
    """Compare the standings of the command, and of the page's file, byte for byte."""
    for kind in ("json", "csv"):
        same(f"{name}.{kind}", "standings", "--after-round", str(after), "--format", kind)
    rows = csv_of(owner, f"print/standings/?as=csv&after={after}")
    headings = {"rank": "Platz", "number": "Nr.", "adjustment": "Abzug", "total": "Gesamt"}
    found = [[row[heading] for heading in headings.values()] for row in rows]
    lines = read(f"expected/{name}.json")
    for each in lines:
        each["adjustment"] = each["adjustment"] or None  # a page leaves none empty
    assert found == [
        ["" if each[key] is None else str(each[key]) for key in headings] for each in lines
    ]


def groups_are(owner: Visitor) -> None:
    """Compare the categories byte for byte; of clubs and teams who is ranked with which total."""
    for name, tag in (("women", "Damen"), ("juniors", "Junioren")):
        same(f"{name}.json", "standings", "--category", tag, "--format", "json")
    owner.open(f"{T}standings/rankings/")
    owner.press("Speichern", {"club": "total", "club_best": 3, "team": "all"})
    for kind in ("club", "team"):
        told = json.loads(run("standings", "--ranking", kind, "--format", "json", "-o", "-")[1])
        found = [{key: each[key] for key in ("rank", "name", "total")} for each in told]
        assert [each for each in found if each["rank"]] == read(f"expected/{kind}s.json")


def everything_agrees() -> None:
    """Recount everything by the second path, and compare it with the journal."""
    code, told, wrong = run("recount")
    assert (code, wrong) == (0, "")
    assert "Alle Zahlen stimmen überein." in told.splitlines()
