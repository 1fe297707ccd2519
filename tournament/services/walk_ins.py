"""Whoever comes to the desk without being entered."""

from django.db import transaction

from tournament.core.registration import PlayerData
from tournament.models import Entry, Person, Tournament
from tournament.permissions import Actor
from tournament.services.check_in import check_in_player
from tournament.services.players import add_player


@transaction.atomic
def enter_walk_in(
    actor: Actor,
    tournament: Tournament,
    player: PlayerData,
    person: Person | None = None,
    *,
    another_person: bool = False,
) -> Entry:
    """Enter somebody with the next number and check him in, as a known `person` or a new one.

    Refused: what `add_player` refuses; "name_entered" unless it is said to be `another_person`.
    """
    entry = add_player(
        actor,
        tournament,
        player,
        another_person=another_person,
        person=person,
        is_unknown=another_person,
    )
    check_in_player(actor, entry, present=True)
    return entry
