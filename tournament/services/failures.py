"""Who guesses has to wait: wrong passwords and codes, counted by who tries.

In the cache: forgotten when the program starts again, and never a way to lock somebody out from
elsewhere.
"""

import hashlib
from datetime import timedelta

from django.core.cache import cache
from django.utils import timezone

FAILURES_BEFORE_PAUSE = 5
FAILURES_REMEMBERED = timedelta(minutes=15)
PAUSE = timedelta(seconds=60)


def seconds_of_pause(who: str) -> int:
    """For how many seconds nothing of theirs is checked; 0 without a pause."""
    left = cache.get(f"{_key(who)}-pause", 0) - timezone.now().timestamp()
    return max(round(left), 1) if left > 0 else 0


def count_failure(who: str) -> None:
    """Five within 15 minutes bring a pause of a minute, every further one another."""
    key, seconds = _key(who), PAUSE.total_seconds()
    cache.add(key, 0, FAILURES_REMEMBERED.total_seconds())
    if cache.incr(key) >= FAILURES_BEFORE_PAUSE:
        cache.set(f"{key}-pause", timezone.now().timestamp() + seconds, seconds)


def forget_failures(who: str) -> None:
    """Begin to count anew."""
    cache.delete(_key(who))


def _key(who: str) -> str:
    return "failures-" + hashlib.sha256(who.encode()).hexdigest()
