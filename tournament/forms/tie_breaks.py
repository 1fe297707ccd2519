"""The chain of tie-break criteria: a select for each place.

There are as many as criteria; forms.css shows the first empty one and none after it.
"""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.labels.rankings import TIE_BREAK_NAMES


class TieBreakSelects(forms.MultiWidget):
    """One select below the other."""

    def __init__(self, choices: list[tuple[str, Any]]) -> None:
        names = [gettext("Criterion %(place)s") % {"place": place} for place in _places()]
        chain = {"class": "chain"}
        super().__init__([forms.Select({"aria-label": name, **chain}, choices) for name in names])

    def decompress(self, value: Any) -> list[str]:
        """Return one code per select."""
        return list(value or ())


class TieBreaksField(forms.MultiValueField):
    """The codes of the criteria, in order."""

    def __init__(self) -> None:
        choices = [("", "–"), *TIE_BREAK_NAMES.items()]
        super().__init__(
            [forms.ChoiceField(choices=choices, required=False) for _place in _places()],
            label=_("Equal totals"),
            help_text=_("They decide in this order. Who is equal in all of them shares a rank."),
            required=False,
            require_all_fields=False,
            widget=TieBreakSelects(choices),
        )

    def compress(self, data_list: list[str]) -> list[str]:
        """Return the chain without gaps; refuse a repeated criterion, which decides nothing."""
        chain = list(filter(None, data_list))
        if twice := [code for code in dict.fromkeys(chain) if chain.count(code) > 1]:
            raise forms.ValidationError(
                _("“%(criterion)s” is chosen twice. Each criterion decides once: choose another."),
                params={"criterion": TIE_BREAK_NAMES[twice[0]]},
            )
        return chain


def _places() -> range:
    return range(1, len(TIE_BREAK_NAMES) + 1)
