"""Integrity of a journal: every entry sealed after the one before, none missing."""

from tournament.journal.mapping import chained
from tournament.journal.rules.journal_chain import ChainReport, first_break
from tournament.models import JournalEntry, JournalHead, Tournament


def journal_head(tournament: Tournament | None) -> JournalHead:
    """Return the stored length and last seal of a journal; one query."""
    return JournalHead.objects.filter(tournament=tournament).first() or JournalHead()


def chain_report(tournament: Tournament | None) -> ChainReport:
    """Check a tournament's journal, or the installation's (None); two queries."""
    entries = list(JournalEntry.objects.filter(tournament=tournament).order_by("pk"))
    head = journal_head(tournament)
    place = first_break((chained(entry), entry.seal) for entry in entries)
    if place is None and entries and entries[-1].seal != head.seal:
        place = len(entries)
    return ChainReport(
        entries=len(entries),
        expected=head.entries,
        broken_at=place,
        broken_time=entries[place - 1].at if place else None,
        seal=head.seal,
    )
