"""Words of the missing-sheet board: its states, and the keys that show them alone."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

BOARD_STATES: dict[str, str | Promise] = {
    "drawn": pgettext_lazy("table", "drawn"),
    "running": pgettext_lazy("table", "playing"),
    "due": pgettext_lazy("table", "sheet due"),
    "received": pgettext_lazy("table", "at the desk"),
    "entered": _("entered"),
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
    "confirmed": pgettext_lazy("key: confirmed", "c"),
}
SHAPES = {
    "drawn": "○",
    "running": "▷",
    "due": "!",
    "received": "◐",
    "entered": "●",
    "confirmed": "✓",
}
"""A shape for each state, so that nobody needs its colour."""
