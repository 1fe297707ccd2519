"""Queries of the clock: time left in the running round, and when its tables will be done."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Prefetch, Q

from tournament.models import (
    GameTable,
    JournalEntry,
    Round,
    RoundState,
    SheetDraft,
    SheetKind,
    Tournament,
)
from tournament.rounds.reads.phases import table_times
from tournament.rounds.reads.rounds import rounds_of
from tournament.rounds.rules.clock import (
    UNDERWAY,
    ClockState,
    Progress,
    clock_state,
    expected_end,
    hall_pace,
    net_time,
)
from tournament.rounds.rules.clock import end_of_time as end_at
from tournament.shared.reads.prepared import Prepared
from tournament.sheets.rules.table_rules import TableRules

CLOCK_ACTIONS = ("clock_behind", "clock_followed", "clock_started")
_CLOCKS = Prepared(
    lambda tournament: JournalEntry.objects.filter(
        tournament=tournament, action__in=CLOCK_ACTIONS
    ).order_by("-pk")[:1]
)
_OF_TIME = ("size", "extra_minutes", "started_at")
EXTENDED, STARTED_LATER = Q(extra_minutes__gt=0), Q(started_at__isnull=False)
OWN_TIME = EXTENDED | STARTED_LATER
"""Tables with a time of their own, which is documented (TSR 8.5.1)."""
LEAST_TOLD = timedelta(minutes=1)
"""Smaller moves are ignored: the system corrects its clock by seconds."""
SLOWEST = 3
"""No table is slower per game than this multiple of the time limit."""


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
    """The clock showed `after` for `before` or later; `is_behind`: found by the journal alone."""

    before: datetime
    after: datetime
    is_behind: bool


def clock_move(round: Round) -> ClockMove | None:
    """Return the last move of the computer's clock in this round, from a minute on; one query."""
    entry = _CLOCKS.one(round.tournament_id)
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
    """Return the clocks of a round, one per table size in use; none without a set time."""
    sizes = sorted({size for size, _extra, _began in table_times(round)})
    states = ((size, _state(tournament, round, size, now)) for size in sizes)
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
    tables = GameTable.objects.filter(round=round).values_list(*_OF_TIME).distinct()
    ends = [round.end_at_table(now, *table) for table in tables]
    return max(filter(None, ends), default=None)


def extra_times(tournament: Tournament, round: Round, now: datetime) -> tuple[ExtraTime, ...]:
    """Return the clocks of tables with a time of their own, by table number; one query."""
    tables = GameTable.objects.filter(OWN_TIME, round=round).order_by("number")
    return tuple(
        ExtraTime(number, extra, began, state)
        for number, size, extra, began in tables.values_list("number", *_OF_TIME)
        if (state := _state(tournament, round, size, now, extra, began))
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
    """Return the tables with reports and drafts of lists, the latest last."""
    lists = SheetDraft.objects.filter(kind=SheetKind.ROWS).order_by("updated_at", "pk")
    tables = round.tables.select_related("report").order_by("number")
    found = list(tables.prefetch_related(Prefetch("drafts", lists)))
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
    return so_far is not None and SLOWEST * seen.games < at.planned * min(
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
    ends = {}
    for table, each in progress.items():
        start = table.started_at or table.round.started_at
        assert start is not None  # only tables that have begun have made progress
        net = timedelta(minutes=expected_end(each, pace))
        ends[table.number] = max(now, end_at(start, net, table.round.pause_times, now))
    return ends


def _progress(
    table: GameTable, at: TableRules, seen: Seen | None, now: datetime
) -> Progress | None:
    up, start = time_up_at(table, now), table.started_at or table.round.started_at
    if up is None or start is None:
        return None
    pauses = table.round.pause_times
    underway = UNDERWAY if seen and seen.looked and seen.games < at.planned else 0.0
    return Progress(
        minutes=net_time(start, seen.at, pauses).total_seconds() / 60 if seen else 0.0,
        games=seen.games + underway if seen else 0.0,
        planned=at.planned,
        limit=net_time(start, up, pauses).total_seconds() / 60,
        solos_left=seen.owing if seen else None,
        owed_by_all=at.solos * at.size,
        is_additional=at.lines > at.planned,
    )
