"""Sentences for what the program refuses: the place, what is wrong, what would be right."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refused
from tournament.labels.account_refusals import ACCOUNT_REFUSALS
from tournament.labels.draw_refusals import DRAW_REFUSALS
from tournament.labels.filling import filled
from tournament.labels.freeze_refusals import FREEZE_REFUSALS
from tournament.labels.paper_refusals import PAPER_REFUSALS
from tournament.labels.player_refusals import PLAYER_REFUSALS
from tournament.labels.round_refusals import ROUND_REFUSALS
from tournament.labels.rounds import places_in_words
from tournament.labels.sheet_refusals import SHEET_REFUSALS

REFUSALS: dict[str, str | Promise] = {
    **ACCOUNT_REFUSALS,
    **DRAW_REFUSALS,
    **FREEZE_REFUSALS,
    **PAPER_REFUSALS,
    **PLAYER_REFUSALS,
    **ROUND_REFUSALS,
    **SHEET_REFUSALS,
    **dict.fromkeys(
        (
            "clock_reset_reason_needed",
            "deduction_reason_needed",
            "exception_reason_needed",
            "freeze_reason_needed",
            "penalty_reason_needed",
            "penalty_without_reason",
            "reopen_reason_needed",
            "restore_reason_needed",
            "seat_change_reason_needed",
            "status_reason_needed",
            "take_back_reason_needed",
            "unfreeze_reason_needed",
            "verification_reason_needed",
        ),
        _("The reason is missing: this is done only with one, and the journal keeps it."),
    ),
    "unknown_tournament": _("There is no tournament “%(slug)s”."),
    "unknown_round": _("Round %(round)s is not drawn yet."),
}


def refusal_sentence(error: Refused) -> str:
    """The sentence for a refusal, in the language in force. An unknown code is a bug."""
    params: dict[str, Any] = dict(error.params)
    if "places" in params:
        params["places"] = places_in_words(params["places"])
    return filled(REFUSALS[error.code], params)
