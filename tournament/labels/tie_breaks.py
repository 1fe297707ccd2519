"""What decides between equal totals, in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.core.tie_breaks import known_codes

# In the order in which the settings offer them.
TIE_BREAK_NAMES: dict[str, str | Promise] = {
    "last_rounds": _("the last round, then the one before it"),
    "last_round": _("the last round"),
    "best_round": _("the best single round"),
    "compulsory_solos_won": _("the number of compulsory solos won (tables with totals only: 0)"),
    "games_won": _("the number of games won (tables with totals only: 0)"),
    "opponents": _("the strength of the opponents (average of their totals)"),
    "lot": _("the lot (drawn with the seats of round 1, or once by the direction)"),
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
