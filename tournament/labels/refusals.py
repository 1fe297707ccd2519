"""Sentences for what the program refuses: the place, what is wrong, what would be right."""

from datetime import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.core.draw import CannotDraw
from tournament.core.table_sizes import CannotSeat
from tournament.errors import Refused
from tournament.labels.account_refusals import ACCOUNT_REFUSALS
from tournament.labels.amounts import euros
from tournament.labels.archives import ARCHIVE_REFUSALS
from tournament.labels.backup import BACKUP_REFUSALS
from tournament.labels.draw_refusals import DRAW_REFUSALS, cannot_draw_sentence
from tournament.labels.filling import filled
from tournament.labels.freeze_refusals import FREEZE_REFUSALS
from tournament.labels.money_refusals import AMOUNTS, MONEY_REFUSALS
from tournament.labels.paper_refusals import PAPER_REFUSALS
from tournament.labels.player_refusals import PLAYER_REFUSALS
from tournament.labels.rankings import GROUP_RANKINGS
from tournament.labels.round_refusals import ROUND_REFUSALS
from tournament.labels.rounds import places_in_words, time_of_day
from tournament.labels.second_computer import SECOND_REFUSALS
from tournament.labels.series import SERIES_REFUSALS, problem_sentences, rules_words
from tournament.labels.sheet_refusals import SHEET_REFUSALS
from tournament.labels.stage import STAGE_REFUSALS
from tournament.labels.table_sizes import cannot_seat_sentence

NOT_POSSIBLE = (Refused, CannotDraw, CannotSeat)

REFUSALS: dict[str, str | Promise] = {
    **ACCOUNT_REFUSALS,
    **ARCHIVE_REFUSALS,
    **BACKUP_REFUSALS,
    **DRAW_REFUSALS,
    **FREEZE_REFUSALS,
    **MONEY_REFUSALS,
    **PAPER_REFUSALS,
    **PLAYER_REFUSALS,
    **ROUND_REFUSALS,
    **SECOND_REFUSALS,
    **SERIES_REFUSALS,
    **SHEET_REFUSALS,
    **STAGE_REFUSALS,
    "reason_needed": _(
        "The reason is missing: this is done only with one, and the journal keeps it."
    ),
    "unknown_tournament": _("There is no tournament “%(slug)s”."),
    "unknown_round": _("Round %(round)s is not drawn yet."),
}


def refusal_sentence(error: Refused | CannotDraw | CannotSeat) -> str:
    """The sentence for a refusal, in the language in force. An unknown code is a bug."""
    if isinstance(error, CannotDraw):
        return cannot_draw_sentence(error)
    if isinstance(error, CannotSeat):
        return cannot_seat_sentence(error)
    params: dict[str, Any] = dict(error.params)
    for name, value in params.items():
        if isinstance(value, datetime):
            params[name] = time_of_day(value)
    if error.code in AMOUNTS:
        params = {name: euros(cents) for name, cents in params.items()}
    if "places" in params:
        params["places"] = places_in_words(params["places"])
    if "needed" in params:
        params["needed"] = GROUP_RANKINGS[params["needed"]]
    if "problems" in params:
        params["problems"] = problem_sentences(params["problems"])
    if "differences" in params:
        params["differences"] = rules_words(params["differences"])
    return filled(REFUSALS[error.code], params)
