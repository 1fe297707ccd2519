"""The one store, in the memory of a process, of what is made once for many readers.

Behind a save stand two hundred phones, a screen and the direction, who all ask for the same. What
is kept is known by the heads of the journals, so the next entry makes it anew, and nothing that
changes with the time of day may be in it or in its key.
"""

from collections import OrderedDict, defaultdict
from collections.abc import Callable
from threading import Lock
from typing import Any, TypeVar

from django.core.cache import caches
from django.db import connection
from django.db.models import Q
from django.utils.translation import get_language

from tournament.models import JournalHead, Tournament
from tournament.shared.reads.prepared import Prepared

T = TypeVar("T")
MOST = {"figures": 40, "page": 60, "phone": 1000, "picture": 60, "document": 8}
"""How many of each kind are kept. Standings of 1,000 people after eight rounds take 1.5 MB, pages
up to 250 kB, documents megabytes; none of a kind pushes out what others wait for."""
_HEADS = Prepared(
    lambda tournament: JournalHead.objects.filter(
        Q(tournament=tournament) | Q(tournament=None)
    ).values_list("entries", "seal")
)
_kept: defaultdict[str, OrderedDict[object, Any]] = defaultdict(OrderedDict)
_being_made: dict[object, Lock] = {}
_lock = Lock()


def keep(
    kind: str, key: object, make: Callable[[], T], *, if_it: Callable[[T], bool] = lambda made: True
) -> T:
    """What `make` gave for this key before, else now; kept unless `if_it` says no.

    Whoever gets it changes nothing in it. Who asks while it is made waits for it, and only he.
    """
    with _lock:
        kept = _kept[kind]
        if key in kept:
            kept.move_to_end(key)
            found: T = kept[key]
            return found
        turn = _being_made.setdefault((kind, key), Lock())
    with turn:
        if key in kept:
            return keep(kind, key, make)
        try:
            made = make()
            if if_it(made):
                with _lock:
                    kept[key] = made
                    if len(kept) > MOST[kind]:
                        kept.popitem(last=False)
            return made
        finally:
            _being_made.pop((kind, key), None)


def forget_all() -> None:
    """Forget whatever was made of a database that is another one now."""
    with _lock:
        _kept.clear()
    for each in caches.all():
        each.clear()


def until_next_entry(tournament: Tournament, what: object, reckon: Callable[[], T]) -> T:
    """What `reckon` gave since the newest entry of the tournament's journal or the installation's.

    what: what it depends on beside the journals and the language. Within a transaction it is
    reckoned anew, as what was changed there may not stand in the journal yet. One query.
    """
    if connection.in_atomic_block:
        return reckon()
    return keep("figures", (tournament.pk, heads(tournament), get_language(), what), reckon)


def heads(tournament: Tournament) -> tuple[tuple[int, str], ...]:
    """How far the journals of the tournament and the installation are; one query.

    As long as they are the same nothing has changed in what stands in them.
    """
    return tuple(sorted(_HEADS(tournament.pk)))
