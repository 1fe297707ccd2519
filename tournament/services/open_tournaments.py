"""What everything that changes a tournament asks first: whether it is over."""

from tournament.errors import Refused
from tournament.models import Tournament
from tournament.permissions import THOUGH_FROZEN, Actor, Permission, require
from tournament.selectors.prepared import Prepared

_LOCKED = Prepared(lambda tournament: Tournament.objects.select_for_update().filter(pk=tournament))


def open_for(permission: Permission, actor: Actor, tournament: Tournament) -> Tournament:
    """The tournament as `open_tournament` gives it, for who may do this; `PermissionDenied`."""
    require(permission, actor, tournament)
    return open_tournament(tournament, though_frozen=permission in THOUGH_FROZEN)


def open_tournament(tournament: Tournament, *, though_frozen: bool = False) -> Tournament:
    """The tournament as it is now, locked until the end of the transaction.

    Whoever locks rounds or tables as well does it after this. `though_frozen`: the act changes
    nothing in the standings, so it may be over. Refused: `tournament_finished` until it is resumed.
    """
    locked = _LOCKED.one(tournament.pk)
    if locked is None:
        raise Tournament.DoesNotExist
    if locked.is_over and not though_frozen:
        raise Refused("tournament_finished")
    return locked
