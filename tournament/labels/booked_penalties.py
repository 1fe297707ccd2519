"""The question whether totals contain a penalty the referee has booked, and what became of it."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from tournament.labels.sheet_contents import penalty_words

Penalty = Mapping[str, Any]
"""As it stands on a sheet."""


def booked_question(penalty: Penalty) -> str:
    """Whether the totals typed contain these points."""
    words = {"penalty": penalty_words(penalty)}
    return _("Penalty of the referee: %(penalty)s. Do these totals contain it already?") % words


def added_words(penalties: Iterable[Penalty]) -> str:
    """Which penalties the program has added to the totals typed, to stand behind a sentence."""
    return "".join(
        " " + _("Added to what was typed: %(penalty)s.") % {"penalty": penalty_words(penalty)}
        for penalty in penalties
    )
