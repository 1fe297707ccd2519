"""What is wrong with a field of the desk before any rule can look at it, as sentences."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.labels.findings import figures

PROBLEMS: dict[str, str | Promise] = {
    "games_played_missing": _("Games played: a number from %(least)s to %(most)s is missing."),
    "line": "%(text)s",  # a sentence of `labels.notation` or `labels.list_lane`
    "kind_unknown": _("The kind of the game is missing."),
    "note_dealer": _("Position %(seat)s deals and sits out."),
    "note_differs": _(
        "Winners and value would be %(points)s. The points count; please compare with the list."
    ),
    "note_no_position": _("“%(text)s” is no position at this table."),
    "note_no_value": _("“%(text)s” is no value of a game: a whole number belongs here."),
    "note_too_many": _(
        "%(count)s winners are too many: two stand for a normal game, one or three for a solo."
    ),
    "note_twice": _("Position %(seat)s stands among the winners twice."),
    "note_value_missing": _("The value of the game is missing."),
    "note_winners_missing": _("The winners are missing."),
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


def note_words() -> dict[str, str]:
    """The sentences about a note by code, their places still open: %(text)s, %(seat)s, %(count)s.

    The page says them itself while somebody types, in the same words as the check.
    """
    return {code: str(text) for code, text in PROBLEMS.items() if code.startswith("note_")}


def swapped_totals(figures_by_seat: Mapping[int, object]) -> str:
    """Two totals stand at each other's position; the right figures by position."""
    (one, first), (other, second) = figures_by_seat.items()
    return gettext(
        "The totals of positions %(one)s and %(other)s are swapped: position %(one)s has "
        "%(first)s, position %(other)s %(second)s."
    ) % {"one": one, "other": other, "first": figures((first,)), "second": figures((second,))}


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
