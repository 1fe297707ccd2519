"""What everything that changes a tournament asks first: whether it is finished."""

from tournament.errors import Refused
from tournament.models import Tournament


def open_tournament(tournament: Tournament) -> Tournament:
    """The tournament as it is now, locked until the end of the transaction.

    Whoever locks rounds or tables as well does it after this. Refused: `tournament_finished`: its
    final standings hold until it is resumed.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tournament.status == Tournament.Status.FINISHED:
        raise Refused("tournament_finished")
    return tournament
