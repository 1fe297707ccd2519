"""What the tables of a tournament have: points as they count today, rulings, games, contents."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple, TypeGuard

from django.db.models import QuerySet

from scoring.pattern import is_whole
from tournament.models import GameTable, Round, Seat, SheetKind, Tournament, VerificationRule
from tournament.shared.reads.prepared import Prepared
from tournament.shared.rules.places import Place, SeatRow
from tournament.sheets.reads.verifications import is_result_confirmed
from tournament.sheets.rules.results import Game, TableGames
from tournament.sheets.rules.table_rules import average, solo_kinds, table_games


class DamagedResult(Exception):
    """The stored totals of a table are invalid: the database was changed by hand."""

    def __init__(self, round: int, table: int) -> None:
        super().__init__(f"round {round}, table {table}")
        self.round = round
        self.table = table


class TableTotals(NamedTuple):
    """The points of a table, if entered; `is_live`: with an average, so not final."""

    round: int
    number: int
    totals: tuple[int, ...] | None
    is_confirmed: bool
    is_ruled: bool
    is_live: bool = False

    @property
    def place(self) -> Place:
        """Its round and number."""
        return Place(self.round, self.number)


class TableRow(NamedTuple):
    """The stored data of a game table, unchecked."""

    table_id: int
    round: int
    number: int
    size: int
    totals: object
    kind: str | None
    is_confirmed: bool


def table_rows(
    tournaments: Collection[Tournament], rounds: Collection[int] = ()
) -> dict[int, list[TableRow]]:
    """Return the tables by tournament id, without the large contents; one query.

    rounds: ids of the only rounds to read.
    """
    found: dict[int, list[TableRow]] = {each.pk: [] for each in tournaments}
    is_asked = any(each.verification != VerificationRule.NONE for each in tournaments)
    rows = _tables(is_asked, "round" if rounds else "round__tournament")(*(rounds or found))
    for tournament, *row in rows:
        found[tournament].append(TableRow(*row))
    return found


@cache
def _tables(is_asked: bool, of: str) -> Prepared[tuple[Any, ...]]:
    columns = ("round__tournament", "pk", "round__number", "number", "size")
    version = ("current_version__totals", "current_version__kind")
    confirmed = is_result_confirmed(is_asked)
    tables = GameTable.objects.values_list(*columns, *version, confirmed)
    return Prepared(lambda *ids: tables.filter(**{f"{of}__in": ids}))


def checked_totals(rows: Iterable[TableRow]) -> dict[int, TableTotals]:
    """Return tables by id; an average that is due is None in the totals. Raises DamagedResult."""
    found: dict[int, TableTotals] = {}
    for row in rows:
        is_ruled, totals = row.kind == SheetKind.RULING, None
        if row.totals is not None:
            if not _are_totals(row.totals, row.size, may_be_none=is_ruled):
                raise DamagedResult(row.round, row.number)
            totals = tuple(row.totals)
        place = row.round, row.number
        found[row.table_id] = TableTotals(*place, totals, row.is_confirmed, is_ruled)
    return found


def has_average(tables: Mapping[int, TableTotals]) -> bool:
    """Whether somebody's average of other rounds counts at one of these tables."""
    return any(table.totals and None in table.totals for table in tables.values())


def with_averages(
    tables: Mapping[int, TableTotals], today: Mapping[int, tuple[int, ...]]
) -> dict[int, TableTotals]:
    """Return the tables with today's averages (`totals_today`)."""
    return {
        pk: table._replace(totals=today[pk], is_live=True) if pk in today else table
        for pk, table in tables.items()
    }


def _are_totals(value: object, size: int, *, may_be_none: bool) -> TypeGuard[list[Any]]:
    if not isinstance(value, list) or len(value) != size:
        return False
    kinds = set(map(type, value))
    return kinds <= {int, type(None)} if may_be_none else kinds == {int}


@dataclass(frozen=True, slots=True)
class RuledTable:
    """Figures set by the direction, and why; `is_live`: with somebody's average."""

    round: int
    table: int
    why: str
    reason: str
    is_live: bool


def ruled_tables(tournament: Tournament, rounds: Iterable[int]) -> tuple[RuledTable, ...]:
    """Return the rulings of these rounds, in order; keys missing after tampering are ""."""
    tables = _ruled(tournament).filter(round__number__in=list(rounds))
    version = ("current_version__content", "current_version__totals")
    rows = tables.order_by("round__number", "number").values_list(
        "round__number", "number", *version
    )
    return tuple(
        RuledTable(
            round, number, str(content.get("ruling")), str(content.get("reason")), None in totals
        )
        for round, number, content, totals in rows
    )


def totals_today(tournament: Tournament) -> dict[int, tuple[int, ...]]:
    """Return today's points at tables with an average, by table id; at most two queries."""
    totals = dict(_ruled(tournament).values_list("pk", "current_version__totals"))
    live = {pk: figures for pk, figures in totals.items() if None in figures}
    averages = averages_at(live) if live else {}
    return {
        pk: tuple(
            averages.get((pk, position), 0) if figure is None else figure
            for position, figure in enumerate(figures, start=1)
        )
        for pk, figures in live.items()
    }


def averages_at(tables: Collection[int]) -> dict[tuple[int, int], int]:
    """Return the average of each player's other rounds with a figure, by table and position."""
    people = Seat.objects.filter(table__in=tables).values("entry")
    seats = Seat.objects.filter(entry__in=people)
    version = "table__current_version__totals"
    rows = list(seats.values_list("entry", "table", "position", version))
    points: dict[int, dict[int, int]] = {}
    for entry, table, position, totals in rows:
        figure = totals[position - 1] if totals else None
        if is_whole(figure):
            points.setdefault(entry, {})[table] = figure
    return {
        (table, position): average(
            [figure for other, figure in points.get(entry, {}).items() if other != table]
        )
        for entry, table, position, _totals in rows
        if table in tables
    }


def _ruled(tournament: Tournament) -> QuerySet[GameTable]:
    return GameTable.objects.filter(
        round__tournament=tournament, current_version__kind=SheetKind.RULING
    )


def games_by_table(tournament: Tournament, last: int) -> dict[int, TableGames]:
    """Return the games on the lists of all rounds up to `last`, by table id; one query."""
    tables = GameTable.objects.filter(
        round__tournament=tournament, round__number__lte=last, current_version__isnull=False
    )
    solos = solo_kinds(tournament.rule_set)
    rows = tables.values_list("pk", "current_version__content")
    return {pk: table_games(content, solos) for pk, content in rows}


def seed_of_lot(tournament: Tournament) -> str:
    """Return the seed of the lot: drawn for it, else of the seats of round 1, else ""."""
    rounds = Round.objects.filter(tournament=tournament, number=1)
    seeds = rounds.values_list("tournament__tie_break_lot__seed", "draw__seed")
    return "".join(drawn or of_seats for drawn, of_seats in seeds)


@dataclass(frozen=True)
class ListedTable:
    """A table with its list; `totals` as today, `fixed` with None for averages of other rounds."""

    round: int
    number: int
    players: tuple[SeatRow, ...]
    kind: SheetKind
    content: Mapping[str, Any]
    totals: tuple[int, ...]
    fixed: tuple[int | None, ...]
    solos: frozenset[str]
    """The kinds of solos that are owed."""

    @cached_property
    def games(self) -> TableGames:
        """The games, or only their number."""
        return table_games(self.content, self.solos)

    @cached_property
    def rows(self) -> tuple[Mapping[str, Any], ...]:
        """The games as written down; empty where only totals are entered."""
        return tuple(self.content.get("rows", ())) if self.games.listed else ()

    @cached_property
    def penalties(self) -> tuple[Mapping[str, Any], ...]:
        """The penalties on the list."""
        return tuple(self.content.get("penalties", ()))

    def penalty_in(self, row: int, position: int) -> int:
        """Return the points that penalties move at a position in a row, both counted from 1."""
        booked = (each["points"][position - 1] for each in self.penalties if each["row"] == row)
        return sum(points or 0 for points in booked)

    def games_of(self, position: int) -> int | None:
        """Return the number of games a position has played; None where unknown."""
        return self.games.played_by(position, len(self.players))

    def game(self, row: int) -> Game:
        """Return a game, counted from 1."""
        return self.games.listed[row - 1]


def listed_tables(
    tournament: Tournament, seats: Mapping[int, Iterable[SeatRow]]
) -> tuple[ListedTable, ...]:
    """Return the tables that have a result, in order; `seats` by round. Two queries."""
    totals = checked_totals(table_rows([tournament])[tournament.pk])
    if has_average(totals):
        totals = with_averages(totals, totals_today(tournament))
    solos = solo_kinds(tournament.rule_set)
    players: dict[tuple[int, int], list[SeatRow]] = {}
    for number, rows in seats.items():
        for seat in rows:
            players.setdefault((number, seat.table), []).append(seat)
    found = GameTable.objects.filter(round__tournament=tournament, current_version__isnull=False)
    version = ("kind", "content", "totals")
    in_order = found.filter(round__number__in=seats).order_by("round__number", "number")
    versions = in_order.values_list("pk", *(f"current_version__{name}" for name in version))
    return tuple(
        ListedTable(
            round=totals[pk].round,
            number=totals[pk].number,
            players=tuple(players.get(totals[pk].place, ())),
            kind=SheetKind(kind),
            content=content,
            totals=totals[pk].totals or (),
            fixed=tuple(fixed),
            solos=solos,
        )
        for pk, kind, content, fixed in versions
        if totals[pk].place in players
    )


def known_averages(tables: tuple[ListedTable, ...]) -> dict[int, int]:
    """Return everybody's average at these tables, by start number."""
    points: dict[int, list[int]] = {}
    for table in tables:
        for seat, figure in zip(table.players, table.fixed, strict=True):
            points.setdefault(seat.number, []).extend([] if figure is None else [figure])
    return {number: average(figures) for number, figures in points.items()}
