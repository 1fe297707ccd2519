"""A field for a player of the tournament: a start number or a name, never a list of hundreds."""

import re
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.models import Entry, Tournament
from tournament.people.reads.players import find_players, is_written_otherwise
from tournament.shared.rules.names import is_whole_name

NUMBER_AND_NAME = re.compile(r"(\d{1,9})\s+(.*)")
"""As suggested while one types: "12 Änne Franke"."""
MOST_NAMED = 5  # of several people who may be meant


class EntryField(forms.CharField):
    """A player by start number or name; refused in words unless exactly one is meant.

    A script suggests people as the search of the whole tournament finds them
    (`find-person.js`).
    """

    def __init__(self, **more: Any) -> None:
        super().__init__(
            **{
                "max_length": 200,
                "help_text": _("Start number, or the beginning of a name."),
                **more,
            }
        )
        self.tournament: Tournament | None = None

    def find_in(self, tournament: Tournament) -> None:
        """Find players of this tournament."""
        self.tournament = tournament
        address = reverse("find", args=[tournament.slug])
        self.widget.attrs |= {"data-finds-person": address, "autocomplete": "off"}

    def clean(self, value: Any) -> Entry | None:
        """Return the player who is meant; None for an empty field that is not required."""
        typed = super().clean(value)
        return self._meant(typed) if typed else None

    def _meant(self, typed: str) -> Entry:
        assert self.tournament is not None
        name = ""
        if suggested := NUMBER_AND_NAME.fullmatch(typed):
            typed, name = suggested.groups()
        found = [*find_players(self.tournament, typed)]
        if name:
            found = [each for each in found if each.person.name == name]
        # Who has all of the name rather than only its beginning: Jan Kell beside Jan Keller.
        whole = [each for each in found if is_whole_name(typed, each.person.name)]
        found = whole or found
        if not found:
            raise forms.ValidationError(gettext("Nobody has this number or name."))
        if len(found) > 1 or is_written_otherwise(found[0], typed):
            raise forms.ValidationError(self._who_is_meant(found))
        return found[0]

    def _who_is_meant(self, found: list[Entry]) -> str:
        names = ", ".join(f"{each.number} {each.person.name}" for each in found[:MOST_NAMED])
        if len(found) > MOST_NAMED:
            names += ", …"
        words = gettext("Who is meant: %(names)s? Please type the start number.")
        return words % {"names": names}
