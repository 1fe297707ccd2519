"""Journals of what was made without services, and of what was forged."""

from collections.abc import Iterable

from django.apps import apps
from django.db import connection
from django.db.models import QuerySet

from tournament.journal.reads import Touched, stored_facts, told_facts
from tournament.journal.writes import record
from tournament.models import JournalEntry, JournalHead, Tournament
from tournament.models.triggers import triggers
from tournament.permissions import COMMAND_LINE

NOTED = "facts_noted"
NEIGHBOUR = "nachbar"
"""The slug of the tournament that stands beside that of every test."""


def note(tournament: Tournament | None, *touched: Touched) -> None:
    """Write down rows that were made without a service, as a service would."""
    record(COMMAND_LINE, tournament, NOTED, touched=touched)


def acts() -> QuerySet[JournalEntry]:
    """What was done in a test: without what it notes as made, and without the neighbour."""
    return JournalEntry.objects.exclude(action=NOTED).exclude(tournament__slug=NEIGHBOUR)


def note_everything(tournament: Tournament) -> None:
    """The journal says what is stored now, whatever a test has changed."""
    pk = tournament.pk
    stored = stored_facts(pk)
    note(tournament, *(told_facts(pk).keys() - stored.keys()), *_rows(stored))


def drop_triggers() -> None:
    """What a forger does first who has the file of the database."""
    for trigger in triggers(connection.vendor):
        on_table = f" ON {trigger.table}" if connection.vendor == "postgresql" else ""
        with connection.cursor() as cursor:
            cursor.execute(f"DROP TRIGGER IF EXISTS {trigger.name}{on_table}")


def erase_journal(tournament: Tournament) -> None:
    """Without its head, so that the chain has no end that could be missing."""
    drop_triggers()
    JournalEntry.objects.filter(tournament=tournament).delete()
    JournalHead.objects.filter(tournament=tournament).delete()


def _rows(names: Iterable[str]) -> Iterable[Touched]:
    for name in names:
        model, _colon, pk = name.partition(":")
        yield apps.get_model("tournament", model)._default_manager.filter(pk=int(pk))
