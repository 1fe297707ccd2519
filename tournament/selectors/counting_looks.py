"""Which second looks count: those that satisfy what the tournament asks for now."""

from django.db.models import Exists, F, OuterRef, Q

from tournament.models import SecondLook, SecondLookRule

_PERSON = Q(how=SecondLookRule.PERSON) | (Q(how="decided") & ~Q(user=F("version__user")))
_ASKS_FOR_LESS = ~Q(version__table__round__tournament__second_look=SecondLookRule.PERSON)


def is_confirmed_at(version: str) -> Exists:
    """Whether the version that this path of a query leads to is confirmed.

    A blind look by the same person counts no longer once a second person is asked for, nor does
    what somebody has decided about a version of their own; they stay, and count again when less
    is asked for.
    """
    looks = SecondLook.objects.filter(_ASKS_FOR_LESS | _PERSON)
    return Exists(looks.filter(version=OuterRef(version)))
