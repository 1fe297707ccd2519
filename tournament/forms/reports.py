"""Reports typed at the forecast: "7 15 13": table, games played, positions with their solo."""

import re
from dataclasses import dataclass

from django import forms
from django.utils.translation import gettext_lazy as _

_TYPED = re.compile(r"\s*([0-9]{1,4})[\s,;]+(?:([0-9]{1,3})((?:[\s,;]*[0-9])*)|[-−–])\s*", re.ASCII)
NOBODY = "0"


@dataclass(frozen=True, slots=True)
class TypedReport:
    """A report as typed. `games` None takes it back; `solos` None: not looked at."""

    table: int
    games: int | None
    solos: frozenset[int] | None


class ReportForm(forms.Form):
    """One field for everything, so that a whole hall is typed without a mouse."""

    typed = forms.CharField(
        label=_("Seen at a table"),
        max_length=40,
        widget=forms.TextInput({"size": 12, "autocomplete": "off", "autofocus": True}),
    )

    def clean_typed(self) -> TypedReport:
        """Parse the text."""
        text = self.cleaned_data["typed"]
        found = _TYPED.fullmatch(text)
        if found is None:
            raise forms.ValidationError(
                _(
                    "“%(typed)s” cannot be read. Type the number of the table and the games "
                    "played: “7 15”; then the positions that have played their compulsory solo: "
                    "“7 15 13”."
                ),
                params={"typed": text},
            )
        table, games, positions = found.groups()
        digits = re.findall("[0-9]", positions or "")
        solos = frozenset(int(each) for each in digits if each != NOBODY) if digits else None
        return TypedReport(int(table), None if games is None else int(games), solos)
