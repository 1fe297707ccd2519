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
    "freeze_sheets_missing": _("Score sheets are missing: %(places)s."),
    "standings_changed": _(
        "The standings have changed since this page was opened. Please look at them again."
    ),
    "tournament_not_finished": _("The tournament is not finished."),
}
