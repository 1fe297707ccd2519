"""Queries of the hall: places of the tables, and the rate of incoming sheets."""

from datetime import datetime

from django.db.models import Max

from tournament.models import GameTable, Round, SheetVersion, Tournament
from tournament.seating.reads.draws import players_to_draw
from tournament.seating.rules import Arrivals, Spot, arrivals_until


def places_in_hall(tournament: Tournament) -> dict[int, Spot]:
    """Return the places set by the direction, by table number; empty without a map."""
    return {int(number): Spot(*place) for number, place in tournament.hall.items()}


def tables_for_hall(tournament: Tournament) -> range:
    """Return the table numbers in use or to come: drawn, on the map, or needed for the players.

    At most five queries.
    """
    drawn = GameTable.objects.filter(round__tournament=tournament)
    most = max(drawn.aggregate(most=Max("number"))["most"] or 0, *places_in_hall(tournament), 0)
    if not most:
        sizes = players_to_draw(tournament).sizes
        most = sizes.tables if sizes else 0
    return range(1, most + 1)


def arrivals_in(round: Round, now: datetime) -> Arrivals | None:
    """Return the arrival of a round's sheets, by the first version of each; one query."""
    first = SheetVersion.objects.filter(table__round=round, number=1)
    still_in = first.filter(table__current_version__isnull=False)
    moments = list(still_in.values_list("created_at", flat=True))
    return arrivals_until(moments, min(now, round.closed_at or now))
