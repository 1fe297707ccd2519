"""What the draw has to heed about a player, in a few words."""

from django.utils.translation import gettext

from tournament.core.registration import PlayerData
from tournament.models import Entry


def seat_wishes(player: Entry | PlayerData) -> str:
    """Team, fixed table, and that somebody keeps no list; empty for nearly everybody."""
    wishes = []
    if player.team:
        wishes.append(gettext("Team %(team)s") % {"team": player.team})
    if player.fixed_table:
        wishes.append(gettext("always table %(table)s") % {"table": player.fixed_table})
    if not player.keeps_list:
        wishes.append(gettext("does not keep the list"))
    return " · ".join(wishes)
