"""Forms about people, across tournaments and in one, their clubs, and the check-in desk."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields import FocusesErrors, TournamentsField, text_field
from tournament.journal.writes import LONGEST_REASON
from tournament.labels.people import CLUB_FIELDS as CLUB_WORDS
from tournament.labels.people import field_words
from tournament.models import Club, Entry, Person, Tournament
from tournament.models.fields import highest, stored
from tournament.people.rules.ages import year_of_birth
from tournament.shared.rules.fields import (
    CLUB_FIELDS,
    FIELDS,
    PLAYER_FIELDS,
    YEAR,
    Field,
    Kind,
    Of,
    PlayerData,
    fields_of,
    player_of,
)
from tournament.shared.rules.typed import LONGEST_LINE, numbers_in, numbers_text


class YearOfBirthField(forms.CharField):
    """A year of birth; of a date the year alone is kept."""

    def to_python(self, value: Any) -> Any:
        """Return the year as four digits."""
        try:
            return year_of_birth(super().to_python(value) or "", timezone.localdate().year)
        except ValueError as wrong:
            raise forms.ValidationError(
                _("A year of birth of four digits, such as 1958.")
            ) from wrong


def form_fields(fields: Iterable[Field]) -> dict[str, forms.Field]:
    """Return form fields for declared fields, by name, labelled and limited as in the models."""
    return {field.denied_by or field.name: _form_field(field) for field in fields}


def _form_field(field: Field) -> forms.Field:
    kept = stored(field)
    common: dict[str, Any] = {
        "label": capfirst(_(field.denial)) if field.denial else field_words(field),
        "help_text": _(field.hint) if field.hint else "",
        "required": not kept.blank and field.kind is not Kind.YES_NO,
    }
    if field.kind is Kind.YES_NO:
        return forms.BooleanField(**common, initial=bool(kept.default) and not field.denied_by)
    if field.kind is Kind.CHOICE:
        return forms.ChoiceField(**common, choices=[("", _("none")), *kept.choices])
    if field.kind is Kind.NUMBER:
        most = highest(kept.model, field.column)
        return forms.IntegerField(**common, min_value=1, max_value=most)
    if field.kind is Kind.YEAR:
        return YearOfBirthField(**common)
    kind = forms.EmailField if field.kind is Kind.MAIL else forms.CharField
    asks = kind(**common, max_length=kept.max_length)
    if field.of is Of.CLUB:
        asks.widget.attrs["list"] = f"club-{field.column}s"
    return asks


class DetailsForm(forms.Form):
    """Consent and contact: folded away, as hardly anybody needs them."""

    DETAILS = tuple(field.name for field in fields_of(Of.CONSENT, Of.CONTACT))
    CONTACT = tuple(field.name for field in fields_of(Of.CONTACT))

    def hide_contact(self, person: Person) -> None:
        """Remove the contact of a person known elsewhere; consent can only be withdrawn."""
        for name in self.CONTACT:
            self.fields.pop(name, None)
        consent = self.fields["publish_name"]
        consent.disabled = not person.publish_name
        consent.help_text = _(
            "Known from another tournament: contact stays hidden, and consent can only be taken "
            "back here, until an owner lets this direction do more on the page of the person."
        )

    @property
    def hides_contact(self) -> bool:
        """Whether the contact is left out, as the person is known elsewhere."""
        return self.fields.keys().isdisjoint(self.CONTACT)

    def leave_year_out(self) -> None:
        """Where no category follows from the year of birth, nobody is asked for it."""
        del self.fields[YEAR]

    @classmethod
    def details_of(cls, person: Person) -> dict[str, Any]:
        """Return the initial values for a person."""
        return {name: getattr(person, name) for name in cls.DETAILS}

    @property
    def folded(self) -> list[forms.BoundField]:
        """The fields that are folded away."""
        names = (name for name in self.DETAILS if name in self.fields and name != YEAR)
        return [self[name] for name in names]

    @property
    def is_open(self) -> bool:
        """Whether a folded field has an error."""
        return any(field.errors for field in self.folded)

    @property
    def unfolded(self) -> list[forms.BoundField]:
        """All other fields."""
        folded = {*self.DETAILS} - {YEAR}
        return [field for field in self.visible_fields() if field.name not in folded]

    def details(self) -> dict[str, Any]:
        """Return what was typed, as arguments of `set_person_details`."""
        return {name: self.cleaned_data[name] for name in self.DETAILS if name in self.fields}


# The metaclass has already collected the class's fields: these are added for subclasses too.
DetailsForm.declared_fields.update(form_fields(fields_of(Of.CONSENT, Of.CONTACT)))


class PersonForm(FocusesErrors, DetailsForm):
    """One person. Only owners correct names, and say which directions may read the contact."""

    NAMES = tuple(field.name for field in fields_of(Of.NAME, Of.PERSON))

    linked = TournamentsField(
        label=_("Consent and contact are read and changed by the direction of"),
        help_text=_("The person was known already when it was entered there."),
    )

    field_order = (*NAMES, *DetailsForm.DETAILS)

    def __init__(
        self, person: Person, data: Any, *, may_rename: bool, to_link: QuerySet[Tournament]
    ) -> None:
        initial = {name: getattr(person, name) for name in self.NAMES}
        super().__init__(data, initial=initial | self.details_of(person))
        for name in () if may_rename else self.NAMES:
            self.fields[name].widget.attrs["readonly"] = True
        linked = self.fields["linked"]
        assert isinstance(linked, TournamentsField)
        linked.queryset = to_link
        if not (may_rename and to_link):
            del self.fields["linked"]

    def names(self) -> dict[str, str]:
        """The name and federal state as typed."""
        return {name: self.cleaned_data[name] for name in self.NAMES}


PersonForm.declared_fields.update(form_fields(fields_of(Of.NAME, Of.PERSON)))


class ClubForm(FocusesErrors, forms.Form):
    """The names of a club; whether they are possible is decided by the service."""


ClubForm.declared_fields.update(
    {name: text_field(Club, name, CLUB_WORDS[name], required=False) for name in CLUB_FIELDS}
)


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
            value = self.cleaned_data.get(field.denied_by or field.name, "")
            if field.kind is Kind.TAGS:
                value = list(dict.fromkeys(filter(None, map(str.strip, value.split(",")))))
            values[field.name] = not value if field.denied_by else value
        return player_of(values)


_IN_ORDER = sorted((field for field in FIELDS if field.place), key=lambda field: field.place)
PlayerForm.declared_fields.update(form_fields(_IN_ORDER))
PlayerForm.field_order = [field.denied_by or field.name for field in _IN_ORDER]


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
        if not player.fee_told:
            del self.fields["fee_told"]
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

    def __init__(self, *args: Any, asks_presence: bool, asks_year: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["fee_told"]
        if not asks_year:
            self.leave_year_out()
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
        numbers = numbers_text(sorted({*self.others, number}))
        # Unpacking a QueryDict would give lists.
        typed = {name: self.data[name] for name in self.data}
        self.data = {**typed, "namesakes": numbers, "another_person": ""}


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
    typed = forms.CharField(max_length=LONGEST_LINE, required=False)
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
