"""Refusals around numbers drawn at the registration desk."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

DESK_REFUSALS: dict[str, str | Promise] = {
    "desk_after_check_in": _(
        "Somebody is checked in already. Numbers are drawn from the first one on: undo the "
        "check-in first."
    ),
    "desk_is_open": _("Numbers are drawn at the registration desk already."),
    "desk_nobody_there": _("Nobody is checked in yet, so there is nobody to seat."),
    "desk_not_open": _("No numbers are drawn at the registration desk."),
    "desk_people_changed": _(
        "Sealed is another number of people. Seal the new one, post it, and let somebody give a "
        "new number."
    ),
    "desk_people_not_sealed": _(
        "The commitment is published, but the number of people expected is not sealed. Seal it "
        "first, then let somebody give a number."
    ),
    "desk_with_groups": _("Groups sit among themselves: that cannot be drawn one by one."),
}
