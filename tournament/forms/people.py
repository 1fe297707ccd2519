"""Forms about people across tournaments, and their clubs."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from tournament.forms.focus import FocusesErrors
from tournament.labels.fields import field_words
from tournament.labels.people import CLUB_FIELDS as CLUB_WORDS
from tournament.models import Club, Person, Tournament
from tournament.models.fields import highest, longest, stored
from tournament.shared.rules.fields import CLUB_FIELDS, Field, Kind, Of, fields_of


def asked(fields: Iterable[Field]) -> dict[str, forms.Field]:
    """Return form fields for declared fields, by name, labelled and limited as in the models."""
    return {field.denied_by or field.name: _asked(field) for field in fields}


def _asked(field: Field) -> forms.Field:
    kept = stored(field)
    told: dict[str, Any] = {
        "label": capfirst(_(field.denial)) if field.denial else field_words(field),
        "help_text": _(field.hint) if field.hint else "",
        "required": not kept.blank and field.kind is not Kind.YES_NO,
    }
    if field.kind is Kind.YES_NO:
        return forms.BooleanField(**told, initial=bool(kept.default) and not field.denied_by)
    if field.kind is Kind.NUMBER:
        most = highest(kept.model, field.column)
        return forms.IntegerField(**told, min_value=1, max_value=most)
    kind = forms.EmailField if field.kind is Kind.MAIL else forms.CharField
    asks = kind(**told, max_length=kept.max_length)
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
            del self.fields[name]
        consent = self.fields["publish_name"]
        consent.disabled = not person.publish_name
        consent.help_text = _(
            "Known from another tournament: contact stays hidden, and consent can only be taken "
            "back here, until an owner lets this direction do more on the page of the person."
        )

    @property
    def hides_contact(self) -> bool:
        """Whether the contact is left out, as the person is known elsewhere."""
        return not self.fields.keys() >= {*self.CONTACT}

    @classmethod
    def details_of(cls, person: Person) -> dict[str, Any]:
        """Return the initial values for a person."""
        return {name: getattr(person, name) for name in cls.DETAILS}

    @property
    def folded(self) -> list[forms.BoundField]:
        """The fields that are folded away."""
        return [self[name] for name in self.DETAILS if name in self.fields]

    @property
    def is_open(self) -> bool:
        """Whether a folded field has an error."""
        return any(field.errors for field in self.folded)

    @property
    def unfolded(self) -> list[forms.BoundField]:
        """All other fields."""
        return [field for field in self.visible_fields() if field.name not in self.DETAILS]

    def details(self) -> dict[str, Any]:
        """Return what was typed, as arguments of `set_person_details`."""
        return {name: self.cleaned_data[name] for name in self.DETAILS}


# The metaclass has already collected the class's fields: these are added for subclasses too.
DetailsForm.declared_fields.update(asked(fields_of(Of.CONSENT, Of.CONTACT)))


class PersonForm(FocusesErrors, DetailsForm):
    """One person. Only owners correct names, and say which directions may read the contact."""

    NAMES = tuple(field.name for field in fields_of(Of.NAME, Of.PERSON))

    linked = forms.ModelMultipleChoiceField(
        label=_("Consent and contact are read and changed by the direction of"),
        queryset=Tournament.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
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
        assert isinstance(linked, forms.ModelMultipleChoiceField)
        linked.queryset = to_link
        if not (may_rename and to_link):
            del self.fields["linked"]

    def names(self) -> dict[str, str]:
        """The name and federal state as typed."""
        return {name: self.cleaned_data[name] for name in self.NAMES}


PersonForm.declared_fields.update(asked(fields_of(Of.NAME, Of.PERSON)))


class ClubForm(FocusesErrors, forms.Form):
    """The names of a club; whether they are possible is decided by the service."""


ClubForm.declared_fields.update(
    {
        name: forms.CharField(
            label=CLUB_WORDS[name], max_length=longest(Club, name), required=False
        )
        for name in CLUB_FIELDS
    }
)
