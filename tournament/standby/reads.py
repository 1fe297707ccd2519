"""Queries of the journal after a takeover."""

from typing import NamedTuple

from tournament.accounts.reads.accounts import account_names, installation_journal
from tournament.labels.journal import installation_sentence
from tournament.models import JournalEntry, Tournament
from tournament.trust.reads.journal import JournalDay, journal_days, journal_entries


class Missed(NamedTuple):
    """The acts in one journal after the last entry that both computers have."""

    tournament: Tournament
    days: list[JournalDay]


class MissedActs(NamedTuple):
    """The missed acts of all tournaments, and of the installation with sentences."""

    tournaments: list[Missed]
    installation: list[tuple[JournalEntry, str]]


def acts_after(last_entry: int) -> MissedActs:
    """Return the acts of this computer after this entry, which the other one never got."""
    after = {"journal__pk__gt": last_entry}
    missed = [
        Missed(each, journal_days(each, journal_entries(each).filter(pk__gt=last_entry)))
        for each in Tournament.objects.filter(**after).distinct().order_by("name")
    ]
    entries = list(installation_journal().filter(pk__gt=last_entry))
    names = account_names(entries)
    lines = [(entry, installation_sentence(entry, names)) for entry in entries]
    return MissedActs(missed, lines)
