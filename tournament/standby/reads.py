"""Queries of the journal after a takeover."""

from typing import Any

from tournament.accounts.reads import account_names, installation_journal
from tournament.journal.reads import competition_names
from tournament.labels.journal import installation_sentence
from tournament.models import Tournament
from tournament.trust.reads.journal import journal_days, journal_entries


def acts_after(last_entry: int) -> dict[str, list[tuple[Any, Any]]]:
    """Return the acts of this computer after this entry, which the other one never got.

    "tournaments": each with the days of its journal. "installation": entries with sentences.
    """
    after = {"journal__pk__gt": last_entry}
    missed = [
        (each, journal_days(each, journal_entries(each).filter(pk__gt=last_entry)))
        for each in Tournament.objects.filter(**after).distinct().order_by("name")
    ]
    entries = list(installation_journal().filter(pk__gt=last_entry))
    names = account_names(entries)
    called = competition_names(entries)
    lines = [(entry, installation_sentence(entry, names, called)) for entry in entries]
    return {"tournaments": missed, "installation": lines}
