"""Between the journal's entries in the database and the chain that seals them."""

from datetime import UTC

from tournament.core.journal_chain import ChainedEntry
from tournament.models import JournalEntry


def chained(entry: JournalEntry) -> ChainedEntry:
    """An entry as it is sealed; whether it is saved already makes no difference."""
    at = entry.at.astimezone(UTC).isoformat(timespec="microseconds")
    return ChainedEntry(at, entry.user_id, entry.action, entry.data)
