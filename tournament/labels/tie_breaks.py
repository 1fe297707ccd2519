"""What decides between equal totals, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from tournament.core.tie_breaks import CRITERIA, known_codes

TIE_BREAK_NAMES: dict[str, str | Promise] = {
    code: gettext_lazy(each.name) for code, each in CRITERIA.items()
}


def tie_break_sentence(stored: object) -> str:
    """What decides between equal totals, in this order; without criteria they share a rank.

    `stored` is the chain as the database holds it; what is no criterion is named.
    """
    names = gettext(", then ").join(str(TIE_BREAK_NAMES[code]) for code in known_codes(stored))
    if names:
        sentence = gettext("Equal totals: %(criteria)s decides.") % {"criteria": names}
    else:
        sentence = gettext("Equal totals share a rank.")
    return " ".join(filter(None, (sentence, unknown_tie_breaks(stored))))


def unknown_tie_breaks(stored: object) -> str:
    """What to say of a stored chain that does not consist of criteria; empty where it does."""
    if stored == list(known_codes(stored)):
        return ""
    sentence = gettext("Setting “%(field)s”: the program does not know what is stored: %(found)s.")
    return sentence % {"field": gettext("tie-breaks"), "found": stored}
