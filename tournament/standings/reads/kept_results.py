"""Stored results kept from one journal entry to the next."""

from dataclasses import dataclass

from django.db import connection

from tournament.journal.reads import facts_since
from tournament.models import GameTable, Tournament
from tournament.shared.reads.kept import Heads, heads, keep
from tournament.standings.reads.stored_results import StoredResults, carried_on, stored_results

ELSEWHERE = frozenset(
    {"round", "adjustment"}  # read every time
    | {"sheetversion"}  # counts when its table points to it
    | {"penalty", "call", "protest", "payment", "cashcount"}
)
"""Rows of the journal that change nothing of what is kept."""


@dataclass(slots=True)
class _Latest:
    """The latest results of a tournament, and the heads of the journals when they were read."""

    known: tuple[Heads, StoredResults] | None = None


def shown_results(tournament: Tournament) -> StoredResults:
    """Return the stored results, for pages; of those kept only what changed since is read.

    Within a transaction all is read, since its changes may not be in the journal yet.
    """
    if connection.in_atomic_block:
        return stored_results([tournament])[tournament.pk]
    return kept_results(tournament)


def kept_results(tournament: Tournament) -> StoredResults:
    """Return the stored results; of those kept only the rounds touched since are read again."""
    latest = keep("results", tournament.pk, _Latest)
    now = heads(tournament)  # before the rows: later changes are seen next time
    known = latest.known
    touched = known and _rounds_touched(tournament, known[0], now)
    if known is None or touched is None:
        found = stored_results([tournament])[tournament.pk]
    else:
        found = carried_on(known[1], tournament, touched)
    latest.known = (now, found)
    return found


def _rounds_touched(tournament: Tournament, before: Heads, now: Heads) -> set[int] | None:
    """Return the ids of rounds whose results may differ; None if more than results may."""
    facts = facts_since(tournament, before, now)
    if facts is None:
        return None
    rounds, verified = set(), set()
    for name, fact in facts:
        kind = name.partition(":")[0]
        if fact is None:  # deleted
            return None
        if kind == "gametable":
            rounds.add(fact["round"])
        elif kind == "verification":
            verified.add(fact["version"])
        elif kind not in ELSEWHERE:
            return None
    if verified:
        tables = GameTable.objects.filter(current_version__in=verified)
        rounds |= set(tables.values_list("round", flat=True))
    return rounds
