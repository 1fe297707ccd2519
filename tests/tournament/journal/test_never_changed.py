"""Versions, journal and proof of the draws are immutable: the database refuses changes."""

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models import Model

from tests.factories.databases import copied
from tests.factories.journal import drop_triggers
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.sheets import make_table, rows_content, totals_content
from tests.factories.tournaments import make_tournament
from tournament.models import (
    Commitment,
    Draw,
    GameTable,
    JournalEntry,
    SealedStep,
    SheetVersion,
    Tournament,
)
from tournament.models.triggers import triggers
from tournament.permissions import COMMAND_LINE
from tournament.seating.writes.draws import redraw_rounds
from tournament.sheets.writes.sheets import submit_sheet, take_sheet_back
from tournament.tournaments.writes.tournaments import delete_tournament
from tournament.trust.reads.audit import contradictions, other_triggers

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
@copied
def tournament() -> Tournament:
    """One round drawn, a result at table 1; at table 2 one that was taken back."""
    tournament = make_drawn_tournament(8, rounds_planned=1)
    one, two = round_number(tournament, 1).tables.order_by("number")
    for table in (one, two):
        submit_sheet(COMMAND_LINE, table, "totals", totals_content([6, 2, -2, -6]), based_on=None)
    take_sheet_back(COMMAND_LINE, two, "Irrtum", version=1)
    return tournament


@pytest.mark.parametrize(
    "change", [{"totals": [1, 1, -1, -1]}, {"content": {}}, {"reason": "Schönschrift"}]
)
def test_a_version_cannot_be_changed(change: dict) -> None:
    table = make_table(make_tournament())
    version = submit_sheet(COMMAND_LINE, table, "rows", rows_content(), based_on=None).version
    before = SheetVersion.objects.filter(pk=version.pk).values().get()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        SheetVersion.objects.filter(pk=version.pk).update(**change)
    version.totals = [0, 0, 0, 0]
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        version.save()
    assert SheetVersion.objects.filter(pk=version.pk).values().get() == before


@pytest.mark.parametrize(
    ("model", "change"),
    [
        (JournalEntry, {"action": "nothing_happened"}),
        (JournalEntry, {"facts": {}}),
        (SealedStep, {"step": {}}),
        (Commitment, {"secret": "a" * 32}),
        (Draw, {"reason": "anders"}),
    ],
)
def test_nothing_that_is_proof_can_be_changed(
    tournament: Tournament, model: type[Model], change: dict
) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        model.objects.update(**change)


@pytest.mark.parametrize("model", [JournalEntry, SealedStep, SheetVersion])
def test_no_row_of_it_can_be_deleted(tournament: Tournament, model: type[Model]) -> None:
    GameTable.objects.update(current_version=None)
    for row in model.objects.all():
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            model.objects.filter(pk=row.pk).delete()


def test_a_table_with_a_version_cannot_be_deleted(tournament: Tournament) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        GameTable.objects.all().delete()


@pytest.mark.alone
def test_redraw_removes_versions_once_the_journal_says_so(tournament: Tournament) -> None:
    redraw_rounds(COMMAND_LINE, tournament, "Nachzügler", confirmed=1)
    assert not SheetVersion.objects.exists()
    told = JournalEntry.objects.filter(action="sheet_discarded").values_list("data", "facts")
    assert [(data["table"], set(facts.values())) for data, facts in told] == [
        (1, {None}),
        (2, {None}),
    ]
    assert contradictions(tournament) == ()


@pytest.mark.alone
def test_a_whole_tournament_takes_everything_along(tournament: Tournament) -> None:
    other = make_tournament("anderes")
    delete_tournament(COMMAND_LINE, tournament)
    assert [model.objects.exists() for model in (SheetVersion, SealedStep)] == [False, False]
    journals = JournalEntry.objects.values_list("tournament", flat=True)
    assert set(journals) == {None, other.pk}
    assert contradictions(other) == ()


def test_every_trigger_is_there_after_the_migrations(db: None) -> None:
    assert other_triggers() == []


def test_missing_triggers_are_named(db: None) -> None:
    """A server's database has no second computer, and so none of its triggers."""
    drop_triggers()
    expected = {"sqlite": 9, "postgresql": 8}[connection.vendor]
    assert len(other_triggers()) == len(triggers(connection.vendor)) == expected
