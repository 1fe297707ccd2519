"""Complaints, protests and deductions: types and ranges; the services check the rest."""

from collections.abc import Collection, Iterable
from typing import Any, NotRequired, TypedDict

from django import forms
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.model import FREE
from scoring.penalties import ABSAGEN, RULES
from scoring.referee import DECISIONS, IMMATERIAL, LARGEST_DEDUCTION, PARAGRAPHS, Decision, Sanction
from scoring.rulesets import Penalties
from tournament.forms.score_sheets import ADDED, CONTAINED
from tournament.journal.writes import LONGEST_REASON
from tournament.labels.referee import decision_words
from tournament.models import Call, Entry, Protest, Round, Seat, Tournament
from tournament.models.fields import longest
from tournament.rounds.writes import MOST_EXTRA_MINUTES
from tournament.sheets.rules.table_rules import TableRules


def position_of(value: str) -> int | None:
    """Return the position of a choice; None for the empty one, which means nobody."""
    return int(value) if value else None


class CallTyped(TypedDict):
    """Arguments of `log_call` taken from a form."""

    paragraph: str
    offender: int
    caller: int | None
    row: int | None
    initials: str
    note: str
    soloist: NotRequired[int | None]
    sitting: NotRequired[int | None]
    contained: NotRequired[bool | None]
    again: NotRequired[bool]
    absagen: NotRequired[int]
    credit_soloist: NotRequired[bool]
    loss: NotRequired[int]
    points: NotRequired[int]


class DecisionSelect(forms.RadioSelect):
    """The decisions; data attributes of each choice tell the stylesheet what it is and concerns."""

    def create_option(self, name: Any, value: Any, *more: Any, **kwargs: Any) -> dict[str, Any]:
        """Return one choice with its data attributes."""
        option = super().create_option(name, value, *more, **kwargs)
        decision = DECISIONS[value]
        option["attrs"]["data-decision"] = decision.value
        if decision.is_on_list:
            option["attrs"]["data-on-list"] = ""
        if value in RULES:
            option["attrs"]["data-offender"] = RULES[value].offender.value
        return option


def _choice_of_position(label: Any, **more: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(
        label=label, coerce=position_of, required=False, empty_value=None, **more
    )


class DecisionForm(forms.Form):
    """One complaint at one table: who, against whom, what; other rules take points and a reason."""

    offender = forms.TypedChoiceField(label=_("Offender"), coerce=int, widget=forms.RadioSelect)
    caller = _choice_of_position(_("Called by"))
    soloist = _choice_of_position(_("Soloist"), help_text=_("Only if the game was a solo."))
    paragraph = forms.ChoiceField(label=_("Decision"), widget=DecisionSelect)
    credit_soloist = forms.BooleanField(
        label=_("The violation can harm the soloist, who receives the points."), required=False
    )
    absagen = forms.TypedChoiceField(
        label=_("Absagen made by the other party"),
        coerce=int,
        required=False,
        choices=[(count, count) for count in ABSAGEN],
        help_text=_("An announcement of Re or Kontra does not count."),
    )
    loss = forms.IntegerField(
        label=_("Points the offender loses"), min_value=1, max_value=999, required=False
    )
    points = forms.IntegerField(
        label=_("Points to deduct"),
        min_value=1,
        max_value=LARGEST_DEDUCTION,
        required=False,
        help_text=_("1 to 12. Nobody is credited with them."),
    )
    sitting = _choice_of_position(_("Dealer who sat out"))
    row = forms.IntegerField(
        label=_("Game"),
        required=False,
        min_value=1,
        help_text=_(
            "In which game; a penalty stands on the sheet there. Of a game not played: its "
            "repetition. (optional)"
        ),
    )
    contained = forms.TypedChoiceField(
        label=_("The result of this table is in. Does it contain this penalty already?"),
        coerce=lambda choice: choice == CONTAINED,
        empty_value=None,
        required=False,
        choices=[(CONTAINED, _("contained already")), (ADDED, _("still to be added"))],
        widget=forms.RadioSelect,
    )
    again = forms.BooleanField(label=_("Yes, it is another one."), required=False)
    initials = forms.CharField(
        label=_("Initials of the referee"), max_length=longest(Call, "initials"), required=False
    )
    note = forms.CharField(
        label=_("What happened"),
        max_length=longest(Call, "note"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(
        self,
        data: Any,
        *,
        seats: list[Seat],
        at: TableRules,
        may_sanction: bool,
        asks: Collection[str] = (),
        initial: dict[str, str] | None = None,
    ) -> None:
        """`asks`: questions to answer as well: `contained` in the result, the same one `again`."""
        super().__init__(data, initial=initial)
        by_paragraph = not at.has_free_penalties
        people = people_at(seats)
        nobody = [("", gettext("nobody"))]
        fields: Any = self.fields
        left_out = {FREE} if by_paragraph else {*RULES, IMMATERIAL, PARAGRAPHS[Sanction.BOUND]}
        of_direction = (Decision.DEDUCTION, Decision.DISQUALIFICATION)
        fields["paragraph"].choices = [
            (paragraph, decision_words(paragraph, by_paragraph=by_paragraph))
            for paragraph, decision in DECISIONS.items()
            if paragraph not in left_out and (may_sanction or decision not in of_direction)
        ]
        fields["offender"].choices = people
        fields["caller"].choices = [("", gettext("not noted")), *people]
        fields["soloist"].choices = fields["sitting"].choices = [*nobody, *people]
        is_deduction = at.rules.penalties is Penalties.DEDUCTION
        unasked = {
            "contained": "contained" in asks,
            "again": "again" in asks,
            "loss": not by_paragraph,
            "points": may_sanction,
            "sitting": at.sits_out and not is_deduction,
            **dict.fromkeys(("soloist", "credit_soloist", "absagen", "initials"), by_paragraph),
        }
        for name in (name for name, is_asked in unasked.items() if not is_asked):
            del self.fields[name]

    def call(self) -> CallTyped:
        """Return the arguments of `log_call`: only those relevant to this decision."""
        typed = self.cleaned_data
        decision = DECISIONS[typed["paragraph"]]
        call = CallTyped(
            paragraph=typed["paragraph"],
            offender=typed["offender"],
            caller=typed["caller"],
            row=typed["row"],
            initials=typed.get("initials", ""),
            note=typed["note"],
        )
        if decision.is_on_list:
            call["soloist"], call["sitting"] = typed.get("soloist"), typed.get("sitting")
            call["contained"], call["again"] = typed.get("contained"), bool(typed.get("again"))
        if decision is Decision.SERIOUS:
            call["absagen"] = typed.get("absagen") or 0
        elif decision is Decision.DECIDED:
            call["credit_soloist"] = bool(typed.get("credit_soloist"))
        elif decision is Decision.FREE:
            call["loss"] = typed.get("loss") or 0
        elif decision is Decision.DEDUCTION:
            call["points"] = typed.get("points") or 0
        return call


class CallFilterForm(forms.Form):
    """Filters of the complaints log."""

    round = forms.IntegerField(label=_("Round"), min_value=1, required=False)
    table = forms.IntegerField(label=_("Table"), min_value=1, required=False)
    person = forms.TypedChoiceField(label=_("Player"), coerce=int, empty_value=None, required=False)

    def __init__(self, data: Any, *, people: list[tuple[int, str]]) -> None:
        super().__init__(data)
        fields: Any = self.fields
        fields["person"].choices = [("", gettext("all")), *people]


class ProtestForm(forms.Form):
    """A protest: who contests a decision of the referee."""

    protester = forms.TypedChoiceField(label=_("Protest by"), coerce=int, widget=forms.RadioSelect)
    note = forms.CharField(
        label=_("What is contested"),
        max_length=longest(Protest, "note"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, data: Any, *, seats: list[Seat]) -> None:
        super().__init__(data)
        fields: Any = self.fields
        fields["protester"].choices = people_at(seats)


class JuryForm(forms.Form):
    """The jury's decision."""

    jury = forms.TypedMultipleChoiceField(
        label=_("Jury"),
        coerce=int,
        required=False,
        help_text=_("Players of the tournament."),
        widget=forms.CheckboxSelectMultiple,
    )
    others = forms.CharField(
        label=_("Others on the jury"),
        max_length=longest(Protest, "others"),
        required=False,
        help_text=_("Who does not play here; names with commas between."),
    )
    heard = forms.CharField(
        label=_("Hearing"),
        max_length=longest(Protest, "heard"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Who was heard, and what was said."),
    )
    votes_for = forms.IntegerField(label=_("Votes for the protest"), min_value=0, max_value=99)
    votes_against = forms.IntegerField(label=_("Votes against it"), min_value=0, max_value=99)
    by_direction = forms.TypedChoiceField(
        label=_("With equal votes the direction says"),
        coerce=lambda value: value == "changed",
        empty_value=None,
        required=False,
        choices=[
            ("", _("nothing: there is a majority")),
            ("changed", _("the decision is changed")),
            ("stands", _("the decision stands")),
        ],
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=longest(Protest, "reason"),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    minutes = forms.IntegerField(
        label=_("extra minutes"),
        min_value=0,
        max_value=MOST_EXTRA_MINUTES,
        initial=0,
        help_text=_("For the table concerned and the tables of the jury’s members (TSR 8.5.1)."),
    )
    initials = forms.CharField(
        label=_("Initials of the referee"), max_length=longest(Call, "initials"), required=False
    )

    def __init__(self, data: Any, *, entries: Iterable[Entry], may_say: bool) -> None:
        """`may_say`: whether the direction is at the keyboard, which may decide a tie."""
        super().__init__(data)
        fields: Any = self.fields
        fields["jury"].choices = [
            (entry.pk, f"{entry.person.list_name} ({entry.number})") for entry in entries
        ]
        if not may_say:
            del self.fields["by_direction"]


def people_at(seats: list[Seat]) -> list[tuple[int, str]]:
    """Return the positions of a table with their players."""
    return [(seat.position, f"{seat.position} · {seat.entry.person.name}") for seat in seats]


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
