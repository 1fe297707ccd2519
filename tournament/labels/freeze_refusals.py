"""Sentences for what is refused about freezing the standings."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

FREEZE_REFUSALS: dict[str, str | Promise] = {
    "contradicts_journal": ngettext_lazy(
        "What is stored is not what the journal says, in %(count)s place. %(first)s To declare the "
        "standings final all the same needs a reason.",
        "What is stored is not what the journal says, in %(count)s places. %(first)s To declare "
        "the standings final all the same needs a reason.",
        "count",
    ),
    "freeze_reason_needed": _("To declare the standings final all the same needs a reason."),
    "freeze_sheets_missing": ngettext_lazy(
        "The score sheet of table %(tables)s (round-table) is missing.",
        "The score sheets of the tables %(tables)s (round-table) are missing.",
        "count",
    ),
    "standings_are_frozen": _(
        "The standings are declared final. Whoever wants to change anything that counts takes "
        "that back first, with the results."
    ),
    "standings_changed": _(
        "The standings have changed since this page was opened. Please look at them again."
    ),
    "standings_not_frozen": _("The standings are not declared final."),
    "tournament_not_finished": _("The tournament is not finished."),
    "unfreeze_reason_needed": _("To take back that the standings are final needs a reason."),
}
