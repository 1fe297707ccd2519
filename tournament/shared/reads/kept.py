"""In-memory cache of the process, invalidated by the next journal entry.

After a save, two hundred phones, a screen and the direction ask for the same results. Keys contain
the heads of the journals, so the next entry invalidates them; neither values nor keys may depend on
the time of day.
"""

import sys
from collections import Counter, OrderedDict, defaultdict
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
MOST = {"figures": 40, "results": 8, "looks": 8, "page": 60, "piece": 120}
MOST |= {"sheet": 60, "phone": 1000, "picture": 60, "document": 8}
"""Number of values kept per kind. Standings of 1,000 people after eight rounds take 1.5 MB, pages
up to 250 kB, documents megabytes; kinds do not evict each other."""
_HEADS = Prepared(
    lambda tournament: JournalHead.objects.filter(
        Q(tournament=tournament) | Q(tournament=None)
    ).values_list("tournament", "entries", "seal")
)
Heads = tuple[tuple[int | None, int, str], ...]
"""Of two journals: the tournament, or None for the installation; the length; the last seal."""
ROOM = 64 * 1024 * 1024
"""Bytes that all kinds take together; where it is full, that goes which has most of it."""
FIGURES = 512 * 1024
"""Bytes that a value counts for which does not tell its size: some have less, some thrice that."""
_kept: defaultdict[str, OrderedDict[object, Any]] = defaultdict(OrderedDict)
_taken: Counter[str] = Counter()
_being_made: dict[object, Lock] = {}
_lock = Lock()


def keep(
    kind: str, key: object, make: Callable[[], T], *, if_it: Callable[[T], bool] = lambda made: True
) -> T:
    """Return the cached value of a key, else call `make`; cached unless `if_it` refuses.

    Callers must not modify the value. Concurrent callers with the same key wait for one `make`.
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
                    _kept[kind][key] = made  # all may have been forgotten meanwhile
                    _taken[kind] += _size(made)
                    if len(_kept[kind]) > MOST[kind]:
                        _drop_oldest(kind)
                    while _taken.total() > ROOM:
                        _drop_oldest(max(_taken, key=lambda each: _taken[each]))
            return made
        finally:
            _being_made.pop((kind, key), None)


def _drop_oldest(kind: str) -> None:
    _key, dropped = _kept[kind].popitem(last=False)
    _taken[kind] -= _size(dropped)


def _size(value: object) -> int:
    """Return the bytes of a text, of pieces of text, of a file; else a guess."""
    value = getattr(value, "content", value)
    texts = value if isinstance(value, list) else [value]
    if all(isinstance(each, str | bytes) for each in texts):
        return sum(map(sys.getsizeof, texts))
    return FIGURES


def forget_all() -> None:
    """Clear the cache, after the database was replaced."""
    with _lock:
        _kept.clear()
        _taken.clear()
    for each in caches.all():
        each.clear()


def until_next_entry(tournament: Tournament, what: object, reckon: Callable[[], T]) -> T:
    """Return the result of `reckon`, cached until the next journal entry.

    Entries of the tournament and of the installation count. what: what it depends on besides the
    journals and the language. Not cached within a transaction, whose changes may not be in the
    journal yet. One query.
    """
    if connection.in_atomic_block:
        return reckon()
    return keep("figures", (tournament.pk, heads(tournament), get_language(), what), reckon)


def heads(tournament: Tournament) -> Heads:
    """Return the heads of the journals of tournament and installation; one query."""
    return tuple(sorted(_HEADS(tournament.pk), key=lambda head: head[0] is None))
