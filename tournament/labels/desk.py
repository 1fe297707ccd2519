"""What is wrong with a field of the desk before any rule can look at it, as sentences."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.labels.findings import figures

PROBLEMS: dict[str, str | Promise] = {
    "games_played_missing": _("Games played: a number from %(least)s to %(most)s is missing."),
    "kind_unknown": _("The kind of the game is missing."),
    "note_differs": _(
        "Winners and value would be %(points)s. The points count; please compare with the list."
    ),
    "note_unclear": _(
        "Winners and value give no points. Two winners stand for a normal game, one or three for "
        "a solo."
    ),
    "penalty_offender_missing": _("Penalty: the position of the offender is missing."),
    "penalty_row_missing": _("Penalty: the number of its game is missing."),
    "penalty_rule_missing": _("Penalty: the paragraph is missing."),
    "position_unknown": _("There is no such position at this table."),
    "struck_out_of_range": _(
        "Struck games: “%(text)s” is no number from 0 to %(most)s, the normal games of a round."
    ),
    "time_limit_out_of_range": _(
        "Last game begun in time: “%(text)s” is no number from 0 to %(most)s."
    ),
}


def problem_text(code: str, params: Mapping[str, object]) -> str:
    """The sentence without its place. An unknown code is a bug."""
    points = params.get("points")
    words = {**params, "points": figures(points)} if isinstance(points, tuple) else params
    return str(PROBLEMS[code]) % words


def with_place(row: int | None, text: str) -> str:
    """The sentence with its game, as findings are written."""
    if row is None:
        return text
    return gettext("Game %(row)s: %(text)s") % {"row": row, "text": text}
