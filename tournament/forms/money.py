"""Forms about fees, the till, prizes and certificates; amounts typed in euros, kept in cents."""

import re
from collections.abc import Collection, Iterable
from dataclasses import asdict
from typing import Any, ClassVar, cast
from uuid import UUID, uuid4

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields import DayInput, FocusesErrors, text_field
from tournament.labels.points import short_euros
from tournament.models import EqualOnes, FeeRule, PayBy, Pool, PrizeRule
from tournament.models import Prize as StoredPrize
from tournament.models.money import prizes_for
from tournament.models.tournament import MOST_ROUNDS
from tournament.money.rules import PIECES, Fee
from tournament.money.writes import PoolData
from tournament.prizes.rules import MOST_PLACES, Ladder, Prize, PrizeKind
from tournament.shared.rules.typed import Unclear, cents_of, key_in, uuid_in
from tournament.standings.rules.rankings import GroupKind

FEE = "fee"
SPARE_LINES, SPARE_PRIZES = 2, 6
MOST_PIECES = 9999
MOST_FEES, MOST_POOLS, MOST_PRIZES = 50, 20, 100


class AmountField(forms.Field):
    """An amount such as 12 or 12,50; its value is in cents, None if empty."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"inputmode": "decimal", "size": 8, "maxlength": 20, "autocomplete": "off"}
        super().__init__(widget=forms.TextInput(attrs=attrs), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Return the amount as typed, without a currency sign."""
        if not isinstance(value, int):
            return value
        thousands = "," if "." in short_euros(150) else "."
        return re.sub(r"[^0-9.,]", "", short_euros(value)).replace(thousands, "")

    def to_python(self, value: Any) -> int | None:
        """Return cents."""
        try:
            return cents_of(str(value or ""))
        except Unclear as unclear:
            raise forms.ValidationError(
                _("Please type an amount such as 12 or 12.50, without a sign.")
            ) from unclear


class SentOnce(forms.Form):
    """A form with a submission id, so that posted twice it takes effect once."""

    submission = forms.CharField(required=False, initial=uuid4, widget=forms.HiddenInput)

    @property
    def submission_id(self) -> UUID | None:
        """The id; None without one."""
        return uuid_in(self.cleaned_data["submission"])


class FeeLineForm(forms.Form):
    """One line of the list of fees; ignored without an amount."""

    amount = AmountField(label=_("Amount"), required=False)
    category = text_field(
        *(FeeRule, "category", _("Category")),
        required=False,
        widget=forms.TextInput({"list": "categories"}),
    )
    until = forms.DateField(label=_("until"), required=False, widget=DayInput)

    def clean(self) -> dict[str, Any]:
        """Require an amount of a new line if anything else is filled in; of another it goes."""
        typed = self.cleaned_data
        is_new = self.initial.get("amount") is None
        is_begun = typed.get("amount") is None and (typed.get("category") or typed.get("until"))
        if is_new and is_begun and "amount" not in self.errors:
            self.add_error("amount", _("The amount is missing."))
        return typed


class PoolLineForm(forms.Form):
    """One side pool; ignored without a name."""

    pk = forms.IntegerField(required=False, widget=forms.HiddenInput)
    name = text_field(Pool, "name", _("Name"), required=False)
    fee = AmountField(label=_("Amount"), required=False)

    def clean(self) -> dict[str, Any]:
        """Require a fee for a named pool, and a name for a fee."""
        typed = self.cleaned_data
        if typed.get("name") and typed.get("fee") is None and "fee" not in self.errors:
            self.add_error("fee", _("The amount is missing."))
        if typed.get("fee") is not None and not typed.get("name"):
            self.add_error("name", _("The name is missing."))
        return typed


class _Lines(forms.BaseFormSet):
    default_error_messages: ClassVar = {
        **forms.BaseFormSet.default_error_messages,
        "too_many_forms": _("There is room for %(num)d lines here; nothing is saved."),
    }


def line_formset(line: type[forms.Form], most: int, spare: int) -> type[forms.BaseFormSet]:
    """Return a formset with a maximum; more lines are refused unread."""
    return forms.formset_factory(line, _Lines, extra=spare, max_num=most, absolute_max=most)


FeeLines = line_formset(FeeLineForm, MOST_FEES, SPARE_LINES)
PoolLines = line_formset(PoolLineForm, MOST_POOLS, SPARE_LINES)


class MoneySettings:
    """The list of fees and the side pools, submitted together."""

    def __init__(self, data: Any, fees: Iterable[Fee], pools: Iterable[Pool]) -> None:
        self._known = {pool.pk for pool in pools}
        first_fees = [*map(asdict, fees)]
        first_pools = [{"pk": pool.pk, "name": pool.name, "fee": pool.fee} for pool in pools]
        self.fees = FeeLines(data, prefix="fees", initial=first_fees)
        self.pools = PoolLines(data, prefix="pools", initial=first_pools)
        self.refusal = ""

    def is_valid(self) -> bool:
        """Return whether every line is valid."""
        return all([self.fees.is_valid(), self.pools.is_valid()])

    @cached_property
    def typed_fees(self) -> list[Fee]:
        """The lines with an amount."""
        lines = (form.cleaned_data for form in self.fees)
        return [
            Fee(line["amount"], line["category"], line["until"])
            for line in lines
            if line.get("amount") is not None
        ]

    @cached_property
    def typed_pools(self) -> list[PoolData]:
        """The lines with a name."""
        lines = (form.cleaned_data for form in self.pools)
        return [
            PoolData(line["name"], line["fee"], line["pk"] if line["pk"] in self._known else None)
            for line in lines
            if line.get("name")
        ]


class PaymentForm(SentOnce):
    """A payment by a player now, or by earlier transfer."""

    purpose = forms.ChoiceField(label=_("For"))
    amount = AmountField(
        label=_("Amount"), required=False, help_text=_("Left empty: all that is due.")
    )
    how = forms.ChoiceField(label=_("How"), choices=PayBy.choices, initial=PayBy.CASH)
    on = forms.DateField(label=_("Date"), widget=DayInput)

    def __init__(self, data: Any, pools: Iterable[Pool]) -> None:
        super().__init__(data, initial={"on": timezone.localdate()})
        self._pools = {str(pool.pk): pool for pool in pools}
        fee = [(FEE, gettext("Entry fee"))]
        named = [(str(pool.pk), f"{pool.name} ({short_euros(pool.fee)})") for pool in pools]
        cast(forms.ChoiceField, self.fields["purpose"]).choices = fee + named

    @property
    def pool(self) -> Pool | None:
        """The side pool being paid; None: the entry fee."""
        return self._pools.get(self.cleaned_data["purpose"])


class BookingForm(SentOnce):
    """When what was paid beforehand came in, and whose is to be booked."""

    on = forms.DateField(label=_("Transferred on"), widget=DayInput)

    @property
    def seen(self) -> dict[int, int]:
        """The cents by entry of those ticked, as they were shown."""
        ticked = cast(QueryDict, self.data).getlist("book") if self.is_bound else []
        pairs = [each.partition(":") for each in ticked]
        found = [(key_in(pk), key_in(cents)) for pk, _, cents in pairs]
        return {pk: cents for pk, cents in found if pk and cents}


class CountForm(SentOnce):
    """What was counted in the till."""

    opening = AmountField(label=_("In the till at first"), required=False)
    total = AmountField(label=_("Counted"), required=False)

    def __init__(self, data: Any = None, opening: int = 0) -> None:
        super().__init__(data, initial={"opening": opening})
        for worth in PIECES:
            self.fields[f"piece_{worth}"] = forms.IntegerField(
                label=short_euros(worth), min_value=0, max_value=MOST_PIECES, required=False
            )

    def piece_fields(self) -> list[Any]:
        """The number fields of each note and coin."""
        return [self[f"piece_{worth}"] for worth in PIECES]

    @property
    def pieces(self) -> dict[int, int]:
        """The numbers by value in cents."""
        return {worth: self.cleaned_data[f"piece_{worth}"] or 0 for worth in PIECES}


class EverybodyForm(SentOnce):
    """A bulk act on everybody except some start numbers."""

    CHECK_IN, NOBODY_COMES = "check_in", "nobody_comes"

    what = forms.ChoiceField(label=_("What"))
    without = forms.CharField(
        label=_("but for the numbers"),
        max_length=500,
        required=False,
        widget=forms.TextInput(attrs={"placeholder": "7, 12, 31", "autocomplete": "off"}),
    )
    how = forms.ChoiceField(label=_("How"), choices=PayBy.choices, required=False)
    seen = forms.IntegerField(required=False, min_value=0, widget=forms.HiddenInput)

    def __init__(self, *args: Any, known: Collection[int], may_withdraw: bool) -> None:
        super().__init__(*args)
        self._known = known
        offered = [(self.CHECK_IN, gettext("Check in")), (FEE, gettext("Fee paid"))]
        if may_withdraw:
            offered.append((self.NOBODY_COMES, gettext("Nobody else comes: withdraw")))
        cast(forms.ChoiceField, self.fields["what"]).choices = offered

    def clean_without(self) -> list[int]:
        """Parse the numbers, in any of the usual ways to write a list."""
        typed = [each for each in re.split(r"[\s,;]+", self.cleaned_data["without"]) if each]
        wrong = [each for each in typed if not re.fullmatch(r"[0-9]{1,6}", each)]
        if wrong:
            raise forms.ValidationError(
                _("Only start numbers with commas between them, such as 7, 12, 31; not: %(wrong)s"),
                params={"wrong": ", ".join(wrong)},
            )
        numbers = sorted({int(each) for each in typed})
        if unknown := [number for number in numbers if number not in self._known]:
            raise forms.ValidationError(
                _("Nobody has these start numbers: %(numbers)s."),
                params={"numbers": ", ".join(map(str, unknown))},
            )
        return numbers


class PrizeLineForm(forms.Form):
    """One line of the list of prizes; ignored without an amount and a thing."""

    kind = forms.ChoiceField(label=_("For"), choices=prizes_for, initial=PrizeKind.PLACE)
    category = text_field(
        *(StoredPrize, "category", _("Category")),
        required=False,
        widget=forms.TextInput({"list": "categories", "size": 10}),
    )
    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=MOST_ROUNDS, required=False)
    first = forms.IntegerField(label=_("Rank"), min_value=1, max_value=MOST_PLACES, required=False)
    last = forms.IntegerField(
        label=_("to place"), min_value=1, max_value=MOST_PLACES, required=False
    )
    amount = AmountField(label=_("Amount"), required=False)
    thing = text_field(
        *(StoredPrize, "thing", _("Prize in kind")),
        required=False,
        widget=forms.TextInput({"size": 14}),
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
            for kind, words in prizes_for()
            # A line from before its ranking was switched off shows what it is, and is refused.
            if Ladder(PrizeKind(kind)).can_be_won(ranked) or kind == self["kind"].value()
        ]
        named = [(str(pool.pk), pool.name) for pool in pools]
        fields["pool"].choices = [("", _("Entry fees")), *named]
        if not named:
            del self.fields["pool"]


_PrizeLines = line_formset(PrizeLineForm, MOST_PRIZES, SPARE_PRIZES)


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
        """Return the prizes typed; a line in error, or without an amount and a thing, is none."""
        prizes = []
        for typed in (line.cleaned_data for line in self.lines if line.is_valid()):
            if typed.get("amount") or typed.get("thing"):
                pool = int(typed["pool"]) if typed.get("pool") else None
                kind = PrizeKind(typed["kind"])
                ladder = Ladder(kind, typed["category"], typed["round"], pool)
                first, amount = typed["first"] or 1, typed["amount"] or 0
                prizes.append(Prize(ladder, first, typed["last"] or first, amount, typed["thing"]))
        return prizes

    def uncounted(self) -> list[int]:
        """Return the numbers of lines in error, or whose places end before they begin."""
        return [
            number
            for number, line in enumerate(self.lines, start=1)
            if not line.is_valid()
            or ((end := line.cleaned_data.get("last")) and end < (line.cleaned_data["first"] or 1))
        ]


class CertificatesForm(FocusesErrors, forms.Form):
    """The standings or a ranking, the number of places, or one player; a background picture."""

    of = forms.ChoiceField(label=_("For"), required=False)
    places = forms.IntegerField(
        label=_("Down to place"),
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

    def __init__(self, *args: Any, choices: Iterable[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["of"].choices = list(choices)  # type: ignore[attr-defined]
