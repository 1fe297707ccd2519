"""Queries of the clock: time left in the running round."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from tournament.models import GameTable, JournalEntry, Round, RoundState, Tournament
from tournament.rounds.reads.rounds import rounds_of
from tournament.rounds.rules.clock import ClockState, clock_state

CLOCK_ACTIONS = ("clock_behind", "clock_followed", "clock_started")
LEAST_TOLD = timedelta(minutes=1)
"""Smaller moves are ignored: the system corrects its clock by seconds."""


@dataclass(frozen=True, slots=True)
class ClockFace:
    """The clock of all tables of one size without a time of their own."""

    table_size: int
    state: ClockState
    warned_from: datetime | None
    """The start of the first warning period, None without warnings."""


@dataclass(frozen=True, slots=True)
class ExtraTime:
    """The clock of one table with extra time, or that began later (TSR 8.5.1)."""

    table: int
    extra_minutes: int
    started_at: datetime | None
    state: ClockState


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clocks of the running round; `is_latest` unless a later one is published already."""

    round: Round
    now: datetime
    is_latest: bool
    faces: tuple[ClockFace, ...]


@dataclass(frozen=True, slots=True)
class ClockMove:
    """A move of the computer's clock: it showed `after` instead of `before` or later.

    `is_behind`: detected from the journal only, after a start of the computer.
    """

    before: datetime
    after: datetime
    is_behind: bool


def clock_move(round: Round) -> ClockMove | None:
    """Return the last move of the computer's clock in this round, from a minute on; one query."""
    clocks = JournalEntry.objects.filter(tournament=round.tournament_id, action__in=CLOCK_ACTIONS)
    entry = clocks.order_by("pk").last()
    if entry is None or "seconds" not in entry.data or entry.data["round"] != round.number:
        return None
    by = timedelta(seconds=int(entry.data["seconds"]))
    if abs(by) < LEAST_TOLD:
        return None
    return ClockMove(entry.at - by, entry.at, entry.action == "clock_behind")


def running_clock(tournament: Tournament, now: datetime) -> RoundClock | None:
    """Return the clocks of the running round, None once the tournament is over; two queries."""
    if tournament.is_over:
        return None
    rounds = [each for each in rounds_of(tournament) if each.published_at]
    running = next((round for round in rounds if round.state == RoundState.RUNNING), None)
    if running is None:
        return None
    faces = clock_faces(tournament, running, now)
    return RoundClock(running, now, running == rounds[-1], faces)


def clock_faces(tournament: Tournament, round: Round, now: datetime) -> tuple[ClockFace, ...]:
    """Return the clocks of a round in any state, one per table size in use; one query.

    Empty where the rules set no time.
    """
    sizes = GameTable.objects.filter(round=round).order_by("size").values_list("size", flat=True)
    states = ((size, _state(tournament, round, size, now)) for size in sizes.distinct())
    first = timedelta(minutes=max(tournament.warning_minutes, default=0))
    return tuple(
        ClockFace(size, state, state.ends_at - first if first and state.ends_at else None)
        for size, state in states
        if state is not None
    )


def end_of_time(tournament: Tournament, round: Round, now: datetime) -> datetime | None:
    """Return when the last table's time is up, extra time included; in a pause, if it ended now.

    None before the start, and where the rules set no time. One query.
    """
    if round.started_at is None:
        return None
    round.tournament = tournament  # saves a query
    figures = ("size", "extra_minutes", "started_at")
    tables = GameTable.objects.filter(round=round).values_list(*figures).distinct()
    ends = [round.end_at_table(now, *table) for table in tables]
    return max(filter(None, ends), default=None)


def extra_times(tournament: Tournament, round: Round, now: datetime) -> tuple[ExtraTime, ...]:
    """Return the clocks of tables with a time of their own, by table number; one query."""
    own_time = Q(extra_minutes__gt=0) | Q(started_at__isnull=False)
    tables = GameTable.objects.filter(own_time, round=round).order_by("number")
    found = (
        (
            table,
            _state(tournament, round, table.size, now, table.extra_minutes, table.started_at),
        )
        for table in tables
    )
    return tuple(
        ExtraTime(table.number, table.extra_minutes, table.started_at, state)
        for table, state in found
        if state is not None
    )


def _state(
    tournament: Tournament,
    round: Round,
    table_size: int,
    now: datetime,
    extra_minutes: int = 0,
    started_at: datetime | None = None,
) -> ClockState | None:
    minutes = tournament.minutes(table_size)
    if minutes is None:
        return None
    return clock_state(
        minutes=minutes,
        extra_minutes=extra_minutes,
        started_at=round.started_at and (started_at or round.started_at),
        ended_at=round.ended_at,
        now=now,
        pauses=round.pause_times,
    )
