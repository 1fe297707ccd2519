"""The size of a rehearsal."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.draw.table_sizes import CannotSeat, table_sizes
from tournament.forms.focus import FocusesErrors
from tournament.labels.seat_changes import cannot_seat_sentence

FEWEST, MOST = 8, 120
MOST_ROUNDS = 8


class RehearsalForm(FocusesErrors, forms.Form):
    """The number of invented people and of rounds."""

    players = forms.IntegerField(label=_("Players"), initial=18, min_value=FEWEST, max_value=MOST)
    rounds = forms.IntegerField(label=_("Rounds"), initial=2, min_value=1, max_value=MOST_ROUNDS)

    def clean_players(self) -> Any:
        """Refuse a number that makes no tables."""
        players: int = self.cleaned_data["players"]
        try:
            table_sizes(players)
        except CannotSeat as refusal:
            raise forms.ValidationError(cannot_seat_sentence(refusal)) from refusal
        return players
