"""Journals of tournaments that were made without services, and journals that were forged."""

from django.db import connection

from tournament.models import JournalEntry, JournalHead, SheetVersion, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.services.journal import record


def tell_of_rounds(tournament: Tournament) -> None:
    """The entries of rounds and results that are there without any."""
    for round in tournament.rounds.order_by("number"):
        place = {"round": round.number}
        record(COMMAND_LINE, tournament, "rounds_drawn", first=round.number, last=round.number)
        if round.published_at:
            record(COMMAND_LINE, tournament, "round_published", **place)
        for version in SheetVersion.objects.filter(table__round=round).order_by("pk"):
            facts = {"table": version.table.number, "version": version.number}
            totals = version.totals
            record(COMMAND_LINE, tournament, "sheet_entered", **place, **facts, totals=totals)
        if round.closed_at:
            record(COMMAND_LINE, tournament, "round_closed", **place)


def drop_triggers() -> None:
    """What a forger does first who has the file of the database."""
    for table in ("sheetversion", "journalentry", "sealedstep"):
        on_table = f" ON tournament_{table}" if connection.vendor == "postgresql" else ""
        with connection.cursor() as cursor:
            cursor.execute(f"DROP TRIGGER IF EXISTS tournament_{table}_immutable{on_table}")


def erase_journal(tournament: Tournament) -> None:
    """Without its head, so that the chain has no end that could be missing."""
    drop_triggers()
    JournalEntry.objects.filter(tournament=tournament).delete()
    JournalHead.objects.filter(tournament=tournament).delete()
