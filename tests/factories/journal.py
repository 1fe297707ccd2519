"""Journals of rows made without services, and of forged ones."""

from collections.abc import Iterable

from django.apps import apps
from django.db import connection
from django.db.models import QuerySet

from tournament.journal.reads import Touched, journal_facts, stored_facts
from tournament.journal.writes import record
from tournament.models import JournalEntry, JournalHead, Tournament
from tournament.models.triggers import triggers
from tournament.permissions import COMMAND_LINE

NOTED = "facts_noted"
NEIGHBOUR = "nachbar"
"""The slug of the tournament next to that of every test."""


def note(tournament: Tournament | None, *touched: Touched) -> None:
    """Record rows made without a service, as a service would."""
    record(COMMAND_LINE, tournament, NOTED, touched=touched)


def acts() -> QuerySet[JournalEntry]:
    """Return the acts of a test, without rows noted as made and without the neighbour."""
    return JournalEntry.objects.exclude(action=NOTED).exclude(tournament__slug=NEIGHBOUR)


def note_everything(tournament: Tournament) -> None:
    """Record the current rows in the journal, whatever a test has changed."""
    pk = tournament.pk
    stored = stored_facts(pk)
    note(tournament, *(journal_facts(pk).keys() - stored.keys()), *_rows(stored))


def drop_triggers() -> None:
    """Drop the triggers, as a forger with the database file does first."""
    for trigger in triggers(connection.vendor):
        on_table = f" ON {trigger.table}" if connection.vendor == "postgresql" else ""
        with connection.cursor() as cursor:
            cursor.execute(f"DROP TRIGGER IF EXISTS {trigger.name}{on_table}")


def erase_journal(tournament: Tournament) -> None:
    """Delete the journal and its head, so that the chain has no end that could be missing."""
    drop_triggers()
    JournalEntry.objects.filter(tournament=tournament).delete()
    JournalHead.objects.filter(tournament=tournament).delete()


def _rows(names: Iterable[str]) -> Iterable[Touched]:
    for name in names:
        model, _colon, pk = name.partition(":")
        yield apps.get_model("tournament", model)._default_manager.filter(pk=int(pk))
