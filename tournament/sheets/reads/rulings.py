"""Queries of rulings: which tables cannot be counted, and today's averages."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from scoring.pattern import is_whole
from tournament.models import GameTable, Seat, SheetKind, Tournament
from tournament.sheets.rules.rulings import average


@dataclass(frozen=True, slots=True)
class RuledTable:
    """A table whose figures the direction has set, with the kind and the text of the reason.

    `is_live`: a player there has the average of the other rounds.
    """

    round: int
    table: int
    why: str
    reason: str
    is_live: bool


def ruled_tables(tournament: Tournament, rounds: Iterable[int]) -> tuple[RuledTable, ...]:
    """Return the rulings to be shown with lists over these rounds, by round and table; one query.

    The database may have been changed by hand: keys missing in a ruling are left empty.
    """
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
    """Return the points at ruled tables with an average, by table id; one query, else two.

    An average is over all other rounds that have a result now. The second query is made only if
    there is such a table.
    """
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
    """Return the average of each player's other rounds, by table id and position; one query.

    Only rounds with a result count, and none whose figure is an average itself.
    """
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
