"""The direction's input about a table that cannot be counted."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.labels.points import signed
from tournament.labels.sheets import WHYS
from tournament.shared.rules.typed import text_of, whole_number
from tournament.sheets.rules.rulings import AVERAGE, LONGEST_REASON

ZERO = "0"


class RulingForm(forms.Form):
    """What happened, the published reason, and per position 0, the average, or typed points.

    Typed points count, whatever is selected beside them. The default is the average: it leaves
    everybody where the other rounds have put them.
    """

    why = forms.ChoiceField(label=_("What happened"), choices=WHYS.items, widget=forms.RadioSelect)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("Everybody reads it: it stands below the standings."),
    )

    def __init__(
        self, averages: Sequence[int], content: Mapping[str, Any], *args: Any, **kwargs: Any
    ) -> None:
        """`averages` are the current ones by position, `content` the ruling in force, if any."""
        super().__init__(*args, **kwargs)
        self.initial = {"why": content.get("ruling"), "reason": content.get("reason")}
        self.seats = range(1, len(averages) + 1)
        figures = content.get("figures") or [AVERAGE] * len(averages)
        for seat, today, figure in zip(self.seats, averages, figures, strict=True):
            is_typed = figure not in (0, AVERAGE)
            self.initial[f"how{seat}"] = ZERO if figure == 0 else AVERAGE
            self.initial[f"points{seat}"] = text_of(figure) if is_typed else ""
            words = {"points": signed(today)}
            choices = [(AVERAGE, gettext("average, at present %(points)s") % words), (ZERO, "0")]
            self.fields[f"how{seat}"] = forms.ChoiceField(
                label=gettext("Points"), choices=choices, widget=forms.RadioSelect
            )
            self.fields[f"points{seat}"] = forms.CharField(
                label=gettext("or these points"),
                required=False,
                max_length=7,
                widget=forms.TextInput({"inputmode": "numeric", "size": 5, "autocomplete": "off"}),
            )

    def clean(self) -> dict[str, Any]:
        """Add `content`, the ruling in its public form."""
        cleaned = super().clean() or self.cleaned_data
        figures: list[object] = []
        for seat in self.seats:
            typed = cleaned.get(f"points{seat}", "")
            if typed:
                figures.append(whole_number(typed))
            else:
                figures.append(AVERAGE if cleaned.get(f"how{seat}") == AVERAGE else 0)
            if figures[-1] is None:
                wrong = gettext("“%(typed)s” is no whole number, such as +12 or −4.")
                self.add_error(f"points{seat}", wrong % {"typed": typed})
        why, reason = cleaned.get("why"), cleaned.get("reason")
        return {**cleaned, "content": {"ruling": why, "reason": reason, "figures": figures}}

    def lines(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The two fields of each position."""
        return [(self[f"how{seat}"], self[f"points{seat}"]) for seat in self.seats]
