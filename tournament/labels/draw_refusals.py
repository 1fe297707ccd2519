"""Sentences for draws that cannot be made and for the files they are made from."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournament.core.draw import CannotDraw
from tournament.labels.filling import filled

SEATING_FILE_REFUSALS: dict[str, str | Promise] = {
    **dict.fromkeys(
        ("seating_not_json", "sheets_file_not_json"), _("The file is not valid JSON in UTF-8.")
    ),
    "seating_no_object": _(
        'The file is a list. Expected is an object: {"players": [{"id": "1"}, …]}.'
    ),
    "seating_without_players": _("The file names no players (“players”)."),
    "seating_unknown_key": _(
        "Player no. %(number)s of the file has something that is unknown here: %(keys)s. Known are "
        "%(known)s."
    ),
    "seating_bad_player": _(
        "Player no. %(number)s of the file cannot be read: “id” is needed; “club” and “team” are "
        "texts, “table” and “queue” numbers, “no_list” is true or false."
    ),
    "seating_id_twice": _("The file names “%(key)s” twice."),
    "seating_bad_standings": _("The file of the standings needs “rounds” and “ranking”."),
}

SEAT_CHANGE_REFUSALS: dict[str, str | Promise] = {
    "nothing_to_repair": _("Everybody who is there has a seat, and nobody else: nothing to do."),
    "not_seated": _("Number %(number)s has no seat in round %(round)s."),
    "repair_with_byes": _(
        "From round %(round)s on somebody sits out by lot, so the seats are not repaired: draw "
        "again from round %(round)s on."
    ),
    "round_not_next": _("Round %(round)s is not the next to be seated."),
    "seat_change_has_results": _(
        "There is a result or a penalty: %(places)s. Take it back first: else its points would "
        "change hands."
    ),
    "seated_already": _("Number %(number)s has a seat in round %(round)s or later already."),
    "seat_plan_unreadable": _(
        "This is no seating plan: a JSON file of plan_seating, or a table (.xlsx, .ods, CSV)."
    ),
    "seat_plan_without_round": _("The plan in the file has no round %(round)s."),
    "seat_plan_without_columns": _(
        "The table needs a heading with “Tisch” and “Nr.” or “Name”, perhaps “Platz”."
    ),
    "seat_plan_row": _("Line %(line)s: table and position have to be numbers."),
    "seats_changed_meanwhile": _(
        "Players or seats have changed in the meantime. Here is what would happen now."
    ),
    "swap_with_oneself": _("Two different players are needed to exchange seats."),
    "unknown_number": _("There is no player with number %(number)s."),
}

DRAW_REFUSALS: dict[str, str | Promise] = {
    **SEATING_FILE_REFUSALS,
    **SEAT_CHANGE_REFUSALS,
    "commitment_published": _("The commitment of this draw is published already."),
    "too_many_tables": _(
        "A round has %(most)s tables at most, so that every sheet has a code of its own: here "
        "there are %(tables)s."
    ),
    "draw_is_by_hand": _(
        "The seats of this tournament are set by hand. The settings say how they are drawn."
    ),
    "list_changed": _(
        "The list of players has changed since it was closed. Close it again, post it, and let "
        "somebody give a new number."
    ),
    "list_closed": _("The list is closed already, and nothing has changed since."),
    "list_not_closed": _(
        "The commitment is published, but the list of players is not closed. Close it first, then "
        "let somebody give a number."
    ),
    "no_commitment": _("No commitment of a draw is published."),
    "nothing_to_publish": _("No round waits to be published."),
    "number_invalid": _("The number is a whole number from 0 to %(largest)s."),
    "redraw_changed_meanwhile": _(
        "Score sheets, penalties or players have changed in the meantime. Nothing is discarded. "
        "Here is what would be lost now."
    ),
    "redraw_number_wrong": _("To draw again, type the number of the round: %(round)s."),
    "redrawn_meanwhile": _(
        "Round %(round)s has been drawn again in the meantime. That draw is not discarded unless "
        "you confirm it anew."
    ),
    "round_already_drawn": _("Round %(round)s has been drawn in the meantime."),
    "standings_incomplete": _(
        "Round %(round)s is drawn by the standings, and score sheets are missing: %(places)s."
    ),
}

IMPOSSIBLE_WISHES: dict[str, str | Promise] = {
    "no_such_table": ngettext_lazy(
        "%(person)s has the fixed table %(table)s, but there is only %(tables)s table.",
        "%(person)s has the fixed table %(table)s, but there are only %(tables)s tables.",
        "tables",
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
