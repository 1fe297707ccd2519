"""Between what stands in the database and what the journal seals of it."""

from collections.abc import Iterable
from datetime import UTC, date, datetime

from tournament.core.fact_audit import name_fingerprint
from tournament.core.journal_chain import ChainedEntry, VersionFacts, version_fingerprint
from tournament.models import Entry, JournalEntry, SheetVersion, Tournament

SETTINGS = frozenset(
    {"name", "date", "place", "state", "rounds_planned", "draw_method", "tie_breaks"}
    | {"games_four", "games_five", "minutes_four", "minutes_five", "neighbours_apart"}
    | {"second_look", "objections_until"}
)
"""What the settings page may change; the short name stands in addresses and stays."""


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


def name_mark(entry: Entry) -> str:
    """What the journal keeps of a player's name; the entry comes with its person."""
    return name_fingerprint(entry.pk, entry.person.last_name, entry.person.first_name)


def name_marks(entries: Iterable[Entry]) -> dict[str, str]:
    """The same by entry, as an entry of the journal holds it."""
    return {str(entry.pk): name_mark(entry) for entry in entries}


def plain_settings(tournament: Tournament) -> dict[str, object]:
    """The settings of a tournament by field name, as the journal tells of them."""
    return {name: plain(getattr(tournament, name)) for name in sorted(SETTINGS)}


def plain(value: object) -> object:
    """A setting as JSON holds it."""
    return value.isoformat() if isinstance(value, date) else value
