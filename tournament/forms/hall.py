"""The hall plan as its page's script sends it: the places of all tables."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from scoring.json_format import NotJson, parse
from tournament.seating.rules.hall_map import Spot

UNREADABLE = _("These places of tables cannot be read.")


class PlacesField(forms.CharField):
    """A JSON text; `forms.JSONField` crashes on deep nesting and on very long numbers."""

    widget = forms.HiddenInput

    def to_python(self, value: object) -> Any:
        """Return the parsed JSON."""
        try:
            return parse(super().to_python(value) or "{}")
        except NotJson:
            raise ValidationError(UNREADABLE) from None


class HallForm(forms.Form):
    """The hall plan, {"7": [3, 2]}: table 7 in column 3 of row 2. Empty: in rows."""

    places = PlacesField(required=False)

    def clean_places(self) -> dict[int, Spot]:
        """Return the places by table number."""
        sent = self.cleaned_data["places"]
        try:
            return {int(number): Spot(*map(_whole, place)) for number, place in sent.items()}
        except (ValueError, TypeError, AttributeError):
            raise ValidationError(UNREADABLE) from None


def _whole(figure: object) -> int:
    if type(figure) is not int:
        raise TypeError
    return figure
