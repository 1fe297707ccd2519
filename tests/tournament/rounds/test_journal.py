"""The journal as sentences."""

import ast
from pathlib import Path

import pytest

from tests.factories.tournaments import make_entries, make_owner, make_tournament
from tournament.labels.installation_journal import INSTALLATION_ACTIONS
from tournament.labels.journal import ACTIONS
from tournament.permissions import COMMAND_LINE, Actor
from tournament.selectors.journal import JournalLine, journal_entries, journal_lines
from tournament.services.journal import record

pytestmark = pytest.mark.django_db


def sentences(tournament) -> list[str]:
    return [line.sentence for line in journal_lines(journal_entries(tournament))]


def test_names_are_looked_up_when_shown() -> None:
    tournament = make_tournament()
    entry = make_entries(tournament, 1)[0]
    record(COMMAND_LINE, tournament, "points_deducted", entry=entry.pk, points=-3, reason="Foul")
    entry.person.last_name = "Neu <b>"
    entry.person.save()
    assert sentences(tournament) == ["Änne Neu <b>: Punktabzug −3. Begründung: Foul"]


def test_a_removed_player_stays_readable() -> None:
    tournament = make_tournament()
    record(COMMAND_LINE, tournament, "player_checked_in", entry=99, number=7)
    assert sentences(tournament) == ["entfernter Teilnehmer (Nummer 7) ist da."]


def test_points_of_a_table_are_written_with_signs() -> None:
    tournament = make_tournament()
    record(
        COMMAND_LINE,
        tournament,
        "sheet_entered",
        round=1,
        table=2,
        version=1,
        totals=[5, 1, -1, -5],
    )
    assert sentences(tournament)[0].endswith("(+5 / +1 / −1 / −5).")


def test_latest_entries_come_first_with_their_account() -> None:
    tournament = make_tournament()
    owner = make_owner("ulla")
    record(COMMAND_LINE, tournament, "round_published", round=1)
    record(Actor(owner), tournament, "round_published", round=2)
    first, second = journal_entries(tournament)
    assert journal_lines([first, second]) == [
        JournalLine(first.at, "ulla", "Runde 2 veröffentlicht."),
        JournalLine(second.at, "", "Runde 1 veröffentlicht."),
    ]


@pytest.mark.parametrize("count", [1, 3])
def test_journal_needs_a_constant_number_of_queries(count: int, django_assert_num_queries) -> None:
    tournament = make_tournament()
    for entry in make_entries(tournament, count):
        record(COMMAND_LINE, tournament, "player_checked_in", entry=entry.pk, number=1)
    owner = make_owner()
    record(Actor(owner), tournament, "role_given", account=owner.pk, role="referee")
    with django_assert_num_queries(3):
        assert len(journal_lines(journal_entries(tournament))) == count + 1


def recorded_actions(services: Path) -> set[str]:
    """The actions that services name when they write the journal."""
    return {
        constant.value
        for path in services.glob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in ("record", "_record")
        for argument in call.args
        for constant in ast.walk(argument)
        if isinstance(constant, ast.Constant) and isinstance(constant.value, str)
    }


def test_every_action_that_a_service_records_has_a_sentence(project: Path) -> None:
    recorded = recorded_actions(project / "tournament" / "services")
    assert "round_published" in recorded
    assert recorded - ACTIONS.keys() - INSTALLATION_ACTIONS.keys() == set()
