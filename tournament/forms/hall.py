"""What the page of the hall sends: the places of all tables, as its script knows them."""

import json

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournament.core.hall_map import Spot

LONGEST = 20_000


class PlacesField(forms.CharField):
    """{"7": [3, 2]}: table 7 stands in column 3 of row 2, both from 0. Empty: in rows."""

    widget = forms.HiddenInput

    def to_python(self, value: str | None) -> dict[int, Spot]:
        """The places by number of the table."""
        text = super().to_python(value)
        try:
            sent = json.loads(text or "{}")
            return {int(number): Spot(*map(_whole, place)) for number, place in sent.items()}
        except (ValueError, TypeError, AttributeError, RecursionError):
            raise ValidationError(_("These places of tables cannot be read.")) from None


def _whole(figure: object) -> int:
    if type(figure) is not int:
        raise TypeError
    return figure


class HallForm(forms.Form):
    """The map of the hall."""

    places = PlacesField(required=False, max_length=LONGEST)
