"""Sentences for draws that cannot be made and for the files they are made from."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core.draw import CannotDraw
from tournament.labels.filling import filled

DRAW_REFUSALS: dict[str, str | Promise] = {
    "seating_file_too_large": _("The file is larger than %(megabytes)s megabytes."),
    "seating_not_json": _("The file is not readable JSON."),
    "seating_without_players": _("The file names no players (“players”)."),
    "seating_bad_player": _(
        "Player no. %(number)s of the file cannot be read: “id” is needed; “club” and “team” are "
        "texts, “table” and “queue” numbers, “no_list” is true or false."
    ),
    "seating_id_twice": _("The file names “%(id)s” twice."),
    "seating_bad_standings": _("The file of the standings needs “rounds” and “ranking”."),
}

IMPOSSIBLE_WISHES: dict[str, str | Promise] = {
    "no_such_table": _(
        "%(person)s has the fixed table %(table)s, but there are only %(tables)s tables."
    ),
    "table_overfull": _(
        "%(people)s people have the fixed table %(table)s, but it has only %(seats)s seats."
    ),
    "ranking_incomplete": _("Not in the standings: %(people)s."),
}
"""By the codes of CannotDraw."""


def cannot_draw_sentence(error: CannotDraw) -> str:
    """What contradicts itself in a draw asked for, in the language in force."""
    return filled(IMPOSSIBLE_WISHES[error.code], error.params)
