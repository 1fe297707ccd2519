"""Whoever comes to the desk without being entered."""

from collections.abc import Collection

from django.db import transaction

from tournament.core.fields import PlayerData
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
    besides: Collection[int] = (),
    is_unknown: bool = False,
) -> Entry:
    """Enter somebody with the next number and check him in, as a known `person` or a new one.

    `besides` and `is_unknown`, and what is refused: as in `add_player`.
    """
    entry = add_player(
        actor,
        tournament,
        player,
        besides=besides,
        person=person,
        is_unknown=is_unknown,
    )
    check_in_player(actor, entry, present=True)
    return entry
