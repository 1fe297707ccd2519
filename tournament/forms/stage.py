"""The direction's input for the screens in the hall, and for its plan."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from scoring.json_format import NotJson, parse
from tournament.forms.fields import TWO_LINES, FocusesErrors, text_field
from tournament.models import Screen, Stage, pictures, pictures_of
from tournament.models.fields import longest
from tournament.seating.rules import Spot
from tournament.stage.rules import SECONDS_OF_TURN, SHOWINGS, Picture, Turn, next_time


class CodeForm(forms.Form):
    """The code that opens a screen, in either case."""

    code = forms.CharField(
        label=_("Code"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "autofocus": True}
        ),
    )

    def clean_code(self) -> str:
        """Return the code in capitals, as it is read out."""
        return "".join(filter(str.isalnum, self.cleaned_data["code"].upper()))


class AnnounceForm(FocusesErrors, forms.Form):
    """An announcement, and when play continues; either may be empty."""

    message = text_field(Stage, "message", _("Announcement"), required=False, widget=TWO_LINES)
    until = forms.TimeField(
        label=_("It goes on at"),
        required=False,
        widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
    )

    def clean_until(self) -> Any:
        """Return the next moment at which it is that time."""
        typed = self.cleaned_data["until"]
        if typed is None:
            return None
        moment = next_time(typed, timezone.localtime())
        if moment is None:
            raise forms.ValidationError(
                _("%(time)s is past. Type the time at which it goes on.")
                % {"time": typed.strftime("%H:%M")}
            )
        return moment


class ShowForm(forms.Form):
    """A picture, for one screen if named; that screen without a picture follows the others."""

    picture = forms.ChoiceField(choices=pictures, required=False)
    screen = forms.IntegerField(required=False)


class ReleaseForm(forms.Form):
    """The round after which the hall may see the standings; without one it may not."""

    after = forms.IntegerField(required=False)


class PodiumForm(forms.Form):
    """How many places are to have been called."""

    called = forms.IntegerField(min_value=0)


class ScreenForm(forms.Form):
    """The name of a screen."""

    number = forms.IntegerField()
    name = forms.CharField(max_length=longest(Screen, "name"), required=False)


class TurnsForm(forms.Form):
    """The pictures shown in rotation, and each one's seconds."""

    def __init__(self, stage: Stage, data: Any = None) -> None:
        super().__init__(data)
        shown = {turn.picture: turn.seconds for turn in stage.rotation}
        for picture, words in pictures_of(stage.tournament):
            showing = SHOWINGS[picture]
            if showing.seconds is None:
                continue
            self.fields[picture] = forms.BooleanField(
                label=words, required=False, initial=picture in shown
            )
            self.fields[f"{picture}_seconds"] = forms.IntegerField(
                label=_("Seconds"),
                min_value=SECONDS_OF_TURN[0],
                max_value=SECONDS_OF_TURN[-1],
                initial=shown.get(picture, showing.seconds),
            )

    def lines(self) -> list[tuple[Any, Any]]:
        """The box and the seconds of every picture."""
        return [
            (self[picture], self[f"{picture}_seconds"])
            for picture in Picture
            if picture in self.fields
        ]

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The ticked pictures, in the order of the day."""
        chosen = self.cleaned_data
        return tuple(
            Turn(picture, chosen[f"{picture}_seconds"])
            for picture in Picture
            if chosen.get(picture)
        )


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
            places = {int(number): Spot(*place) for number, place in sent.items()}
        except (ValueError, TypeError, AttributeError):
            raise ValidationError(UNREADABLE) from None
        if any(type(figure) is not int for place in places.values() for figure in place):
            raise ValidationError(UNREADABLE)
        return places
