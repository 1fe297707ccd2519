"""Queries of the log: complaints, penalties, deductions, protests and extra time in one list."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum
from itertools import starmap
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce, Greatest
from django.utils import timezone

from scoring.referee import NOTHING
from tournament.journal.mapping import row_of
from tournament.models import (
    Adjustment,
    Call,
    Entry,
    GameTable,
    JournalEntry,
    Penalty,
    Protest,
    Tournament,
    User,
)
from tournament.rounds.reads.clock import OWN_TIME
from tournament.shared.rules.places import Place
from tournament.sheets.reads.sheets import entries_at

_EXTENDED, _STARTED_LATER = "time_extended", "time_started_later"


class RecordKind(StrEnum):
    """The kind of a line of the log."""

    CALL = "call"
    PENALTY = "penalty"  # from a sheet, or without a recorded complaint
    DEDUCTION = "deduction"
    PROTEST = "protest"
    EXTRA_TIME = "extra_time"


@dataclass(frozen=True, slots=True)
class Record:
    """A line of the log; `by` called or protested, `withdrawn` is why it was taken back.

    `began`: when a table began, if later than the others.
    """

    kind: RecordKind
    at: datetime | None
    round: int | None
    table: int | None
    row: int | None = None
    by: Entry | None = None
    offender: Entry | None = None
    paragraph: str = ""
    points: tuple[int | None, ...] = ()
    note: str = ""
    initials: str = ""
    user: User | None = None
    withdrawn: str = ""
    call: Call | None = None
    protest: Protest | None = None
    jury: tuple[Entry, ...] = ()
    minutes: int = 0
    began: datetime | None = None

    @property
    def day(self) -> date | None:
        """The local day on which it was recorded; None if unknown."""
        return _day(self.at) if self.at else None

    @property
    def is_offence(self) -> bool:
        """Whether it counts as an earlier offence of the offender."""
        return (
            self.offender is not None
            and not self.withdrawn
            and self.kind is not RecordKind.PROTEST
            and self.paragraph != NOTHING
        )

    @property
    def is_penalty(self) -> bool:
        """Whether it moved points in a list; a deduction has a single figure."""
        return len(self.points) > 1

    def own_points(self, position: int | None) -> int | None:
        """Return the points of the offender, who had this position; None without points."""
        if len(self.points) == 1:
            return self.points[0]
        return self.points[position - 1] if position and position <= len(self.points) else None


def undecided_protests(tournament: Tournament) -> list[Place]:
    """Return the tables with an undecided protest; one query."""
    protests = Protest.objects.filter(table__round__tournament=tournament, decided_at=None)
    places = protests.order_by("table__round__number", "table__number").values_list(
        "table__round__number", "table__number"
    )
    return list(starmap(Place, places))


def log_of(tournament: Tournament) -> list[Record]:
    """Return the whole log, by round and table, then by time; eight queries at most."""
    records = [
        *_calls(tournament),
        *_penalties(tournament),
        *_deductions(tournament),
        *_protests(tournament),
        *_extra_times(tournament),
    ]
    return sorted(
        records,
        key=lambda each: (
            each.round or 9999,
            each.table or 9999,
            each.at is None,
            each.at.timestamp() if each.at else 0,
        ),
    )


def log_days(moments: Iterable[datetime | None]) -> list[date]:
    """Return the local days of these moments; no query."""
    return sorted({_day(at) for at in moments if at})


def log_moments(tournament: Tournament) -> list[datetime | None]:
    """Return when each line of the log was recorded; six queries at most."""
    at_tables = Q(table__round__tournament=tournament)
    made: list[QuerySet[Any]] = [
        *(model.objects.filter(at_tables) for model in (Call, Penalty, Protest)),
        Adjustment.objects.filter(entry__tournament=tournament),
    ]
    moments = [at for rows in made for at in rows.values_list("created_at", flat=True)]
    return [*moments, *(each.at for each in _extra_times(tournament))]


def offences_of(tournament: Tournament, entries: Collection[int]) -> dict[int, list[Record]]:
    """Return the offences of these entries so far, by entry; four queries."""
    found: dict[int, list[Record]] = {}
    theirs = GameTable.objects.filter(round__tournament=tournament, seats__entry__in=entries)
    penalties = _penalties(tournament, theirs)
    for record in (*_calls(tournament), *penalties, *_deductions(tournament)):
        if record.is_offence and record.offender and record.offender.pk in entries:
            found.setdefault(record.offender.pk, []).append(record)
    return found


def has_log(tournament: Tournament) -> bool:
    """Whether there is anything to print."""
    tables = GameTable.objects.filter(round__tournament=tournament)
    return (
        Penalty.objects.filter(table__in=tables).exists()
        or Call.objects.filter(table__in=tables).exists()
        or Adjustment.objects.filter(entry__tournament=tournament).exists()
        or Protest.objects.filter(table__in=tables).exists()
        or tables.filter(OWN_TIME).exists()
    )


def _day(at: datetime) -> date:
    return timezone.localtime(at).date()


def _calls(tournament: Tournament) -> Iterator[Record]:
    calls = Call.objects.filter(table__round__tournament=tournament).select_related(
        "table__round", "caller__person", "offender__person", "user", "protest"
    )
    for call in calls:
        yield _record_at_table(
            RecordKind.CALL,
            call,
            row=call.row,
            by=call.caller,
            offender=call.offender,
            paragraph=call.paragraph,
            points=tuple(call.points),
            initials=call.initials,
            withdrawn=call.withdrawn_reason,
            call=call,
            protest=getattr(call, "protest", None),
        )


def _record_at_table(kind: RecordKind, it: Call | Penalty | Protest, **words: Any) -> Record:
    place = it.table.round.number, it.table.number
    return Record(kind, it.created_at, *place, note=it.note, user=it.user, **words)


def _penalties(
    tournament: Tournament, tables: QuerySet[GameTable] | None = None
) -> Iterator[Record]:
    """Yield all of the tournament, or those at these tables."""
    found = Penalty.objects.filter(table__round__tournament=tournament, call__isnull=True)
    if tables is not None:
        found = found.filter(table__in=tables)
    penalties = list(found.select_related("table__round", "user").order_by("pk"))
    seats = entries_at({penalty.table_id for penalty in penalties})
    for penalty in penalties:
        yield _record_at_table(
            RecordKind.PENALTY,
            penalty,
            row=penalty.row,
            offender=seats.get((penalty.table_id, penalty.offender)),
            paragraph=penalty.rule,
            points=tuple(penalty.points),
            initials=penalty.initials,
        )


def _deductions(tournament: Tournament) -> Iterator[Record]:
    deductions = Adjustment.objects.filter(entry__tournament=tournament, call__isnull=True)
    for each in deductions.select_related("entry__person", "round", "user"):
        yield Record(
            RecordKind.DEDUCTION,
            each.created_at,
            each.round.number if each.round else None,
            None,
            offender=each.entry,
            points=(each.points,),
            note=each.reason,
            user=each.user,
        )


def _protests(tournament: Tournament) -> Iterator[Record]:
    protests = list(
        Protest.objects.filter(table__round__tournament=tournament).select_related(
            "table__round", "protester__person", "call__offender__person", "user"
        )
    )
    wanted = {pk for protest in protests for pk in protest.jury}
    people = tournament.entries.select_related("person").in_bulk(wanted) if wanted else {}
    for protest in protests:
        yield _record_at_table(
            RecordKind.PROTEST,
            protest,
            row=protest.call.row if protest.call else None,
            by=protest.protester,
            offender=protest.call.offender if protest.call else None,
            paragraph=protest.call.paragraph if protest.call else "",
            protest=protest,
            jury=tuple(people[pk] for pk in protest.jury if pk in people),
        )


def last_jury(protest: Protest) -> tuple[list[int], str]:
    """Return who sat on the jury of the protest decided last, and others; one query.

    Without the two this protest is between: they sit on no jury of it.
    """
    decided = Protest.objects.filter(
        table__round__tournament=protest.table.round.tournament_id, decided_at__isnull=False
    )
    last = decided.order_by("decided_at", "pk").last()
    parties = {protest.protester_id, protest.call.offender_id if protest.call else None}
    return ([pk for pk in last.jury if pk not in parties], last.others) if last else ([], "")


def _extra_times(tournament: Tournament) -> Iterator[Record]:
    """Yield the extra time of each table, and its later start: each with a reason of its own."""
    tables = GameTable.objects.filter(OWN_TIME, round__tournament=tournament)
    tables = tables.select_related("round")
    # When each was last set, by act and row.
    acts = (_EXTENDED, _STARTED_LATER)
    entries = JournalEntry.objects.filter(tournament=tournament, action__in=acts)
    told = entries.order_by("pk").values_list("at", "action", "facts") if tables else ()
    written = {(action, row): at for at, action, facts in told for row in facts}
    for table in tables:
        place, row = (table.round.number, table.number), row_of(GameTable, table.pk)
        if table.extra_minutes:
            yield Record(
                RecordKind.EXTRA_TIME,
                written.get((_EXTENDED, row)),
                *place,
                note=table.extra_reason,
                initials=table.extra_initials,
                minutes=table.extra_minutes,
            )
        if table.started_at:
            yield Record(
                RecordKind.EXTRA_TIME,
                written.get((_STARTED_LATER, row)),
                *place,
                note=table.start_reason,
                began=table.started_at,
            )


COUNTS_FROM = Coalesce("round__number", "noted_in")
"""The number of the round from which a deduction counts (`Adjustment.first_round`)."""


def deductions_until(
    tournament: Tournament, last: int, *, is_end: bool = False
) -> QuerySet[Adjustment]:
    """Return the deductions that count after a round; those of later rounds do not yet.

    In the final list all of them count, even for rounds not played.
    """
    every = Adjustment.objects.filter(entry__tournament=tournament)
    return every if is_end else every.alias(first=COUNTS_FROM).filter(first__lte=last)


def deductions_by_entry(rows: Iterable[tuple[int, int, int]], last: int) -> dict[int, int]:
    """Add up deductions (entry, first round, points) that count after a round, by entry."""
    sums: dict[int, int] = {}
    for entry, first, points in rows:
        if first <= last:
            sums[entry] = sums.get(entry, 0) + points
    return sums


def deductions_of(tournament: Tournament) -> QuerySet[Adjustment]:
    """Return all deductions with their players; `first` is the round each counts from."""
    deductions = Adjustment.objects.filter(entry__tournament=tournament)
    deductions = deductions.annotate(first=Greatest(COUNTS_FROM, 1))
    return deductions.select_related("entry__person", "round", "user").order_by("created_at", "pk")
