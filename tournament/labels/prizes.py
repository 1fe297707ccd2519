"""What prizes are for, in words."""

from collections.abc import Mapping

from django.utils.translation import gettext, ngettext

from tournament.labels.amounts import euros
from tournament.models import Pool
from tournament.prizes.rules import ORDERS, Award, Ladder


def ladder_name(ladder: Ladder, pools: Mapping[int, Pool]) -> str:
    """Return the name of a ladder: "Damen", "Bestes Runde 2"; a side pool goes before it."""
    name = ladder.category or gettext(ORDERS[ladder.kind].name)
    if ladder.round is not None:
        name = gettext("Best in round %(round)s") % {"round": ladder.round}
    pool = pools[ladder.pool].name if ladder.pool else name
    return name if pool == name else f"{pool}: {name}"


def place_words(award: Award) -> str:
    """Return the place, and how people of equal rank share or drew."""
    place = gettext("%(place)s.") % {"place": award.place}
    if award.sharers > 1:
        sharing = ngettext("shared with %(n)s other", "shared with %(n)s others", award.sharers - 1)
        place = f"{place} {sharing % {'n': award.sharers - 1}}"
    return f"{place} {gettext('(by lot)')}" if award.drawn else place


def prize_words(award: Award) -> str:
    """Return what somebody gets: the amount, the thing, or both."""
    amount = euros(award.amount) if award.amount else ""
    return ", ".join(filter(None, (amount, award.thing)))
