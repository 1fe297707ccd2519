"""Complaints, protests, deductions, rulings: types and ranges; the services check the rest."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypedDict

from django import forms
from django.utils.functional import lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.model import FREE
from scoring.penalties import ABSAGEN, RULES
from scoring.referee import DECISIONS, IMMATERIAL, LARGEST_DEDUCTION, PARAGRAPHS, Decision, Sanction
from scoring.rulesets import Penalties
from tournament.forms.entries import EntriesField, EntryField, suggested_text
from tournament.forms.fields import TWO_LINES, OneOf, text_field
from tournament.forms.score_sheets import ADDED, CONTAINED
from tournament.journal.writes import LONGEST_REASON
from tournament.labels.filling import fill
from tournament.labels.points import signed
from tournament.labels.referee import decision_words
from tournament.labels.sheets import WHYS
from tournament.models import Call, Entry, Protest, Round, Seat, Tournament
from tournament.rounds.writes import MOST_EXTRA_MINUTES
from tournament.shared.rules.typed import text_of, whole_number
from tournament.sheets.rules import table_rules
from tournament.sheets.rules.table_rules import TableRules


class CallTyped(TypedDict):
    """Arguments of `log_call` taken from a form."""

    paragraph: str
    offender: int
    caller: int | None
    row: int | None
    initials: str
    note: str
    soloist: int | None
    sitting: int | None
    contained: bool | None
    again: bool
    absagen: int
    credit_soloist: bool
    loss: int
    points: int


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


class DeductedPoints(forms.IntegerField):
    """The points of a deduction."""

    def __init__(self, **more: Any) -> None:
        words = lazy(fill, str)(
            _("1 to %(most)s. Nobody is credited with them."), {"most": LARGEST_DEDUCTION}
        )
        more = {"label": _("Points to deduct"), "help_text": words, **more}
        super().__init__(min_value=1, max_value=LARGEST_DEDUCTION, **more)


class Somebody(forms.TypedChoiceField):
    """A position of the table; None: nobody."""

    def __init__(self, **more: Any) -> None:
        super().__init__(coerce=int, required=False, empty_value=None, **more)


class DecisionForm(forms.Form):
    """One complaint at one table: who, against whom, what; other rules take points and a reason."""

    offender = OneOf(label=_("Offender"), coerce=int)
    caller = Somebody(label=_("Called by"))
    soloist = Somebody(label=_("Soloist"), help_text=_("Only if the game was a solo."))
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
    points = DeductedPoints(required=False)
    sitting = Somebody(label=_("Dealer who sat out"))
    row = forms.IntegerField(
        label=_("Game"),
        required=False,
        min_value=1,
        help_text=_(
            "In which game; a penalty stands on the sheet there. Of a game not played: its "
            "repetition. (optional)"
        ),
    )
    contained = OneOf(
        label=_("The result of this table is in. Does it contain this penalty already?"),
        coerce=lambda choice: choice == CONTAINED,
        required=False,
        choices=[(CONTAINED, _("contained already")), (ADDED, _("still to be added"))],
    )
    again = forms.BooleanField(label=_("Yes, it is another one."), required=False)
    initials = text_field(Call, "initials", _("Initials of the referee"), required=False)
    note = text_field(Call, "note", _("What happened"), required=False, widget=TWO_LINES)

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
        self.seats = seats
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
        """Return the arguments of `log_call`; whom a violation can harm only where it matters."""
        typed = self.cleaned_data
        is_decided = DECISIONS[typed["paragraph"]] is Decision.DECIDED
        return CallTyped(
            paragraph=typed["paragraph"],
            offender=typed["offender"],
            caller=typed["caller"],
            row=typed["row"],
            initials=typed.get("initials", ""),
            note=typed["note"],
            soloist=typed.get("soloist"),
            sitting=typed.get("sitting"),
            contained=typed.get("contained"),
            again=bool(typed.get("again")),
            absagen=typed.get("absagen") or 0,
            credit_soloist=is_decided and bool(typed.get("credit_soloist")),
            loss=typed.get("loss") or 0,
            points=typed.get("points") or 0,
        )


class CallFilterForm(forms.Form):
    """Filters of the complaints log."""

    round = forms.IntegerField(label=_("Round"), min_value=1, required=False)
    table = forms.IntegerField(label=_("Table"), min_value=1, required=False)
    person = EntryField(label=_("Player"), required=False, help_text="")

    def __init__(self, data: Any, *, tournament: Tournament) -> None:
        super().__init__(data)
        fields: Any = self.fields
        fields["person"].find_in(tournament)


class ProtestForm(forms.Form):
    """A protest: who contests a decision of the referee."""

    protester = OneOf(label=_("Protest by"), coerce=int)
    note = text_field(Protest, "note", _("What is contested"), required=False, widget=TWO_LINES)

    def __init__(self, data: Any, *, seats: list[Seat]) -> None:
        super().__init__(data)
        fields: Any = self.fields
        fields["protester"].choices = people_at(seats)


class JuryForm(forms.Form):
    """The jury's decision."""

    jury = EntriesField(
        label=_("Jury"),
        required=False,
        help_text=_("Start number, or the beginning of a name."),
    )
    others = text_field(
        *(Protest, "others", _("Others on the jury")),
        required=False,
        help_text=_("Who does not play here; names with commas between."),
    )
    heard = text_field(
        *(Protest, "heard", _("Hearing")),
        required=False,
        widget=TWO_LINES,
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
    reason = text_field(Protest, "reason", _("Reason"), widget=TWO_LINES)
    minutes = forms.IntegerField(
        label=_("extra minutes"),
        min_value=0,
        max_value=MOST_EXTRA_MINUTES,
        initial=0,
        help_text=_("For the table concerned and the tables of the jury’s members (TSR 8.5.1)."),
    )
    initials = text_field(Call, "initials", _("Initials of the referee"), required=False)

    def __init__(
        self,
        data: Any,
        *,
        tournament: Tournament,
        entries: Iterable[Entry],
        last: tuple[list[int], str],
        may_say: bool,
    ) -> None:
        """`entries` may sit on the jury. `last`: the members of the last one, and its others.

        `may_say`: whether the direction is at the keyboard, which may decide a tie.
        """
        known = {entry.pk: entry for entry in entries}
        members = [suggested_text(known[pk]) for pk in last[0] if pk in known]
        super().__init__(data, initial={"jury": members, "others": last[1]})
        fields: Any = self.fields
        not_there = _("%(name)s is not there or does not play any more.")
        fields["jury"].find_in(tournament, known, not_there)
        if any(last):
            fields["jury"].help_text = _("Players of the tournament; as in the last protest.")
        if not may_say:
            del self.fields["by_direction"]


def people_at(seats: list[Seat]) -> list[tuple[int, str]]:
    """Return the positions of a table with their players."""
    return [(seat.position, f"{seat.position} · {seat.entry.person.name}") for seat in seats]


class PlaceForm(forms.Form):
    """A round and a table."""

    round = forms.IntegerField(label=_("Round"), min_value=1)
    table = forms.IntegerField(label=_("Table"), min_value=1)

    def __init__(self, data: Any, *, begins: int | None = None) -> None:
        """`begins`: the round that runs, which is almost always the one; the table is asked."""
        super().__init__(data, initial={"round": begins})
        if begins is not None:
            self.fields["table"].widget.attrs["autofocus"] = True


class DeductionForm(forms.Form):
    """A deduction without credit for anybody (TSR 9.7.2 b)."""

    entry = EntryField(label=_("Player"))
    points = DeductedPoints()
    round = forms.ModelChoiceField(
        label=_("Round"),
        queryset=Round.objects.none(),
        required=False,
        empty_label=_("from the current round on"),
        help_text=_("The deduction counts from this round on."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, widget=TWO_LINES)

    def __init__(self, data: Any, *, tournament: Tournament) -> None:
        super().__init__(data)
        fields: Any = self.fields
        fields["entry"].find_in(tournament)
        fields["round"].queryset = tournament.rounds.order_by("number")


ZERO = "0"


class RulingForm(forms.Form):
    """What happened, the published reason, and per position 0, the average, or typed points.

    Typed points count, whatever is selected beside them. The default is the average: it leaves
    everybody where the other rounds have put them.
    """

    why = forms.ChoiceField(label=_("What happened"), choices=WHYS.items, widget=forms.RadioSelect)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=table_rules.LONGEST_REASON,
        help_text=_("Everybody reads it: it stands below the standings."),
    )

    def __init__(
        self, averages: Sequence[int], content: Mapping[str, Any], *args: Any, **kwargs: Any
    ) -> None:
        """`averages` are the current ones by position, `content` the ruling in force, if any."""
        super().__init__(*args, **kwargs)
        self.initial = {"why": content.get("ruling"), "reason": content.get("reason")}
        self.seats = range(1, len(averages) + 1)
        figures = content.get("figures") or [table_rules.AVERAGE] * len(averages)
        for seat, today, figure in zip(self.seats, averages, figures, strict=True):
            is_typed = figure not in (0, table_rules.AVERAGE)
            self.initial[f"how{seat}"] = ZERO if figure == 0 else table_rules.AVERAGE
            self.initial[f"points{seat}"] = text_of(figure) if is_typed else ""
            average = gettext("average, at present %(points)s") % {"points": signed(today)}
            self.fields[f"how{seat}"] = forms.ChoiceField(
                label=gettext("Points"),
                choices=[(table_rules.AVERAGE, average), (ZERO, "0")],
                widget=forms.RadioSelect,
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
            chosen = table_rules.AVERAGE if cleaned.get(f"how{seat}") == table_rules.AVERAGE else 0
            figures.append(whole_number(typed) if typed else chosen)
            if figures[-1] is None:
                wrong = gettext("“%(typed)s” is no whole number, such as +12 or −4.")
                self.add_error(f"points{seat}", wrong % {"typed": typed})
        why, reason = cleaned.get("why"), cleaned.get("reason")
        return {**cleaned, "content": {"ruling": why, "reason": reason, "figures": figures}}

    def lines(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The two fields of each position."""
        return [(self[f"how{seat}"], self[f"points{seat}"]) for seat in self.seats]
