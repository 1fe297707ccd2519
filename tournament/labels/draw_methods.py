"""The ways of drawing, as a judge calls them."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

DRAW_METHODS: dict[str, str | Promise] = {
    "plan": _("Tournament plan: all rounds at once"),
    "redraw": _("Every round drawn anew"),
    "ranked": _("By the standings: neighbours together"),
    "snake": _("By the standings: snake"),
    "manual": _("By hand"),
}
"""By the codes of tournament.core.draw.METHODS, and by hand."""

METHOD_HINTS: dict[str, str | Promise] = {
    "plan": _("Everybody can know all their tables in the morning. Best against repeats."),
    "redraw": _("Round after round by lot; those who come or go in between do no harm."),
    "ranked": _("From round 2 on first to fourth sit together, fifth to eighth, and so on."),
    "snake": _("From round 2 on the strong are spread over the tables."),
}


def method_name(method: str) -> str:
    """The method in the language in force."""
    return str(DRAW_METHODS[method])
