"""Awarding penalty points and deductions: types and ranges; what fits is the services' matter."""

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.penalties import ABSAGEN
from scoring.rulesets import Penalties
from tournament.core.table_rules import TableRules
from tournament.forms.penalty_lines import ADDED, CONTAINED
from tournament.labels.penalty_rules import PENALTY_RULES
from tournament.models import Entry, Round, Seat, Tournament
from tournament.services.adjustments import LARGEST_DEDUCTION


def _position(value: str) -> int | None:
    """What a choice of a position means; the empty one is nobody."""
    return int(value) if value else None


_OF_A_PARAGRAPH = ("rule", "soloist", "credit_soloist", "absagen", "initials")


class PlaceForm(forms.Form):
    """Which table of which round."""

    round = forms.IntegerField(label=_("Round"), min_value=1)
    table = forms.IntegerField(label=_("Table"), min_value=1)


class PenaltyForm(forms.Form):
    """One penalty at one table (TSR 9.3 to 9.5); by other rules points with a reason."""

    rule = forms.ChoiceField(label=_("Paragraph"), widget=forms.RadioSelect)
    offender = forms.TypedChoiceField(label=_("Offender"), coerce=int, widget=forms.RadioSelect)
    soloist = forms.TypedChoiceField(
        label=_("Soloist"),
        coerce=_position,
        required=False,
        empty_value=None,
        help_text=_("Only if the game was a solo."),
    )
    credit_soloist = forms.BooleanField(
        label=_(
            "The soloist receives the points (9.5.1 against a soloist, to the "
            "soloist’s disadvantage)"
        ),
        required=False,
    )
    absagen = forms.TypedChoiceField(
        label=_("Absagen made by the other party"),
        coerce=int,
        choices=[(count, count) for count in ABSAGEN],
        help_text=_("They count for 9.4.3 and 9.4.4. An announcement of Re or Kontra does not."),
    )
    loss = forms.IntegerField(label=_("Points the offender loses"), min_value=1, max_value=999)
    sitting = forms.TypedChoiceField(
        label=_("Dealer who sat out"), coerce=_position, required=False, empty_value=None
    )
    row = forms.IntegerField(
        label=_("Game"),
        required=False,
        min_value=1,
        help_text=_("After which game does the penalty stand on the sheet? (optional)"),
    )
    contained = forms.TypedChoiceField(
        label=_("The result of this table is in. Does it contain this penalty already?"),
        coerce=lambda choice: choice == CONTAINED,
        choices=[
            (CONTAINED, _("contained already")),
            (ADDED, _("still to be added")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _("Please look at the score sheet and choose.")},
    )
    initials = forms.CharField(label=_("Initials of the referee"), max_length=10)
    note = forms.CharField(
        label=_("What happened"),
        max_length=500,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(
        self,
        data: Any,
        *,
        seats: list[Seat],
        at: TableRules,
        asks: bool,
        initial: dict[str, str] | None = None,
    ) -> None:
        """`asks`: whether the result of the table may contain the penalty."""
        super().__init__(data, initial=initial)
        people = [(seat.position, f"{seat.position} · {seat.entry.person.name}") for seat in seats]
        nobody = [("", gettext("nobody"))]
        fields: Any = self.fields
        fields["rule"].choices = [(key, f"{key} · {text}") for key, text in PENALTY_RULES.items()]
        fields["offender"].choices = people
        fields["soloist"].choices = fields["sitting"].choices = [*nobody, *people]
        if at.has_free_penalties:
            self.fields["note"].label, self.fields["note"].required = _("Reason"), True
        unasked = _OF_A_PARAGRAPH if at.has_free_penalties else ("loss",)
        is_deduction = at.rules.penalties is Penalties.DEDUCTION
        if not asks:
            del self.fields["contained"]
        for name in (*unasked, *(() if at.sits_out and not is_deduction else ("sitting",))):
            del self.fields[name]


class DeductionForm(forms.Form):
    """A deduction without credit for anybody (TSR 9.7.2 b)."""

    entry = forms.ModelChoiceField(label=_("Player"), queryset=Entry.objects.none())
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
        empty_label=_("whole tournament"),
    )
    reason = forms.CharField(
        label=_("Reason"), max_length=1000, widget=forms.Textarea(attrs={"rows": 2})
    )

    def __init__(self, data: Any, *, tournament: Tournament) -> None:
        super().__init__(data)
        fields: Any = self.fields
        fields["entry"].queryset = tournament.entries.select_related("person").order_by("number")
        fields["round"].queryset = tournament.rounds.order_by("number")
