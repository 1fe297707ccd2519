"""Parts of many forms: texts with the limit of their model, choices, days, lists of numbers."""

import datetime
import json
import re
from collections.abc import Iterator, Mapping
from copy import copy
from types import MappingProxyType
from typing import Any

from django import forms
from django.db.models import Model
from django.forms.models import ModelChoiceIterator
from django.utils.formats import localize
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.draw.proof import LARGEST_NUMBER
from tournament.errors import Refused
from tournament.journal.mapping import plain
from tournament.labels.filling import yes_no
from tournament.labels.tournaments import tournament_labels
from tournament.models import Tournament
from tournament.models.fields import longest

CHOOSE = _("– choose –")
"""Nothing is chosen at first."""
DIGITS = forms.TextInput({"inputmode": "numeric", "autocomplete": "off"})
TWO_LINES = forms.Textarea({"rows": 2})


class FocusesErrors(forms.BaseForm):
    """A form that focuses its first wrong field, whoever finds the error."""

    def add_error(self, field: str | None, error: Any) -> None:
        """Add the error; focus the first field with one, else the first field."""
        super().add_error(field, error)
        shown = [name for name, each in self.fields.items() if not each.widget.is_hidden]
        wrong = [name for name in shown if name in self.errors]
        for name, each in self.fields.items():
            each.widget.attrs.pop("autofocus", None)
            if name in (wrong or shown)[:1]:
                each.widget.attrs["autofocus"] = True


class SavesChanges(forms.ModelForm):
    """A form of settings that saves what was changed in its window: others may have been since.

    What somebody else has changed as well is refused once, with what is stored now. So is what is
    refused together with what others have changed: that may be why.
    """

    of_others: Mapping[str, Any] = MappingProxyType({})
    """What others alone have changed since, as long as nobody is told of it: as it is stored."""
    seen = forms.CharField(required=False, widget=forms.HiddenInput)

    def get_initial_for_field(self, field: forms.Field, field_name: str) -> Any:
        """Return what a field shows at first; `seen` has all that is stored."""
        if field_name != "seen":
            return super().get_initial_for_field(field, field_name)
        if not self.instance.pk:
            return ""
        return json.dumps({name: _as_json(self.stored(self.instance, name)) for name in self.kept})

    @property
    def kept(self) -> list[str]:
        """The names of the fields that are settings."""
        return [name for name in self.fields if name != "seen"]

    def stored(self, row: Any, name: str) -> Any:
        """Return what is stored for a field."""
        return getattr(row, name)

    def locked(self) -> Any:
        """Return the row as it is now, which nobody else changes until the transaction ends."""
        return type(self.instance)._default_manager.select_for_update().get(pk=self.instance.pk)

    def named(self, values: dict[str, Any], row: Any) -> dict[str, Any]:
        """Return values of fields as the service takes them; `row`: as it is stored."""
        return values

    @property
    def settings(self) -> dict[str, Any]:
        """All settings as the service takes them."""
        return self.named({name: self.cleaned_data[name] for name in self.kept}, self.instance)

    @property
    def changed(self) -> dict[str, Any]:
        """The settings that differ from what the window has shown; in a transaction.

        Refused: "settings_changed_meanwhile", if others have changed one of them otherwise since;
        sent again it replaces theirs.
        """
        shown, row = self._shown(), self.locked()
        values = {name: self.cleaned_data[name] for name in self.kept}
        mine = {
            name: value
            for name, value in values.items()
            if name not in shown or _as_json(value) != shown[name]
        }
        of_both = {}
        for name in mine.keys() & shown.keys():
            now = _as_json(self.stored(row, name))
            if now not in (shown[name], _as_json(mine[name])):
                of_both[name] = now
        if of_both:
            self._tell({name: self.stored(row, name) for name in of_both})
            raise Refused("settings_changed_meanwhile")
        kept = {name: self.stored(row, name) for name in shown.keys() & values.keys() - mine.keys()}
        self.of_others = {name: now for name, now in kept.items() if _as_json(now) != shown[name]}
        return self.named(mine, row)

    def add_error(self, field: str | None, error: Any) -> None:
        """Add the error; where a change was refused, what others have changed as well."""
        super().add_error(field, error)
        self._tell(self.of_others)

    def _tell(self, stored: Mapping[str, Any]) -> None:
        """Say what is stored in these fields; what is sent again has been told of it."""
        self.of_others = {}
        if not stored:
            return
        now = {name: _as_json(value) for name, value in stored.items()}
        told: Any = copy(self.data)  # as a dictionary it would hold lists
        told[self.add_prefix("seen")] = json.dumps(self._shown() | now)
        self.data = told
        for name, value in stored.items():
            said = _said(self.fields[name], value)
            self.add_error(name, gettext("Stored now: %(value)s") % {"value": said})

    def _shown(self) -> dict[str, Any]:
        """Return what the window has shown; nothing if nobody's page has sent this."""
        try:
            return dict(json.loads(self.cleaned_data["seen"]))
        except (RecursionError, TypeError, ValueError):
            return {}


def _as_json(value: Any) -> Any:
    """Return a value of a setting as `seen` has it."""
    return json.loads(json.dumps(value.pk if isinstance(value, Model) else plain(value)))


def _said(field: forms.Field, value: Any) -> str:
    """Return a stored value as the field shows it."""
    if isinstance(value, bool):
        return yes_no(value)
    names = {str(key): str(name) for key, name in getattr(field.widget, "choices", ())}
    shown = field.prepare_value(value)
    if isinstance(shown, list):
        shown = ", ".join(names.get(str(each), str(each)) for each in shown)
    if shown in (None, ""):
        return names.get("", "–")
    if isinstance(shown, datetime.datetime):
        shown = localtime(shown)
    return names.get(str(shown)) or str(localize(shown))


def text_field(model: type[Model], name: str, label: Any, **more: Any) -> forms.CharField:
    """Return a field for what is stored in a field of the model, whose limit applies."""
    return forms.CharField(label=label, max_length=longest(model, name), **more)


class _LabelledTournaments(ModelChoiceIterator):
    """The choices of a field, each by what tells it from the others."""

    def __iter__(self) -> Iterator[Any]:
        if self.field.empty_label is not None:
            yield "", self.field.empty_label
        for tournament, label in tournament_labels(self.queryset).items():
            yield self.field.prepare_value(tournament), label


class TournamentField(forms.ModelChoiceField):
    """One of several tournaments, given as `queryset` when it is known."""

    iterator = _LabelledTournaments

    def __init__(self, **more: Any) -> None:
        super().__init__(Tournament.objects.none(), **more)


class TournamentsField(forms.ModelMultipleChoiceField):
    """Some of several tournaments, given as `queryset` when they are known."""

    iterator = _LabelledTournaments
    widget = forms.CheckboxSelectMultiple

    def __init__(self, **more: Any) -> None:
        super().__init__(Tournament.objects.none(), required=False, **more)


class HallNumber(forms.IntegerField):
    """A number given in front of everybody; dice one after the other: "6 1 3" is 613."""

    widget = DIGITS

    def __init__(self, **more: Any) -> None:
        super().__init__(min_value=0, max_value=LARGEST_NUMBER, **more)

    def to_python(self, value: Any) -> int | None:
        """Return the number however it is spaced: the spelling must not decide a lot."""
        return super().to_python("".join(str(value or "").split()))


class HallNumberInWords(HallNumber):
    """The same as its digits; empty: no number."""

    def clean(self, value: Any) -> str:
        """Return the number without superfluous zeros."""
        number = super().clean(value)
        return "" if number is None else str(number)


class OneOf(forms.TypedChoiceField):
    """One choice, each option in a row large enough for a thumb."""

    widget = forms.RadioSelect

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"empty_value": None, **more})


class SomeOf(forms.TypedMultipleChoiceField):
    """Any number of choices, each with a box to tick."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"coerce": int, "required": False, **more})


class DayInput(forms.DateInput):
    """The browser's own date picker; it wants ISO dates in every language."""

    input_type = "date"

    def format_value(self, value: Any) -> str:
        """Return the date as 2026-09-12."""
        return value.isoformat() if isinstance(value, datetime.date) else str(value or "")


class NumbersField(forms.CharField):
    """Whole numbers with commas between: "10, 5"; at most so many, each by its pattern."""

    def __init__(
        self, pattern: str, most: int, wrong: Any, params: dict[str, int], **kwargs: Any
    ) -> None:
        super().__init__(required=False, **kwargs)
        self.pattern, self.most, self.wrong, self.params = pattern, most, wrong, params

    def prepare_value(self, value: Any) -> Any:
        """Return the numbers as typed."""
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        """Return the numbers in order."""
        typed = re.split(r"[\s,;]+", str(super().to_python(value)).strip(" ,;"))
        numbers = [int(each) for each in typed if re.fullmatch(self.pattern, each)]
        if len(numbers) > self.most or (len(numbers) < len(typed) and typed != [""]):
            raise forms.ValidationError(self.wrong, params=self.params)
        return numbers


class TimeOfDayInput(forms.TimeInput):
    """The browser's own picker of hours and minutes."""

    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")
