"""Two more of the referee's calculators: who may complain, and unsporting conduct."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.referee import Sanction, SanctionRuling, may_complain, sanction_for
from scoring.terms import FIVE_TABLE, FOUR_TABLE, dealer_sits_out
from tournament.forms.referee import NO, YES, YES_NO, Choices, OneOf, PlaceFields, capitalised
from tournament.labels.referee import SANCTIONS


def _positions(label: Any) -> forms.TypedMultipleChoiceField:
    return forms.TypedMultipleChoiceField(
        label=label, coerce=int, required=False, widget=forms.CheckboxSelectMultiple
    )


class ComplaintForm(PlaceFields):
    """Who may complain? Who violated a rule, and what was known of the parties at the time."""

    offender = OneOf(label=_("Offender"), coerce=int)
    dealer = OneOf(label=_("Dealer who sat out"), coerce=int, required=False)
    settled = OneOf(
        label=_("Were the parties of all four settled beyond doubt?"), choices=YES_NO, initial=NO
    )
    re = _positions(_("Re: positions"))
    acted = _positions(_("Has played on since: bid, played a card, called, agreed"))

    def __init__(self, data: Any, *, people: Choices, size: int | None, **more: Any) -> None:
        """`people` are the positions, with names if the table, and so its `size`, is known."""
        super().__init__(data, sizes=(FOUR_TABLE, FIVE_TABLE), named=size is not None, **more)
        fields: Any = self.fields
        for name in ("offender", "dealer", "re", "acted"):
            fields[name].choices = people
        self.known_size = size
        if size is not None and not dealer_sits_out(size):
            del self.fields["dealer"]

    def question(self) -> frozenset[int]:
        """Return who may complain if nobody has played on; raises ImpossibleCase."""
        told = self.cleaned_data
        size = self.known_size or told.get("size") or FOUR_TABLE
        sitting = {told.get("dealer")} if dealer_sits_out(size) else set()
        players = frozenset(range(1, size + 1)) - sitting
        return may_complain(
            told["offender"], players, frozenset(told["re"]) if told["settled"] == YES else None
        )


class ConductForm(forms.Form):
    """What follows from unsporting conduct? The sanction, and where to enter it."""

    round = forms.IntegerField(label=_("Round"), min_value=1, required=False)
    table = forms.IntegerField(label=_("Table"), min_value=1, required=False)
    sanction = OneOf(label=_("Sanction"), coerce=Sanction, choices=lambda: capitalised(SANCTIONS))
    points = forms.IntegerField(label=_("Points to deduct"), required=False)

    def question(self) -> SanctionRuling:
        """Return what follows; raises ImpossibleCase."""
        told = self.cleaned_data
        has_points = told["sanction"] in (Sanction.DEDUCTION, Sanction.BOUND)
        return sanction_for(told["sanction"], (told["points"] or 0) if has_points else 0)
