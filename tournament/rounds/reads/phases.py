"""Queries of how rounds stand: the phase that every page, phone and screen says."""

from collections.abc import Collection
from datetime import datetime

from tournament.models import GameTable, Round, RoundState, TableTime
from tournament.rounds.rules.phases import Turn, phases
from tournament.shared.reads.prepared import Prepared

_TIMES = Prepared(
    lambda round: (
        GameTable.objects.filter(round=round)
        .order_by()
        .values_list("size", "extra_minutes", "started_at")
        .distinct()
    )
)


def table_times(round: Round) -> tuple[TableTime, ...]:
    """Return what decides when the time of its tables is up; one query, once per page."""
    if round.times is not None and round.tournament.is_only_read:
        return round.times
    round.times = tuple(_TIMES(round.pk))
    return round.times


def phases_with(
    round: Round, times: Collection[TableTime], now: datetime, *, all_in: bool
) -> tuple[Turn, ...]:
    """Return and note the phases of a round with these tables, the present one first; no query.

    The first time that is up is the one everybody sees: of tables without a time of their own.
    """
    seen = {*times, *((size, 0, None) for size, _extra, _began in times)}
    ends = (round.end_at_table(now, *each) for each in seen)
    round.turns = phases(
        round.state,
        is_paused=round.paused_at is not None,
        all_in=all_in,
        ends=sorted(filter(None, ends)),
        now=now,
    )
    return round.turns


def turns_of(round: Round, now: datetime) -> tuple[Turn, ...]:
    """Return how a round stands, and will if nobody presses anything.

    No query for a round of `rounds_of`, and one more while it runs; none if a page has asked.
    """
    if round.turns is not None:
        return round.turns
    waits = getattr(round, "waits", None)  # `rounds_of` has read it
    if waits is None:
        waits = GameTable.objects.filter(round=round, current_version=None).exists()
    times = table_times(round) if waits and round.state == RoundState.RUNNING else ()
    return phases_with(round, times, now, all_in=not waits)
