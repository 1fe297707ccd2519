"""What is reckoned once until the next entry in a journal, for all who look at it.

Behind a save stand two hundred phones and a screen that ask for the same standings.
"""

from collections import OrderedDict
from collections.abc import Callable
from threading import RLock
from typing import Any, TypeVar

from django.db import connection
from django.db.models import Q
from django.utils.translation import get_language

from tournament.models import JournalHead, Tournament
from tournament.selectors.prepared import Prepared
from tournament.selectors.standings import StandingsReport, standings_after

T = TypeVar("T")
MOST = 40
"""Standings of 1,000 people after eight rounds take 1.5 MB."""
_HEADS = Prepared(
    lambda tournament: JournalHead.objects.filter(
        Q(tournament=tournament) | Q(tournament=None)
    ).values_list("entries", "seal")
)
_found: OrderedDict[object, Any] = OrderedDict()
_one_at_a_time = RLock()
"""Who asks meanwhile for the same would only reckon it a second time."""


def until_next_entry(tournament: Tournament, what: object, reckon: Callable[[], T]) -> T:
    """What `reckon` gave since the newest entry of the tournament's journal or the installation's.

    what: what it depends on beside the journals and the language. Whoever gets it changes nothing
    in it. Within a transaction it is reckoned anew, as what was changed there may not stand in the
    journal yet. One query.
    """
    if connection.in_atomic_block:
        return reckon()
    key = (tournament.pk, heads(tournament), get_language(), what)
    with _one_at_a_time:
        if key not in _found:
            _found[key] = reckon()
            if len(_found) > MOST:
                _found.popitem(last=False)
        _found.move_to_end(key)
        found: T = _found[key]
        return found


def shown_standings(
    tournament: Tournament, after_round: int | None = None, tag: str = ""
) -> StandingsReport:
    """`standings_after` for pages and screens, which come back for it."""
    return until_next_entry(
        tournament,
        ("standings", after_round, tag),
        lambda: standings_after(tournament, after_round, tag),
    )


def heads(tournament: Tournament) -> tuple[tuple[int, str], ...]:
    """How far the journals of the tournament and the installation are; one query.

    As long as they are the same nothing has changed in what stands in them.
    """
    return tuple(sorted(_HEADS(tournament.pk)))
