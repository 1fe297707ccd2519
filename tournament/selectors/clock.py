"""Reads for the clock: what is left of the time of the round that runs."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from tournament.core.clock import ClockState, clock_state
from tournament.labels.table_sizes import tables_of
from tournament.models import GameTable, Round, RoundState, Tournament


@dataclass(frozen=True, slots=True)
class ClockFace:
    """The clock of all tables of one size that have no extra time."""

    table_size: int
    state: ClockState

    @property
    def tables(self) -> str:
        """Which tables it is for, in words."""
        return tables_of(self.table_size)


@dataclass(frozen=True, slots=True)
class ExtraTime:
    """The clock of one table with extra time (TSR 8.5.1)."""

    table: int
    extra_minutes: int
    state: ClockState


@dataclass(frozen=True, slots=True)
class RoundClock:
    """The clocks of the round that runs; `is_latest` unless a later one is published already."""

    round: Round
    now: datetime
    is_latest: bool
    faces: tuple[ClockFace, ...]


def running_clock(tournament: Tournament, now: datetime) -> RoundClock | None:
    """The clock of the round that runs; two queries."""
    published = Round.objects.filter(tournament=tournament, published_at__isnull=False)
    rounds = list(published.order_by("number"))
    running = next((round for round in rounds if round.state == RoundState.RUNNING), None)
    if running is None:
        return None
    faces = clock_faces(tournament, running, now)
    return RoundClock(running, now, running == rounds[-1], faces)


def clock_faces(tournament: Tournament, round: Round, now: datetime) -> tuple[ClockFace, ...]:
    """The clocks of one round in whatever state, one per table size in use; one query.

    None where the rules set no time.
    """
    sizes = GameTable.objects.filter(round=round).order_by("size").values_list("size", flat=True)
    states = ((size, _state(tournament, round, size, now, 0)) for size in sizes.distinct())
    return tuple(ClockFace(size, state) for size, state in states if state is not None)


def end_of_time(tournament: Tournament, round: Round) -> datetime | None:
    """When the last table's time is up, extra time included; one query.

    None before the start, and where the rules set no time.
    """
    if round.started_at is None:
        return None
    tables = GameTable.objects.filter(round=round).values_list("size", "extra_minutes").distinct()
    ends = [end_at_table(tournament, round, size, extra) for size, extra in tables]
    return max(filter(None, ends), default=None)


def end_at_table(
    tournament: Tournament, round: Round, table_size: int, extra_minutes: int
) -> datetime | None:
    """When the time of a table is up; None before the start, and where the rules set no time."""
    minutes = tournament.minutes(table_size)
    if round.started_at is None or minutes is None:
        return None
    return round.started_at + timedelta(minutes=minutes + extra_minutes)


def extra_times(tournament: Tournament, round: Round, now: datetime) -> tuple[ExtraTime, ...]:
    """The clocks of the tables with extra time, by table number; one query."""
    tables = GameTable.objects.filter(round=round, extra_minutes__gt=0).order_by("number")
    found = (
        (table, _state(tournament, round, table.size, now, table.extra_minutes)) for table in tables
    )
    return tuple(
        ExtraTime(table.number, table.extra_minutes, state)
        for table, state in found
        if state is not None
    )


def _state(
    tournament: Tournament, round: Round, table_size: int, now: datetime, extra_minutes: int
) -> ClockState | None:
    minutes = tournament.minutes(table_size)
    if minutes is None:
        return None
    return clock_state(
        minutes=minutes,
        extra_minutes=extra_minutes,
        started_at=round.started_at,
        ended_at=round.ended_at,
        now=now,
    )
