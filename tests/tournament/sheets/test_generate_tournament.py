"""The command `generate_tournament`: a whole tournament from a seed."""

import json
from collections.abc import Sequence

import pytest
from django.core.management import call_command

from scoring.json_format import sheet_from_json
from scoring.rulesets import rule_set
from scoring.sheet import check
from tests.factories.pages import figures_in
from tests.factories.words import text
from tournament.draw.randomness import seeded
from tournament.models import Club, Entry, JournalEntry, SheetVersion, Tournament
from tournament.people.rules.made_up_people import MOST_PEOPLE, made_up_people

pytestmark = pytest.mark.django_db


def generate(
    slug: str, players: int = 13, rounds: int = 2, seed: str = "Probe", by: Sequence[str] = ()
) -> int:
    arguments = ["--players", str(players), "--rounds", str(rounds), "--seed", seed, *by]
    try:
        call_command("generate_tournament", slug, *arguments)
    except SystemExit as exit:
        return int(str(exit.code))
    return 0


def everything(slug: str) -> list:
    """Return all identities, and everybody's points by place."""
    entries = Entry.objects.filter(tournament__slug=slug).order_by("number")
    versions = SheetVersion.objects.filter(table__round__tournament__slug=slug)
    return [
        [(entry.number, entry.person.name, entry.club and entry.club.short) for entry in entries],
        [
            (version.table.round.number, version.table.number, version.content)
            for version in versions.order_by("table__round__number", "table__number")
        ],
    ]


@pytest.mark.alone
@pytest.mark.database
def test_all_sheets_are_in_and_right(capsys: pytest.CaptureFixture) -> None:
    assert generate("probe") == 0
    assert figures_in(capsys.readouterr().out) == ["13", "2"]
    tournament = Tournament.objects.get(slug="probe")
    assert [table.size for table in tournament.rounds.get(number=1).tables.all()] == [4, 4, 5]
    versions = SheetVersion.objects.all()
    assert [check(sheet_from_json(version.content)).findings for version in versions] == [()] * 6
    assert [sum(version.totals) for version in versions] == [0] * 6
    assert [bool(round.closed_at) for round in tournament.rounds.all()] == [True, False]
    assert JournalEntry.objects.filter(action="sheet_entered").count() == 6


def test_same_seed_is_the_same_tournament() -> None:
    generate("eins")
    generate("zwei")
    generate("drei", seed="Anders")
    assert everything("eins") == everything("zwei")
    assert everything("eins")[0] != everything("drei")[0]
    assert everything("eins")[1] != everything("drei")[1]


@pytest.mark.parametrize("players", [3, 6, 7, 11, MOST_PEOPLE + 1])
@pytest.mark.alone
@pytest.mark.database
def test_number_that_cannot_be_seated_leaves_nothing(
    players: int, capsys: pytest.CaptureFixture
) -> None:
    assert generate("probe", players=players) == 1
    assert capsys.readouterr().err != ""
    assert Tournament.objects.count() == 0


@pytest.mark.parametrize("seed", [" ", "x" * 201])
@pytest.mark.alone
def test_seed_that_is_none_leaves_nothing(seed: str) -> None:
    assert generate("probe", seed=seed) == 1
    assert Tournament.objects.count() == 0


@pytest.mark.database
def test_name_that_is_taken_is_refused(capsys: pytest.CaptureFixture) -> None:
    generate("probe")
    before = everything("probe")
    assert generate("probe", seed="Anders") == 1
    assert everything("probe") == before


def test_made_up_people_are_all_different() -> None:
    people = list(made_up_people(1024, seeded("viele")))
    assert len({(person.last_name, person.first_name) for person in people}) == 1024
    assert {person.tags for person in people} == {(), ("Damen",)}


def test_recount_agrees_with_a_made_up_tournament(capsys: pytest.CaptureFixture) -> None:
    generate("probe")
    capsys.readouterr()
    call_command("recount", "probe")
    lines = capsys.readouterr().out.splitlines()
    assert lines[-3] == text("Every figure agrees.")
    assert lines[-1] == text("What is stored is what the journal says.")
    assert Club.objects.count() > 1


@pytest.mark.parametrize(
    ("players", "rules", "options"),
    [
        (11, "altgeld", {}),
        (7, "altgeld", {"games": 12}),
        (9, "pagat", {"4": "game"}),
        (9, "club", {"solos": 2, "owed": "additional", "games": 8, "minutes": None}),
        (9, "club", {"16": "double", "replay": 1, "poverty": True, "solos": 1}),
        (9, "altgeld", {"until": 20, "forced_at_five": True, "equal_deals": True, "games": 12}),
    ],
)
@pytest.mark.alone
def test_evening_by_other_rules_is_made_up_by_them(
    players: int, rules: str, options: dict, capsys: pytest.CaptureFixture
) -> None:
    by = ["--rules", rules, "--options", json.dumps(options)]
    assert generate("probe", players, by=by) == 0
    tournament = Tournament.objects.get(slug="probe")
    assert tournament.rule_set == rule_set(rules, options)
    versions = SheetVersion.objects.all()
    sheets = [sheet_from_json(version.content) for version in versions]
    assert {sheet.rules for sheet in sheets} == {tournament.rule_set}
    assert [check(sheet).findings for sheet in sheets] == [()] * len(sheets)
    sums = {sum(version.totals) for version in versions}
    assert (sums == {0}) == (rules != "altgeld")
    capsys.readouterr()
    call_command("recount", "probe")
    lines = capsys.readouterr().out.splitlines()
    assert lines[-3] == "Alle Zahlen stimmen überein."
    call_command("checksum", "probe")


@pytest.mark.alone
def test_rules_that_are_none_leave_nothing() -> None:
    by = ["--rules", "club", "--options", '{"games": 1}']
    assert generate("probe", by=by) == 1
    assert Tournament.objects.count() == 0
