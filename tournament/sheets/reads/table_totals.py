"""The points of every table of a tournament as they count today."""

from collections.abc import Collection, Iterable
from functools import cache
from typing import Any, NamedTuple, TypeGuard

from tournament.models import GameTable, SheetKind, Tournament
from tournament.shared.reads.prepared import Prepared, as_text, values_of
from tournament.shared.rules.places import Place
from tournament.sheets.reads.rulings import totals_today
from tournament.sheets.reads.verifications import asks_for_verification, is_confirmed_where


class DamagedResult(Exception):
    """The stored totals of a table are invalid: the database was changed by hand."""

    def __init__(self, round: int, table: int) -> None:
        super().__init__(f"round {round}, table {table}")
        self.round = round
        self.table = table


class TableTotals(NamedTuple):
    """The points of a game table, if entered, and whether they are confirmed and ruled.

    `is_live`: the points include an average, and are not final.
    """

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


def table_rows(tournaments: Collection[Tournament]) -> dict[int, list[TableRow]]:
    """Return the game tables of each tournament, by tournament id; one query.

    Of the versions only the totals are read, since the contents are large.
    """
    found: dict[int, list[TableRow]] = {each.pk: [] for each in tournaments}
    rows = _tables(asks_for_verification(tournaments))(*found)
    all_totals = values_of(row[5] for row in rows)
    for (tournament, *own, _text, kind, confirmed), totals in zip(rows, all_totals, strict=True):
        pk, round, number, size = own
        found[tournament].append(TableRow(pk, round, number, size, totals, kind, confirmed))
    return found


@cache
def _tables(is_asked: bool) -> Prepared[tuple[Any, ...]]:
    columns = ("round__tournament", "pk", "round__number", "number", "size")
    version = (as_text("current_version__totals"), "current_version__kind")
    confirmed = is_confirmed_where(is_asked, "current_version")
    tables = GameTable.objects.values_list(*columns, *version, confirmed)
    return Prepared(lambda *tournaments: tables.filter(round__tournament__in=tournaments))


def table_totals(tournament: Tournament, rows: Iterable[TableRow]) -> dict[int, TableTotals]:
    """Return all game tables of a tournament by id; two queries where points include an average.

    Raises DamagedResult.
    """
    found = {row.table_id: _table_totals(row) for row in rows}
    if any(table.totals and None in table.totals for table in found.values()):
        for pk, points in totals_today(tournament).items():
            found[pk] = found[pk]._replace(totals=points, is_live=True)
    return found


def _table_totals(row: TableRow) -> TableTotals:
    is_ruled = row.kind == SheetKind.RULING
    if row.totals is None:
        return TableTotals(row.round, row.number, None, row.is_confirmed, is_ruled)
    if not _are_totals(row.totals, row.size, may_be_none=is_ruled):
        raise DamagedResult(row.round, row.number)
    return TableTotals(row.round, row.number, tuple(row.totals), row.is_confirmed, is_ruled)


def _are_totals(value: object, size: int, *, may_be_none: bool) -> TypeGuard[list[Any]]:
    if not isinstance(value, list) or len(value) != size:
        return False
    kinds = set(map(type, value))
    return kinds <= {int, type(None)} if may_be_none else kinds == {int}
