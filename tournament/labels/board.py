"""Words of the missing-sheet board: its states, and the keys that show them alone."""

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

BOARD_STATES: dict[str, str | Promise] = {
    "drawn": pgettext_lazy("table", "drawn"),
    "running": pgettext_lazy("table", "playing"),
    "due": pgettext_lazy("table", "sheet due"),
    "received": pgettext_lazy("table", "at the desk"),
    "entered": _("entered"),
    "unverified": pgettext_lazy("table", "not verified"),
    "confirmed": pgettext_lazy("table", "confirmed"),
}

# The letter of each filter. Digits belong to the number of a table, and the letters of places
# (after "g") to those.
BOARD_KEYS: dict[str, str | Promise] = {
    "all": pgettext_lazy("key: all", "a"),
    "missing": pgettext_lazy("key: missing", "m"),
    "drawn": pgettext_lazy("key: drawn", "w"),
    "running": pgettext_lazy("key: playing", "p"),
    "due": pgettext_lazy("key: sheet due", "s"),
    "received": pgettext_lazy("key: at the desk", "k"),
    "entered": pgettext_lazy("key: entered", "n"),
    "unverified": pgettext_lazy("key: not verified", "v"),
    "confirmed": pgettext_lazy("key: confirmed", "c"),
}
SHAPES = {
    "drawn": "○",
    "running": "▷",
    "due": "!",
    "received": "◔",
    "entered": "●",
    "unverified": "◐",
    "confirmed": "✓",
}
"""A shape for each state, so that nobody needs its colour."""


def table_says(number: int, state: str, due_minutes: int, *, awaits_direction: bool) -> str:
    """A table and its state in words: "Table 7: sheet due, due for 12 min"."""
    told = [str(BOARD_STATES[state])]
    if due_minutes:
        told.append(gettext("due for %(minutes)s min") % {"minutes": due_minutes})
    if awaits_direction:
        told.append(gettext("dealt out of turn: to be confirmed"))
    return f"{gettext('Table %(number)s') % {'number': number}}: {', '.join(told)}"
