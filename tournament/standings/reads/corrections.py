"""Queries of public corrections: changes after the result of a round had been closed."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, pairwise

from django.db.models import F

from tournament.models import Seat, SheetVersion, Tournament
from tournament.shared.rules.places import Place

Cell = tuple[int, int]
"""A player's points in a round: id of the entry, number of the round."""


@dataclass(frozen=True, slots=True)
class Correction:
    """The last change of a table's points after its round was closed (`closed_at`)."""

    round: int
    table: int
    at: datetime
    closed_at: datetime


def corrections_of(tournament: Tournament, rounds: Iterable[int]) -> tuple[Correction, ...]:
    """Return the corrections that lists over these rounds must show, by round and table; one query.

    A version with the same points, such as the list behind totals, is no correction. A change while
    the round is open again is one, because its first result was public.
    """
    corrected = SheetVersion.objects.filter(
        table__round__tournament=tournament,
        table__round__number__in=list(rounds),
        table__current_version__isnull=False,
        number__gt=1,
        created_at__gt=F("table__round__first_closed_at"),
    )
    versions = SheetVersion.objects.filter(table__in=corrected.order_by().values("table")).order_by(
        "table__round__number", "table__number", "number"
    )
    rows = versions.values_list(
        *("table__round__number", "table__number", "table__round__first_closed_at"),
        *("created_at", "totals"),
    )
    found = []
    for (round, table, closed_at), of_table in groupby(rows, key=lambda row: row[:3]):
        changed = [
            at
            for (*_, before), (*_, at, totals) in pairwise(of_table)
            if at > closed_at and totals != before
        ]
        if changed:
            found.append(Correction(round, table, changed[-1], closed_at))
    return tuple(found)


def cells_at(tournament: Tournament, places: Iterable[Place]) -> frozenset[Cell]:
    """Return the cells whose points come from these tables; one query if there are any tables."""
    tables = set(places)
    if not tables:
        return frozenset()
    rounds = {round for round, _table in tables}
    seats = Seat.objects.filter(round__tournament=tournament, round__number__in=rounds)
    rows = seats.values_list("entry", "round__number", "table__number")
    return frozenset((entry, round) for entry, round, table in rows if (round, table) in tables)
