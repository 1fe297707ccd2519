"""What decides between equal totals, in words."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

TIE_BREAK_NAMES: dict[str, str | Promise] = {
    "best_round": _("the best single round"),
    "last_rounds": _("the last round, then the one before it"),
}


def tie_break_sentence(codes: Sequence[str]) -> str:
    """What decides between equal totals, in this order; without criteria they share a rank."""
    if not codes:
        return gettext("Equal totals share a rank.")
    names = gettext(", then ").join(str(TIE_BREAK_NAMES[code]) for code in codes)
    return gettext("Equal totals: %(criteria)s decides.") % {"criteria": names}
