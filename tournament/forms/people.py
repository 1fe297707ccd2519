"""Forms about people over the years."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournament.forms.focus import FocusesErrors
from tournament.models import Person, Tournament
from tournament.models.fields import longest


class DetailsForm(forms.Form):
    """Consent and contact: folded away, as hardly anybody needs them."""

    publish_name = forms.BooleanField(
        label=_("Name in public lists"),
        required=False,
        initial=True,
        help_text=_("Without a tick, lists for the wall and for others show the initials alone."),
    )
    email = forms.EmailField(label=_("E-mail"), max_length=longest(Person, "email"), required=False)
    phone = forms.CharField(
        label=_("Telephone"), max_length=longest(Person, "phone"), required=False
    )

    DETAILS = ("publish_name", "email", "phone")
    CONTACT = ("email", "phone")

    def hide_contact(self, person: Person) -> None:
        """Of somebody known elsewhere: no contact, and consent can be taken back alone."""
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
        """Whether the contact of somebody known elsewhere is left out."""
        return not self.fields.keys() >= {*self.CONTACT}

    @classmethod
    def details_of(cls, person: Person) -> dict[str, Any]:
        """The first values for somebody."""
        return {name: getattr(person, name) for name in cls.DETAILS}

    @property
    def folded(self) -> list[forms.BoundField]:
        """The fields that are folded away."""
        return [self[name] for name in self.DETAILS if name in self.fields]

    @property
    def unfolded(self) -> list[forms.BoundField]:
        """All others."""
        return [field for field in self.visible_fields() if field.name not in self.DETAILS]

    def details(self) -> dict[str, Any]:
        """What was typed, as `set_person_details` takes it."""
        return {name: self.cleaned_data[name] for name in self.DETAILS}


class PersonForm(FocusesErrors, DetailsForm):
    """One person. The names are mended by owners alone, who also say whose direction may read."""

    NAMES = ("last_name", "first_name", "state")

    last_name = forms.CharField(label=_("Last name"), max_length=longest(Person, "last_name"))
    first_name = forms.CharField(
        label=_("First name"), max_length=longest(Person, "first_name"), required=False
    )
    state = forms.CharField(
        label=_("Federal state"), max_length=longest(Person, "state"), required=False
    )

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
        """Name and federal state as typed."""
        return {name: self.cleaned_data[name] for name in self.NAMES}
