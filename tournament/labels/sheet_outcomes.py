"""What became of a submitted sheet, in one word and in one sentence."""

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.english import figures

OUTCOMES: dict[str, str | Promise] = {
    "accepted": pgettext_lazy("score sheet", "entered"),
    "agreed": pgettext_lazy("table", "confirmed"),
    "confirmed": pgettext_lazy("table", "confirmed"),
    "repeated": pgettext_lazy("score sheet", "unchanged"),
    "stopped": pgettext_lazy("score sheet", "typed differently"),
    "unchanged": pgettext_lazy("score sheet", "unchanged"),
}
SENTENCES: dict[str, str | Promise] = {
    "accepted": _("Table %(table)s is saved: %(totals)s."),
    "agreed": _("Table %(table)s is confirmed: typed a second time, the same."),
    "confirmed": _("The totals agree with the list of table %(table)s: %(totals)s."),
    "repeated": _("Table %(table)s was saved like this already: %(totals)s."),
    "stopped": _("Table %(table)s was typed differently the second time. Entered: %(totals)s."),
    "unchanged": _("Table %(table)s was saved like this already: %(totals)s."),
}

SOLO_WAY_OUT = _(
    "If it cannot be played any more, the direction enters the totals of the table and accepts "
    "the missing solo with a reason."
)
"""What can be done about a list that only lacks a compulsory solo."""
PLAYERS_GONE = _("The players have left, the compulsory solo was not played any more.")
"""A reason of the direction that fits a list without a compulsory solo."""


def outcome_sentence(outcome: str, table: int, totals: Sequence[int]) -> str:
    """What became of the sheet of a table, with the totals that count."""
    return str(SENTENCES[outcome]) % {"table": table, "totals": figures(tuple(totals))}
