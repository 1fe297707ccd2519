"""What everything that changes a tournament asks first: whether it is finished or frozen."""

from tournament.errors import Refused
from tournament.models import Tournament


def open_tournament(tournament: Tournament, *, though_frozen: bool = False) -> Tournament:
    """The tournament as it is now, locked until the end of the transaction.

    Whoever locks rounds or tables as well does it after this. `though_frozen`: the act changes
    nothing in the standings, so they may be frozen. Refused: `tournament_finished` until it is
    resumed, `standings_are_frozen` until they are unfrozen.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tournament.status == Tournament.Status.FINISHED:
        raise Refused("tournament_finished")
    if tournament.frozen_at and not though_frozen:
        raise Refused("standings_are_frozen")
    return tournament
