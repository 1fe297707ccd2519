"""Queries of the forecast: the progress of every table, as reported or typed."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Prefetch

from tournament.models import GameTable, Round, Seat, SheetDraft, SheetKind
from tournament.rounds.rules.clock import end_of_time, net_time
from tournament.rounds.rules.forecast import UNDERWAY, Progress, expected_end, hall_pace
from tournament.sheets.rules.table_rules import TableRules

SLOWEST = 3
"""No table is slower per game than this multiple of the time limit."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The progress of a table at a moment: finished games, and solos still owed.

    `owing`: their number, None if unknown. `looked`: observed during a game; a list is written
    after one.
    """

    games: int
    at: datetime
    owing: int | None
    looked: bool


def tables_for_forecast(round: Round) -> list[GameTable]:
    """Return the tables of a round with reports, names and drafts of lists; three queries.

    The latest draft is last in `drafts`.
    """
    seats = Seat.objects.select_related("entry__person").order_by("position")
    lists = SheetDraft.objects.filter(kind=SheetKind.ROWS).order_by("updated_at", "pk")
    tables = round.tables.select_related("report").order_by("number")
    found = list(tables.prefetch_related(Prefetch("seats", seats), Prefetch("drafts", lists)))
    for table in found:
        table.round = round
    return found


def time_up_at(table: GameTable, now: datetime) -> datetime | None:
    """Return when a table's time is up or the referee has ended it; None without a limit."""
    round = table.round
    end = round.end_at_table(now, table.size, table.extra_minutes, table.started_at)
    return None if end is None else min(end, round.ended_at or end)


def is_typed_afterwards(table: GameTable, at: TableRules, seen: Seen) -> bool:
    """Whether a list is typed from the paper: it has far too few games for the time so far."""
    so_far = _progress(table, at, seen, seen.at)
    return so_far is not None and SLOWEST * seen.games < at.games * min(
        so_far.minutes / so_far.limit, 1.0
    )


def expected_ends(
    tables: list[tuple[GameTable, TableRules, Seen | None]], now: datetime
) -> dict[int, datetime]:
    """Estimate when playing tables will be done, by number; none before now.

    Unobserved tables are assumed to play at the pace of the hall. Empty without any observation.
    """
    progress = {}
    for table, at, seen in tables:
        if (found := _progress(table, at, seen, now)) is not None:
            progress[table] = found
    pace = hall_pace(progress.values())
    if pace is None:
        return {}
    return {
        table.number: max(now, _time_of_day_after(table, expected_end(each, pace), now))
        for table, each in progress.items()
    }


def _progress(
    table: GameTable, at: TableRules, seen: Seen | None, now: datetime
) -> Progress | None:
    up, start = time_up_at(table, now), table.started_at or table.round.started_at
    if up is None or start is None:
        return None
    pauses = table.round.pause_times
    underway = UNDERWAY if seen and seen.looked and seen.games < at.games else 0.0
    return Progress(
        minutes=net_time(start, seen.at, pauses).total_seconds() / 60 if seen else 0.0,
        games=seen.games + underway if seen else 0.0,
        planned=at.games,
        limit=net_time(start, up, pauses).total_seconds() / 60,
        solos_left=seen.owing if seen else None,
        owed_by_all=at.solos * at.size,
        is_additional=at.lines > at.games,
    )


def _time_of_day_after(table: GameTable, minutes: float, now: datetime) -> datetime:
    """Return the time of day after net minutes of play; in a pause, if it ended now."""
    start = table.started_at or table.round.started_at
    assert start is not None  # only tables that have begun are expected to end
    return end_of_time(start, timedelta(minutes=minutes), table.round.pause_times, now)
