"""Withdrawal of complaints whose bookings are revoked. For services only."""

from collections.abc import Iterable

from django.utils import timezone

from tournament.errors import Refused
from tournament.models import Call
from tournament.permissions import Actor


def strike(actor: Actor, calls: Iterable[Call], reason: str) -> list[Call]:
    """Mark these calls as withdrawn and return them, for the journal; their bookings are cleared.

    Refused: `protest_is_final` where the jury has upheld the decision (TSR 8.2.1).
    """
    struck = []
    for call in calls:
        protest = getattr(call, "protest", None)
        if protest is not None and protest.changed is False:
            raise Refused("protest_is_final")
        call.penalty = call.adjustment = None
        call.withdrawn_at, call.withdrawn_by = timezone.now(), actor.user
        call.withdrawn_reason = reason
        call.save()
        struck.append(call)
    return struck
