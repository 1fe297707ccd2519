"""The map of the hall: the places the direction assigns to tables."""

from collections.abc import Mapping

from django.db import transaction

from tournament.errors import Refused
from tournament.journal.writes import open_for, record
from tournament.models import Tournament
from tournament.permissions import Actor, may_edit_tournament
from tournament.seating.rules import MOST, Spot, moved_up

HIGHEST_TABLE = 999


@transaction.atomic
def arrange_hall(actor: Actor, tournament: Tournament, places: Mapping[int, Spot]) -> None:
    """Save the places of the tables, by number; none means rows again.

    Refused: `tournament_finished`, `hall_place_outside`, `hall_place_twice`.
    """
    before = open_for(may_edit_tournament, actor, tournament)
    taken: dict[Spot, int] = {}
    for number, spot in sorted(places.items()):
        if not (1 <= number <= HIGHEST_TABLE and set(spot) <= set(range(MOST))):
            raise Refused("hall_place_outside", table=number, most=MOST)
        if spot in taken:
            raise Refused("hall_place_twice", table=number, other=taken[spot])
        taken[spot] = number
    tournament.hall = {str(number): list(spot) for number, spot in moved_up(places).items()}
    if tournament.hall == before.hall:
        return
    tournament.save(update_fields=["hall"])
    record(actor, tournament, "hall_arranged", touched=[tournament])
