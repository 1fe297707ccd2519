"""Forms about players and of the check-in desk: what it means is decided by the services."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.focus import FocusesErrors
from tournament.forms.people import DetailsForm, asked
from tournament.journal.writes import LONGEST_REASON
from tournament.models import Entry, Person
from tournament.shared.rules.fields import (
    FIELDS,
    PLAYER_FIELDS,
    Kind,
    Of,
    PlayerData,
    fields_of,
    player_of,
)
from tournament.shared.rules.typed import numbers_in, numbers_text


class PlayerForm(DetailsForm):
    """One player."""

    def leave_fee_to_the_till(self) -> None:
        """Where fees have amounts, only payments say whether they are paid."""
        self.fields["fee_paid"].disabled = True
        self.fields["fee_paid"].help_text = _("By the payments in the till.")

    def player(self) -> PlayerData:
        """Return the player as typed."""
        values: dict[str, Any] = {}
        for field in PLAYER_FIELDS:
            value = self.cleaned_data[field.denied_by or field.name]
            if field.kind is Kind.TAGS:
                value = list(dict.fromkeys(filter(None, map(str.strip, value.split(",")))))
            values[field.name] = not value if field.denied_by else value
        return player_of(values)


_IN_ORDER = sorted((field for field in FIELDS if field.place), key=lambda field: field.place)
PlayerForm.declared_fields.update(asked(_IN_ORDER))


class KnownPlayerForm(PlayerForm):
    """An entered player. A start number that was drawn stays, and so does a deleted person."""

    def __init__(
        self, data: Any, entry: Entry, player: PlayerData, person: Person, *, was_drawn: bool
    ) -> None:
        values = self.details_of(person) | {"number": entry.number}
        for field in PLAYER_FIELDS:
            value = getattr(player, field.name)
            if field.kind is Kind.TAGS:
                value = ", ".join(value)
            values[field.denied_by or field.name] = not value if field.denied_by else value
        super().__init__(data, initial=values)
        if was_drawn:
            self.fields["number"].widget.attrs["readonly"] = True
            self.fields["number"].help_text = _("Has been drawn and stays.")
        if person.deleted_at:  # only what is of this tournament can be changed
            for name in (*(field.name for field in fields_of(Of.NAME, Of.PERSON)), *self.DETAILS):
                self.fields[name].disabled = True
            self.fields["last_name"].help_text = _("The data of this person was deleted.")


class NewPlayerForm(FocusesErrors, PlayerForm):
    """A new player, perhaps already at the desk."""

    checked_in = forms.BooleanField(label=_("Checked in"), required=False)
    another_person = forms.BooleanField(label=_("This is somebody else"), required=False)
    # Start numbers of the people the answer refers to.
    namesakes = forms.CharField(widget=forms.HiddenInput, required=False)

    def __init__(self, *args: Any, asks_presence: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not asks_presence:
            del self.fields["checked_in"]
        self._question = self.fields["another_person"]
        if "another_person" not in self.data:
            del self.fields["another_person"]
        self.fields["number"].required = False
        self.fields["number"].help_text = _("Left empty: the next one")
        self.fields["last_name"].widget.attrs["autofocus"] = True

    @property
    def others(self) -> set[int]:
        """The start numbers of those confirmed to share only the name."""
        is_answered = self.cleaned_data.get("another_person")
        return numbers_in(self.cleaned_data["namesakes"]) if is_answered else set()

    def ask_for_another_person(self, number: int) -> None:
        """Ask whether this is somebody else; the question is hidden until then."""
        self.fields["another_person"] = self._question
        asked = numbers_text(sorted({*self.others, number}))
        # Unpacking a QueryDict would give lists.
        typed = {name: self.data[name] for name in self.data}
        self.data = {**typed, "namesakes": asked, "another_person": ""}


class PlayerStatusForm(forms.Form):
    """Whether a player takes part, and why that changes."""

    status = forms.ChoiceField(
        label=_("Participation"), choices=Entry.Status.choices, widget=forms.RadioSelect
    )
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON)


class PlayerFileForm(forms.Form):
    """A list of players to upload."""

    file = forms.FileField(
        label=_("List of players"),
        help_text=_("Workbook (.xlsx or .ods) or CSV, up to 4 MB"),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.ods,.csv,.txt"}),
    )


CHECK_IN, FEE, POOL = "check_in", "fee", "pool-"
"""What is switched; the id of a side pool is appended."""
ON, OFF = "1", "0"


class DeskActForm(forms.Form):
    """Somebody typed or chosen, a switch pressed (`entry`, `what`, `on`), or an act to undo.

    `with_fee`: checking in also marks the fee as paid.
    """

    mark = forms.UUIDField()
    typed = forms.CharField(max_length=100, required=False)
    undo = forms.UUIDField(required=False)
    entry = forms.IntegerField(required=False)
    what = forms.RegexField(rf"^({CHECK_IN}|{FEE}|{POOL}\d{{1,9}})$", required=False)
    on = forms.ChoiceField(choices=[(ON, ""), (OFF, "")], required=False)
    with_fee = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        """Refuse none of the three, or several at once."""
        act = self.cleaned_data
        pressed = bool(act.get("entry") and act.get("what") and act.get("on"))
        if [bool(act.get("typed")), bool(act.get("undo")), pressed].count(True) != 1:
            raise forms.ValidationError("no act")
        return act
