"""Between the journal's entries in the database and the chain that seals them."""

from datetime import UTC, datetime

from tournament.core.journal_chain import ChainedEntry, VersionFacts, version_fingerprint
from tournament.models import JournalEntry, SheetVersion


def chained(entry: JournalEntry) -> ChainedEntry:
    """An entry as it is sealed; whether it is saved already makes no difference."""
    return ChainedEntry(sealed_time(entry.at), entry.user_id, entry.action, entry.data)


def sealed_time(moment: datetime) -> str:
    """A moment as the seals know it: ISO format, in UTC to the microsecond."""
    return moment.astimezone(UTC).isoformat(timespec="microseconds")


def fingerprint_of(version: SheetVersion) -> str:
    """The fingerprint of a version; whether it was just written or read makes no difference."""
    facts = VersionFacts(
        number=version.number,
        kind=str(version.kind),
        content=version.content,
        totals=version.totals,
        accepted=version.accepted,
        based_on=version.based_on,
        reason=version.reason,
        account=version.user_id,
        at=sealed_time(version.created_at),
    )
    return version_fingerprint(facts)
