"""Acts on a score sheet as a whole."""

from django import forms
from django.utils.translation import gettext_lazy as _


class TakeBackForm(forms.Form):
    """Why a sheet is taken back, and which version was on the screen."""

    version = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(label=_("Reason"), max_length=500)
