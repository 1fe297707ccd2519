"""The points of every table of a tournament as they count today."""

from dataclasses import dataclass, replace

from scoring.pattern import is_whole
from tournament.core.places import Place
from tournament.models import GameTable, SheetKind, Tournament
from tournament.selectors.rulings import totals_today
from tournament.selectors.verifications import is_confirmed_at


class DamagedResult(Exception):
    """What is stored as a table's totals is none: somebody changed the database by hand."""

    def __init__(self, round: int, table: int) -> None:
        super().__init__(f"round {round}, table {table}")
        self.round = round
        self.table = table


@dataclass(frozen=True, slots=True)
class TableTotals:
    """A game table: the points of its seats if they are in, whether confirmed, whether ruled.

    `is_live`: an average is among the points, and is not final.
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


def table_totals(tournament: Tournament) -> dict[int, TableTotals]:
    """All game tables by id; one query, three where an average is among the points.

    Of the versions only the totals are read, they are large. Raises DamagedResult.
    """
    tables = GameTable.objects.filter(round__tournament=tournament)
    version = ("current_version__totals", "current_version__kind")
    columns = ("pk", "round__number", "number", "size", *version)
    found = {}
    for pk, round, number, size, totals, kind, is_confirmed in tables.values_list(
        *columns, is_confirmed_at("current_version")
    ):
        is_ruled = kind == SheetKind.RULING
        if totals is not None and not _are_totals(totals, size, may_be_none=is_ruled):
            raise DamagedResult(round, number)
        points = None if totals is None else tuple(totals)
        found[pk] = TableTotals(round, number, points, is_confirmed, is_ruled)
    if any(table.totals and None in table.totals for table in found.values()):
        for pk, points in totals_today(tournament).items():
            found[pk] = replace(found[pk], totals=points, is_live=True)
    return found


def _are_totals(value: object, size: int, *, may_be_none: bool) -> bool:
    if not isinstance(value, list) or len(value) != size:
        return False
    return all(is_whole(each) or (may_be_none and each is None) for each in value)
