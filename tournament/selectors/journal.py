"""Reads of a tournament's journal."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from tournament.labels.journal import journal_sentence
from tournament.models import Entry, JournalEntry, Tournament, User


@dataclass(frozen=True, slots=True)
class JournalLine:
    """One entry as it is read: when, who (empty: the command line), what."""

    at: datetime
    account: str
    sentence: str


def journal_entries(tournament: Tournament) -> QuerySet[JournalEntry]:
    """All entries of a tournament, the latest first, with their accounts."""
    entries = JournalEntry.objects.filter(tournament=tournament).select_related("user")
    return entries.order_by("-pk")


def taken_back_sheets(tournament: Tournament) -> dict[int, JournalEntry]:
    """The acts of taking a sheet back, by the id of the version that was taken back; one query."""
    entries = JournalEntry.objects.filter(tournament=tournament, action="sheet_taken_back")
    return {entry.data["sheet"]: entry for entry in entries.select_related("user")}


def journal_lines(entries: Iterable[JournalEntry]) -> list[JournalLine]:
    """The entries in the language in force, names looked up now; at most two more queries."""
    entries = list(entries)
    player_ids = {entry.data["entry"] for entry in entries if "entry" in entry.data}
    account_ids = {entry.data["account"] for entry in entries if "account" in entry.data}
    players = {
        entry.pk: entry.person.name
        for entry in Entry.objects.filter(pk__in=player_ids).select_related("person")
    }
    accounts = {user.pk: str(user) for user in User.objects.filter(pk__in=account_ids)}
    return [
        JournalLine(
            at=entry.at,
            account=str(entry.user) if entry.user else "",
            sentence=journal_sentence(entry.action, entry.data, players, accounts),
        )
        for entry in entries
    ]
