"""What two typings of the same totals look like that are not the same."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from tournament.core.typed_twice import Slip, Suspicion, suspicions


def suspicion_words(one: Sequence[object], other: Sequence[object]) -> str:
    """The slips that would explain the difference, to stand behind another sentence; often ""."""
    return "".join(f" {_sentence(suspicion)}" for suspicion in suspicions(one, other))


def _sentence(suspicion: Suspicion) -> str:
    if suspicion.slip is Slip.SIGNS:
        return _("All signs look reversed.")
    first, second = suspicion.seats
    words = {"one": first, "other": second}
    return _("Positions %(one)s and %(other)s look exchanged.") % words
