"""Rounds: types and ranges of what is typed; what is allowed is the services' matter."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.services.lots import LONGEST_SEED
from tournament.services.rounds import LONGEST_INITIALS, LONGEST_REASON, MOST_EXTRA_MINUTES


class SeedForm(forms.Form):
    """The seed of a draw, for those who bring their own lots."""

    seed = forms.CharField(
        label=_("Seed"),
        max_length=LONGEST_SEED,
        required=False,
        help_text=_("Leave empty, and the program makes one up. It is printed on the seat list."),
    )

    @property
    def seed_or_none(self) -> str | None:
        """What was typed, None for nothing."""
        return self.cleaned_data["seed"] or None


class DrawForm(SeedForm):
    """Draw or publish the round that stands on the page, and no other."""

    expected = forms.IntegerField(widget=forms.HiddenInput)


class RedrawForm(SeedForm):
    """Why drawn again."""

    reason = forms.CharField(label=_("Reason"), max_length=500)
    field_order = ["reason", "seed"]


class ReasonForm(forms.Form):
    """Why something is done that needs a reason."""

    reason = forms.CharField(label=_("Reason"), max_length=500)


class ExtraTimeForm(forms.Form):
    """The extra time of one table, as the referee documents it (TSR 8.5.1)."""

    minutes = forms.IntegerField(
        label=_("Extra minutes in all"),
        min_value=0,
        max_value=MOST_EXTRA_MINUTES,
        help_text=_("0 takes the extra time away."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON)
    initials = forms.CharField(label=_("Initials of the referee"), max_length=LONGEST_INITIALS)
