"""Rate limits for wrong passwords and codes, by origin of the attempt.

They are in the database, so that a restart forgets nothing. An attempt counts before it is checked,
and is forgotten if it was right: parallel attempts are limited like sequential ones.
"""

import hashlib
from collections.abc import Iterable, Mapping
from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from tournament.models import Failures

FAILURES_BEFORE_PAUSE = 5
FAILURES_REMEMBERED = timedelta(minutes=15)
PAUSE = timedelta(seconds=60)


@transaction.atomic
def count_attempt(limits: Mapping[str, int]) -> int:
    """Count an attempt for each key, or return the seconds of a pause that one of them has.

    `limits`: attempts per key within 15 minutes. The last of them starts a pause of a minute, every
    further one another. During a pause nothing is counted, and nothing may be checked.
    """
    now = timezone.now()
    Failures.objects.filter(since__lt=now - FAILURES_REMEMBERED).delete()
    most = {_key(who): limit for who, limit in limits.items()}
    new = [Failures(who=key, since=now) for key in sorted(most)]
    Failures.objects.bulk_create(new, ignore_conflicts=True)
    found = list(Failures.objects.select_for_update().filter(who__in=most).order_by("who"))
    left = timedelta(0)
    for each in found:
        # The clock may have been set back: no pause is longer than from now.
        if each.pause_until and each.pause_until > now + PAUSE:
            each.pause_until = now + PAUSE
            each.save(update_fields=["pause_until"])
        left = max(left, (each.pause_until or now) - now)
    if left:
        Failures.objects.filter(who__in=most, count=0).delete()
        return max(round(left.total_seconds()), 1)
    for each in found:
        each.count += 1
        each.pause_until = now + PAUSE if each.count >= most[each.who] else None
    Failures.objects.bulk_update(found, ["count", "pause_until"])
    return 0


@transaction.atomic
def forget_failures(own: Iterable[str], shared: Iterable[str] = ()) -> None:
    """After a right attempt, forget all failures of `own` keys, and this one of `shared` keys.

    Otherwise the holder of one account could go on guessing the others.
    """
    Failures.objects.filter(who__in=map(_key, own)).delete()
    others = Failures.objects.filter(who__in=map(_key, shared), count__gt=0)
    others.update(count=F("count") - 1, pause_until=None)


def _key(who: str) -> str:
    return hashlib.sha256(who.encode(errors="surrogatepass")).hexdigest()
