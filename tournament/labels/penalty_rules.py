"""The paragraphs under which penalty points are booked, in words (rules.md section 6)."""

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
