"""The form of a club."""

from django import forms

from tournament.forms.focus import FocusesErrors
from tournament.labels.people import CLUB_FIELDS as CLUB_WORDS
from tournament.models import Club
from tournament.models.fields import longest
from tournament.shared.rules.fields import CLUB_FIELDS


class ClubForm(FocusesErrors, forms.Form):
    """The names of a club; whether they are possible is decided by the service."""


ClubForm.declared_fields.update(
    {
        name: forms.CharField(
            label=CLUB_WORDS[name],
            max_length=longest(Club, name),
            required=False,
        )
        for name in CLUB_FIELDS
    }
)
