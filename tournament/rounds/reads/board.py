"""The missing-sheet board: the state of every table of a round, from draw to verification."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import cache
from typing import Any, NamedTuple

from django.db.models import F

from tournament.models import (
    GameTable,
    Round,
    SheetDraft,
    SheetKind,
    TableTime,
    Tournament,
    VerificationRule,
)
from tournament.rounds.reads.phases import phases_with, table_times
from tournament.rounds.reads.rounds import rounds_of
from tournament.rounds.rules.phases import RoundPhase, Turn
from tournament.shared.reads.kept import Heads, keep
from tournament.shared.reads.prepared import Prepared
from tournament.sheets.reads.verifications import is_result_confirmed


class BoardState(StrEnum):
    """The state of a table, in the order of a round."""

    DRAWN = "drawn"
    RUNNING = "running"
    DUE = "due"
    """Its time is up, extra time included, and its sheet is not in."""
    RECEIVED = "received"
    """The paper is at the desk: recorded as received, or being typed."""
    ENTERED = "entered"
    """The last state where nobody verifies."""
    UNVERIFIED = "unverified"
    """Entered, where the tournament requires verification, and not verified yet."""
    CONFIRMED = "confirmed"
    """Verified."""


class BoardTable(NamedTuple):
    """One table; `due_since` and `due_minutes` while its sheet is due and the clock has run.

    `started_at` if later than others, `received_at` while not entered. `awaits_direction`: a game
    dealt out of turn is to be confirmed; `is_ruled`: points are set, it cannot be counted.
    """

    number: int
    state: BoardState
    due_since: datetime | None
    due_minutes: int
    received_at: datetime | None
    extra_minutes: int
    started_at: datetime | None
    awaits_direction: bool
    is_ruled: bool

    @property
    def is_missing(self) -> bool:
        """Whether its sheet is not in."""
        return self.state not in SHEET_IS_IN

    @property
    def has_own_time(self) -> bool:
        """Whether it has extra time or began later than the others."""
        return bool(self.extra_minutes or self.started_at)


@dataclass(frozen=True, slots=True)
class Board:
    """All tables of a round at `now`; `states` can occur; `ended_at`: the time was up for all.

    phases: how the round stands now, and how it will if nobody presses anything.
    """

    now: datetime
    tables: tuple[BoardTable, ...]
    counts: Mapping[BoardState, int]
    states: tuple[BoardState, ...]
    ended_at: datetime | None
    phases: tuple[Turn, ...]

    @property
    def phase(self) -> RoundPhase:
        """How the round stands at `now`."""
        return self.phases[0][1]

    @property
    def missing(self) -> int:
        """The number of tables whose sheet is not in."""
        return len(self.missing_tables)

    @property
    def missing_tables(self) -> tuple[int, ...]:
        """The numbers of the tables whose sheet is not in."""
        return tuple(table.number for table in self.tables if table.is_missing)

    @property
    def ended_minutes(self) -> int:
        """The minutes since the time was up for all."""
        return _minutes(self.ended_at, self.now)

    def tables_in(self, state: BoardState) -> tuple[int, ...]:
        """Return the numbers of the tables in this state."""
        return tuple(table.number for table in self.tables if table.state is state)


WITH_VERIFICATION = frozenset({BoardState.UNVERIFIED, BoardState.CONFIRMED})
SHEET_IS_IN = WITH_VERIFICATION | {BoardState.ENTERED}


_TYPED = Prepared(lambda round: SheetDraft.objects.filter(table__round=round).values_list("table"))


@cache
def _tables(verifies: bool) -> Prepared[tuple[Any, ...]]:
    """Return a query of a round's tables; the content of a version is large and not needed."""
    tables = GameTable.objects.order_by("number").annotate(
        kind=F("current_version__kind"),
        is_confirmed=is_result_confirmed(verifies),
    )
    return Prepared(
        lambda round: tables.filter(round=round).values_list(
            *("pk", "number", "size", "extra_minutes", "started_at", "received_at"),
            *("awaits_direction", "kind", "is_confirmed"),
        )
    )


def board_of(tournament: Tournament, round: Round, now: datetime) -> Board:
    """Return the board of a round at `now`; two queries."""
    round.tournament = tournament  # saves a query
    verifies = tournament.verification != VerificationRule.NONE
    drafts = {table for (table,) in _TYPED(round.pk)}
    rows = _tables(verifies)(round.pk)
    never = {BoardState.ENTERED} if verifies else WITH_VERIFICATION
    found: list[BoardTable] = []
    ends: dict[TableTime, datetime | None] = {}
    for pk, number, size, extra, began, received_at, awaits_direction, kind, is_confirmed in rows:
        of_time = (size, extra, began)
        if of_time not in ends:
            # Extra time included, or when the referee ended it before.
            times_up = (round.end_at_table(now, *of_time), round.ended_at)
            ends[of_time] = min(filter(None, times_up), default=None)
        end = ends[of_time]
        if kind is not None and verifies:
            state = BoardState.CONFIRMED if is_confirmed else BoardState.UNVERIFIED
        elif kind is not None:
            state = BoardState.ENTERED
        elif received_at is not None or pk in drafts:
            state = BoardState.RECEIVED
        elif round.closed_at or (end is not None and now >= end):
            state = BoardState.DUE
        else:
            state = BoardState.RUNNING if round.started_at else BoardState.DRAWN
        found.append(
            BoardTable(
                number,
                state,
                due_since=end if state is BoardState.DUE else None,
                due_minutes=_minutes(end, now) if state is BoardState.DUE else 0,
                received_at=received_at if state is BoardState.RECEIVED else None,
                extra_minutes=extra,
                started_at=began,
                awaits_direction=awaits_direction,
                is_ruled=kind == SheetKind.RULING,
            )
        )
    # When the referee ended it, else when the time of the last table was up.
    latest = max(filter(None, ends.values()), default=None)
    all_in = all(table.state in SHEET_IS_IN for table in found)
    return Board(
        now=now,
        tables=tuple(found),
        counts=Counter(table.state for table in found),
        states=tuple(state for state in BoardState if state not in never),
        ended_at=round.ended_at or (latest if latest and latest <= now else None),
        phases=phases_with(round, ends, now, all_in=all_in),
    )


_DRAFTS = Prepared(
    lambda tournament, number: SheetDraft.objects.filter(
        table__round__tournament=tournament, table__round__number=number
    ).values_list("table__number", "user", "table__current_version", "updated_at")
)


def typed_and_due(
    tournament: Tournament, number: int | None, now: datetime, known_by: Heads
) -> tuple[list[tuple[object, ...]], int] | None:
    """Return what a round's pages show and no journal records: drafts, and number of tables due.

    For a correction also the time of the last change, since it is shown only where it differs.
    known_by: the heads of the journals. One query, one more after an entry.
    """
    if number is None:
        return None
    typed = [
        (table, user, version and at) for table, user, version, at in _DRAFTS(tournament.pk, number)
    ]

    def ends() -> list[datetime | None]:
        round = next((each for each in rounds_of(tournament) if each.number == number), None)
        if round is None:
            return []
        return [round.end_at_table(now, *table) for table in table_times(round)]

    times = keep("figures", (tournament.pk, known_by, "ends of times", number), ends)
    return sorted(typed, key=repr), sum(end is not None and end <= now for end in times)


def _minutes(since: datetime | None, now: datetime) -> int:
    return (now - since) // timedelta(minutes=1) if since else 0
