"""The paragraphs under which penalty points are booked, in words (rules.md section 6).

And why a penalty cannot stand where it does.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

PENALTY_RULES: dict[str, str | Promise] = {
    "9.3.2": _("minor violation in a normal game"),
    "9.3.3a": _("minor violation by the soloist"),
    "9.3.3b1": _("minor violation against the soloist, possibly to the soloist’s disadvantage"),
    "9.3.3b2": _("minor violation against the soloist, not to the soloist’s disadvantage"),
    "9.4.3": _("serious violation, the game is not played"),
    "9.4.4": _("serious violation in a solo"),
    "9.5.1": _("violation in a game already decided"),
}

PENALTY_AMOUNTS: dict[str, str | Promise] = {
    "announced_solo": _(
        "Penalty under %(rule)s against position %(seat)s: in a compulsory or voluntary solo "
        "9.3.3 a or b applies."
    ),
    "deduction": _(
        "Penalty against position %(seat)s: it is a deduction from this position alone."
    ),
    "game_points": _(
        "Penalty under %(rule)s against position %(seat)s: the solo counts as played, nobody has "
        "points besides."
    ),
    "no_reason": _("Penalty against position %(seat)s: the reason is missing."),
    "not_free": _(
        "Penalty against position %(seat)s: there is no paragraph “%(rule)s” in these rules. "
        "Points and a reason belong here."
    ),
    "offender": _(
        "Penalty under %(rule)s: position %(seat)s cannot have committed it in this game."
    ),
    "pattern": _(
        "Penalty under %(rule)s against position %(seat)s: the points do not fit the paragraph."
    ),
    "unknown_row": _(
        "Penalty under %(rule)s against position %(seat)s: its game does not stand on the list."
    ),
    "unknown_rule": _(
        "Penalty against position %(seat)s: there is no paragraph “%(rule)s” for penalties."
    ),
}
