"""Forms about prizes and certificates."""

from collections.abc import Collection, Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.focus import FocusesErrors
from tournament.forms.money import AmountField, lines_of
from tournament.models import EqualOnes, Pool, PrizeRule
from tournament.models import Prize as StoredPrize
from tournament.models.fields import longest
from tournament.models.money import PRIZES_FOR
from tournament.prizes.rules import Ladder, Prize, PrizeKind
from tournament.standings.rules.rankings import GroupKind

SPARE_LINES = 6
MOST_LINES = 100
MOST_PLACES = 500


class PrizeLineForm(forms.Form):
    """One line of the list of prizes; ignored without an amount and a thing."""

    kind = forms.ChoiceField(label=_("For"), choices=PRIZES_FOR, initial=PrizeKind.PLACE)
    category = forms.CharField(
        label=_("Category"),
        max_length=longest(StoredPrize, "category"),
        required=False,
        widget=forms.TextInput(attrs={"list": "categories", "size": 10}),
    )
    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=12, required=False)
    first = forms.IntegerField(label=_("Rank"), min_value=1, max_value=MOST_PLACES, required=False)
    last = forms.IntegerField(
        label=_("to place"), min_value=1, max_value=MOST_PLACES, required=False
    )
    amount = AmountField(label=_("Amount"), required=False)
    thing = forms.CharField(
        label=_("Prize in kind"),
        max_length=longest(StoredPrize, "thing"),
        required=False,
        widget=forms.TextInput(attrs={"size": 14}),
    )
    pool = forms.ChoiceField(label=_("Paid from"), required=False)

    def __init__(
        self, *args: Any, pools: Iterable[Pool], ranked: Collection[GroupKind], **kwargs: Any
    ) -> None:
        """`ranked`: the rankings that are on; prizes that follow another one cannot be made."""
        super().__init__(*args, **kwargs)
        fields: Any = self.fields
        fields["kind"].choices = [
            (kind, words)
            for kind, words in PRIZES_FOR
            # A line from before its ranking was switched off shows what it is, and is refused.
            if Ladder(PrizeKind(kind)).can_be_won(ranked) or kind == self["kind"].value()
        ]
        named = [(str(pool.pk), pool.name) for pool in pools]
        fields["pool"].choices = [("", _("Entry fees")), *named]
        if not named:
            del self.fields["pool"]


_PrizeLines = lines_of(PrizeLineForm, MOST_LINES, SPARE_LINES)


class PrizesForm(forms.Form):
    """The list of prizes, and how equal places share them."""

    sharing = forms.ChoiceField(label=_("Prizes of equal places"), choices=EqualOnes.choices)
    one_each = forms.BooleanField(
        label=_("One prize per person"),
        required=False,
        help_text=_(
            "Who has a prize by place gets none of the category or the best round; the next one "
            "does."
        ),
    )

    def __init__(
        self,
        data: Any,
        rule: PrizeRule,
        prizes: Iterable[Prize],
        pools: Iterable[Pool],
        ranked: Collection[GroupKind],
    ) -> None:
        super().__init__(data, initial={"sharing": rule.sharing, "one_each": rule.one_each})
        first = [
            {
                "kind": prize.ladder.kind.value,
                "category": prize.ladder.category,
                "round": prize.ladder.round,
                "first": prize.first,
                "last": prize.last,
                "amount": prize.amount or None,
                "thing": prize.thing,
                "pool": str(prize.ladder.pool or ""),
            }
            for prize in prizes
        ]
        self.lines = _PrizeLines(
            data,
            prefix="lines",
            initial=first,
            form_kwargs={"pools": list(pools), "ranked": ranked},
        )

    def is_valid(self) -> bool:
        """Return whether every line is valid."""
        return all([super().is_valid(), self.lines.is_valid()])

    def prizes(self) -> list[Prize]:
        """Return the prizes typed; a line without an amount and a thing is none."""
        prizes = []
        for typed in (line.cleaned_data for line in self.lines):
            if typed.get("amount") or typed.get("thing"):
                pool = int(typed["pool"]) if typed.get("pool") else None
                kind = PrizeKind(typed["kind"])
                ladder = Ladder(kind, typed["category"], typed["round"], pool)
                first, amount = typed["first"] or 1, typed["amount"] or 0
                prizes.append(Prize(ladder, first, typed["last"] or first, amount, typed["thing"]))
        return prizes


class CertificatesForm(FocusesErrors, forms.Form):
    """The number of places, or one player; an optional background picture."""

    places = forms.IntegerField(
        label=_("to place"),
        min_value=1,
        max_value=9999,
        help_text=_("Everybody who shares it as well"),
    )
    number = forms.IntegerField(
        label=_("Only start number"),
        required=False,
        min_value=1,
        help_text=_("For one player alone, whatever the place"),
    )
    picture = forms.FileField(
        label=_("Your own background"),
        required=False,
        help_text=_(
            "PNG or JPEG, up to 4 MB. It covers the sheet (A4, upright), without frame and sign; "
            "leave its middle pale. It is not kept."
        ),
        widget=forms.FileInput(attrs={"accept": ".png,.jpg,.jpeg"}),
    )
