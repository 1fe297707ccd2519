"""The form of a club."""

from django import forms

from tournament.forms.focus import FocusesErrors
from tournament.models import Club


class ClubForm(FocusesErrors, forms.Form):
    """What a club is called; whether that is possible, the service says."""

    code = forms.CharField(
        label=Club._meta.get_field("code").verbose_name, max_length=20, required=False
    )
    name = forms.CharField(
        label=Club._meta.get_field("name").verbose_name, max_length=200, required=False
    )
    state = forms.CharField(
        label=Club._meta.get_field("state").verbose_name, max_length=60, required=False
    )
