"""The place of a complaint, and deductions: types and ranges; the services check the rest."""

from typing import Any

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from scoring.referee import LARGEST_DEDUCTION
from tournament.journal.writes import LONGEST_REASON
from tournament.models import Entry, Round, Tournament


class PlaceForm(forms.Form):
    """A round and a table."""

    round = forms.IntegerField(label=_("Round"), min_value=1)
    table = forms.IntegerField(label=_("Table"), min_value=1)


class OneOfMany(forms.Select):
    """A select rendered as one string: Django renders each of a thousand options by template."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """Render the element."""
        chosen = str(value)
        options = format_html_join(
            "",
            '<option value="{}"{}>{}</option>',
            (
                (key, " selected" if str(key) == chosen else "", label)
                for key, label in self.choices
            ),
        )
        given = self.build_attrs(self.attrs, {**(attrs or {}), "name": name})
        return format_html("<select{}>{}</select>", flatatt(given), options)


class DeductionForm(forms.Form):
    """A deduction without credit for anybody (TSR 9.7.2 b)."""

    entry = forms.ModelChoiceField(
        label=_("Player"), queryset=Entry.objects.none(), widget=OneOfMany
    )
    points = forms.IntegerField(
        label=_("Points to deduct"),
        min_value=1,
        max_value=LARGEST_DEDUCTION,
        help_text=_("1 to 12. Nobody is credited with them."),
    )
    round = forms.ModelChoiceField(
        label=_("Round"),
        queryset=Round.objects.none(),
        required=False,
        empty_label=_("from the current round on"),
        help_text=_("The deduction counts from this round on."),
    )
    reason = forms.CharField(
        label=_("Reason"), max_length=LONGEST_REASON, widget=forms.Textarea(attrs={"rows": 2})
    )

    def __init__(self, data: Any, *, tournament: Tournament) -> None:
        super().__init__(data)
        fields: Any = self.fields
        fields["entry"].queryset = tournament.entries.select_related("person").order_by("number")
        fields["round"].queryset = tournament.rounds.order_by("number")
