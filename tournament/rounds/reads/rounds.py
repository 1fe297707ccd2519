"""Queries of rounds: the current one, seats, sheets received."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cache
from itertools import groupby, starmap
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet

from tournament.journal.reads import across_sheets
from tournament.models import (
    Entry,
    GameTable,
    Round,
    RoundState,
    Seat,
    SheetDraft,
    SheetKind,
    Tournament,
    VerificationRule,
)
from tournament.permissions import Actor, may_draw_round
from tournament.shared.reads.prepared import Prepared
from tournament.shared.rules.names import Names, name_key
from tournament.shared.rules.places import Place, SeatRow
from tournament.sheets.reads.table_totals import totals_today
from tournament.sheets.reads.verifications import is_confirmed_at, is_result_confirmed


class SheetState(StrEnum):
    """The state of a table's score sheet."""

    MISSING = "missing"
    DRAFT = "draft"
    """Somebody has begun to type it; it does not count."""
    ENTERED = "entered"


_MISSING = GameTable.objects.filter(round=OuterRef("pk"), current_version=None)
_ROUNDS: Prepared[Round] = Prepared(
    lambda tournament: Round.objects.filter(tournament=tournament).annotate(waits=Exists(_MISSING))
)
_DRAFTS = Prepared(
    lambda round: (
        SheetDraft.objects.filter(table__round=round)
        .select_related("user")
        .order_by("updated_at", "pk")
    )
)
_OF_ENTRY = (
    *("number", "person__first_name", "person__last_name", "person__publish_name"),
    *("person__deleted_at", "club__code", "club__name", "team", "pk"),
)
_OF_SEAT = ("table__number", "position", *(f"entry__{name}" for name in _OF_ENTRY))
_SEATS = Prepared(
    lambda round: (
        Seat.objects.filter(round=round)
        .order_by("table__number", "position")
        .values_list(*_OF_SEAT)
    )
)


class TableState(NamedTuple):
    """One table of a round and the state of its score sheet.

    - `totals`: the points of the seats, None without a result.
    - `drafted_by`: who has begun to type.
    - `has_exceptions`: the direction has accepted a rule violation; `is_ruled`: it has set the
      points of a table that cannot be counted.
    - `is_confirmed`: the result is verified, where required.
    - `awaits_direction`: it has yet to confirm a game dealt out of turn.
    - `started_at`: if it began later than the others.
    """

    pk: int
    number: int
    size: int
    players: tuple[SeatRow, ...]
    state: SheetState
    totals: tuple[int, ...] | None
    drafted_by: tuple[str, ...]
    has_exceptions: bool
    is_ruled: bool
    is_confirmed: bool
    code: str
    awaits_direction: bool
    extra_minutes: int
    extra_reason: str
    extra_initials: str
    started_at: datetime | None

    @property
    def lines(self) -> tuple[tuple[SeatRow, int | None], ...]:
        """The players with their points, None without a result."""
        points = self.totals or (None,) * self.size
        return tuple(zip(self.players, points, strict=True))


@dataclass(frozen=True, slots=True)
class RoundProgress:
    """The numbers of tables of a round, of sheets received and of confirmed results."""

    number: int
    tables_in: int
    tables_all: int
    tables_confirmed: int = 0

    @property
    def missing(self) -> int:
        """The number of sheets still to come."""
        return self.tables_all - self.tables_in

    @property
    def unconfirmed(self) -> int:
        """The number of results not verified."""
        return self.tables_in - self.tables_confirmed


@cache
def _states(verifies: bool) -> Prepared[tuple[Any, ...]]:
    """Return a query of a round's tables; of a version, whose content is large, only the result."""
    tables = GameTable.objects.order_by("number").annotate(
        totals=F("current_version__totals"),
        accepted=F("current_version__accepted"),
        kind=F("current_version__kind"),
        is_confirmed=is_result_confirmed(verifies),
    )
    return Prepared(
        lambda round: tables.filter(round=round).values_list(
            *("pk", "number", "size", "totals", "accepted", "kind", "is_confirmed", "code"),
            *("awaits_direction", "extra_minutes", "extra_reason", "extra_initials", "started_at"),
        )
    )


@cache
def _progress(is_asked: bool) -> Prepared[tuple[int, ...]]:
    counts = {
        "tables_in": Count("tables", filter=Q(tables__current_version__isnull=False)),
        "tables_all": Count("tables"),
    }
    if is_asked:
        is_confirmed = is_confirmed_at("tables__current_version")
        counts["tables_confirmed"] = Count("tables", filter=is_confirmed)
    counted = Round.objects.order_by("number").values_list("number").annotate(**counts)
    return Prepared(lambda tournament: counted.filter(tournament=tournament))


def round_in_play(rounds: Iterable[Round]) -> Round | None:
    """Return the first of these rounds that is published and not closed; no query."""
    others = (RoundState.DRAWN, RoundState.CLOSED)
    return next((each for each in rounds if each.state not in others), None)


_WITH_RESULT = Prepared(
    lambda round: GameTable.objects.filter(round=round, current_version__isnull=False).values_list(
        "pk"
    )[:1]
)


def has_a_result(round: Round) -> bool:
    """Whether a table of the round has a result; one query."""
    return bool(_WITH_RESULT(round.pk))


def current_round(tournament: Tournament) -> Round | None:
    """Return the latest published round; None before the first."""
    return next((each for each in reversed(rounds_of(tournament)) if each.published_at), None)


def next_unpublished(tournament: Tournament) -> Round | None:
    """Return the first drawn, unpublished round."""
    return next((each for each in rounds_of(tournament) if not each.published_at), None)


def last_played(tournament: Tournament) -> int:
    """Return the number of the last round in which a table has a result; 0 without one."""
    played = Round.objects.filter(tournament=tournament, tables__current_version__isnull=False)
    return played.aggregate(last=Max("number"))["last"] or 0


def rounds_of(tournament: Tournament) -> list[Round]:
    """Return all drawn rounds in order, with whether a sheet is missing.

    They are read once for tournaments that are only read.
    """
    if not tournament.is_only_read:
        return _ROUNDS(tournament.pk, tournament=tournament)
    if tournament.rounds_read is None:
        tournament.rounds_read = _ROUNDS(tournament.pk, tournament=tournament)
    return list(tournament.rounds_read)


def rounds_seen_by(actor: Actor, tournament: Tournament) -> list[Round]:
    """Return the published rounds, and for the direction all."""
    rounds = rounds_of(tournament)
    if may_draw_round(actor, tournament):
        return rounds
    return [round for round in rounds if round.published_at]


def shown_rounds(tournament: Tournament) -> list[Round]:
    """Return the rounds everybody may see: published, after the end only if played."""
    published = [each for each in rounds_of(tournament) if each.published_at]
    if not tournament.is_over:
        return published
    last = last_played(tournament)
    return [each for each in published if each.number <= last]


def round_released(tournament: Tournament) -> int:
    """Return the round up to which standings are public; 0: none. Queries of `shown_rounds`."""
    numbers = (each.number for each in shown_rounds(tournament))
    return max((each for each in numbers if each <= tournament.standings_released), default=0)


def released_to_the_end(tournaments: Collection[Tournament]) -> list[Tournament]:
    """Return those whose standings are public up to the last round; one query.

    After an early end that is the last round that was played.
    """
    played = Round.objects.filter(tournament__in=tournaments, tables__current_version__isnull=False)
    last = dict(played.values_list("tournament").annotate(Max("number")))
    return [
        each
        for each in tournaments
        if each.standings_released
        >= (last.get(each.pk, 0) if each.is_over else each.rounds_planned)
    ]


def round_progress(tournament: Tournament) -> tuple[RoundProgress, ...]:
    """Return how many sheets of each drawn round are in, and confirmed if asked; one query."""
    is_asked = tournament.verification != VerificationRule.NONE
    return tuple(starmap(RoundProgress, _progress(is_asked)(tournament.pk)))


def seat_list(round: Round) -> tuple[SeatRow, ...]:
    """Return everybody's seat in a round, by table and seat; one query."""
    return tuple(_seat_row(round.tournament, *row) for row in _SEATS(round.pk))


def shown_seats(round: Round) -> tuple[SeatRow, ...]:
    """Return cached `seat_list`, for pages: no sheet changes it."""
    return across_sheets(round.tournament, ("seat list", round.pk), lambda: seat_list(round))


def seats_of(tournament: Tournament, last: int) -> dict[int, tuple[SeatRow, ...]]:
    """Return everybody's seat in each round up to `last`, by its number; one query."""
    seats = Seat.objects.filter(round__tournament=tournament, round__number__lte=last)
    in_order = seats.order_by("round__number", "table__number", "position")
    people: dict[int, SeatRow] = {}
    found: dict[int, list[SeatRow]] = {}
    for round, table, seat, *rest in in_order.values_list("round__number", *_OF_SEAT):
        entry = rest[-1]
        if entry not in people:
            people[entry] = _seat_row(tournament, table, seat, *rest)
        found.setdefault(round, []).append(people[entry]._replace(table=table, seat=seat))
    return {round: tuple(rows) for round, rows in found.items()}


def seats_at(tournament: Tournament, tables: QuerySet[GameTable]) -> dict[int, tuple[SeatRow, ...]]:
    """Return the seats at these tables, one per round, by round id; one query."""
    seats = Seat.objects.filter(table__in=tables).order_by("round__number", "position")
    by_round = groupby(seats.values_list("round", *_OF_SEAT), key=lambda row: row[0])
    return {
        round: tuple(_seat_row(tournament, *row[1:]) for row in found) for round, found in by_round
    }


def byes_of(round: Round) -> tuple[SeatRow, ...]:
    """Return the players sitting a round out, by start number; one query."""
    return unseated(round.tournament, Entry.objects.filter(byes__round=round).order_by("number"))


def unseated(tournament: Tournament, entries: QuerySet[Entry]) -> tuple[SeatRow, ...]:
    """Return seat rows of these entries, without a seat; one query."""
    return tuple(_seat_row(tournament, 0, 0, *row) for row in entries.values_list(*_OF_ENTRY))


def by_name(seats: tuple[SeatRow, ...]) -> tuple[SeatRow, ...]:
    """Return the seats in alphabetical order of the names."""
    return tuple(sorted(seats, key=lambda row: (name_key(row.list_name), row.number)))


def table_states(round: Round) -> tuple[TableState, ...]:
    """Return every table of a round by number; three queries, five with an average.

    Seats are read once until more than sheets changes.
    """

    def read_seats() -> dict[int, tuple[SeatRow, ...]]:
        by_table = groupby(seat_list(round), key=lambda row: row.table)
        return {number: tuple(rows) for number, rows in by_table}

    seats = across_sheets(round.tournament, ("seats by table", round.pk), read_seats)
    drafted_by: dict[int, list[str]] = {}
    for draft in _DRAFTS(round.pk):
        drafted_by.setdefault(draft.table_id, []).append(str(draft.user))
    tables = _states(round.tournament.verification != VerificationRule.NONE)(round.pk)
    has_average = any(table[3] and None in table[3] for table in tables)
    today = totals_today(round.tournament) if has_average else {}

    found = []
    for pk, number, size, stored, accepted, kind, *others in tables:
        drafts = tuple(drafted_by.get(pk, ()))
        totals, state = None, SheetState.DRAFT if drafts else SheetState.MISSING
        if stored is not None:
            totals, state = today.get(pk, tuple(stored)), SheetState.ENTERED
        found.append(
            TableState(
                *(pk, number, size, seats.get(number, ()), state, totals, drafts),
                *(bool(accepted), kind == SheetKind.RULING, *others),
            )
        )
    return tuple(found)


def missing_places(tournament: Tournament, last: int) -> tuple[Place, ...]:
    """Return the places without a sheet in rounds up to `last`; one query."""
    tables = GameTable.objects.filter(round__tournament=tournament, round__number__lte=last)
    missing = tables.filter(current_version__isnull=True).order_by("round__number", "number")
    return tuple(starmap(Place, missing.values_list("round__number", "number")))


def _seat_row(
    tournament: Tournament,
    table: int,
    seat: int,
    number: int,
    first_name: str,
    last_name: str,
    publish_name: bool,
    deleted_at: datetime | None,
    club_code: str | None,
    club_name: str | None,
    team: str,
    entry_id: int,
) -> SeatRow:
    club = club_code or club_name or ""
    person = Names(last_name, first_name, publish_name or bool(deleted_at))
    return SeatRow(
        table=table,
        seat=seat,
        number=number,
        name=person.name,
        list_name=person.list_name,
        public_name=person.public_name,
        public_list_name=person.public_list_name,
        club=club,
        affiliation=tournament.affiliation(club, team),
        entry_id=entry_id,
    )
