"""The forms of the referee's calculators: types and ranges, and the query for the library.

Besides its fields each form has a `question`, None while something is missing. Fields made
irrelevant by other answers are hidden by the stylesheet and ignored here.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.game import Party, Value
from scoring.game.model import SCHWARZ
from scoring.notation import NotedGame
from scoring.outlook import SoFar
from scoring.penalties import ABSAGEN
from scoring.referee import (
    SETTLED_BY,
    Call,
    Case,
    Sanction,
    SanctionRuling,
    Settling,
    Situation,
    Violation,
    Wedding,
    may_complain,
    sanction_for,
)
from scoring.rulesets import DDV, GameValue, RuleSet
from scoring.rulesets.numbered import in_doubling_round
from scoring.terms import FIVE_TABLE, FOUR_TABLE, RowKind, dealer_sits_out
from tournament.forms.fields import OneOf, SomeOf
from tournament.labels.findings import row_kind
from tournament.labels.lines import LEVEL_WORDS, PARTIES, SPECIAL_WORDS
from tournament.labels.referee import (
    CALLS,
    GAMES_OF_CALLS,
    SANCTIONS,
    SETTLING_QUESTIONS,
    VIOLATIONS,
    WEDDINGS,
)
from tournament.shared.rules.typed import Fields, figure, seat_of
from tournament.sheets.rules.table_rules import TableRules

FORCED = "forced"
FORCED_KIND = "trump_solo"
"""Any forced solo has the same calls."""
YES, NO = "yes", "no"
YES_NO = ((YES, capfirst(_("yes"))), (NO, capfirst(_("no"))))

Choices = Iterable[tuple[object, str | Promise]]
ANNOUNCED, DOUBLING_ROUND = "announced", "doubling_round"
LEVELS = ("", ANNOUNCED, *map(str, range(1, SCHWARZ + 1)))
"""What a party has said: nothing, its announcement, or an absage by level."""


def levels_by(rules: RuleSet) -> list[tuple[str, str | Promise]]:
    """Return what can be said by these rules, in words; the announcement has none here."""
    return [
        (level, word)
        for level, word in zip(LEVELS, LEVEL_WORDS, strict=True)
        if not level.isdecimal() or int(level) in rules.absagen
    ]


def capitalised(labels: Mapping[Any, str | Promise]) -> list[tuple[object, str | Promise]]:
    """Return these labels as choices."""
    return [
        (int(key) if isinstance(key, Call) else key, capfirst(str(labels[key]))) for key in labels
    ]


class CallForm(forms.Form):
    """Was this call in time? What was called, with how many cards, after what."""

    game = OneOf(label=_("What is played"), coerce=str)
    party = OneOf(label=_("Who called"), coerce=Party)
    call = OneOf(label=_("What was called"), coerce=lambda value: Call(int(value)))
    cards = forms.IntegerField(
        label=_("Cards in the hand of the caller"),
        help_text=_("A card is in the hand until it has openly touched the table."),
    )
    called = SomeOf(
        label=_("The same party has called before"), coerce=lambda value: Call(int(value))
    )
    opponents = OneOf(
        label=_("The other party has called, at most"),
        coerce=lambda value: Call(int(value)),
        required=False,
        initial="",
    )
    replied_with = forms.IntegerField(
        label=_("If Re or Kontra was the reply to that: cards in the hand then"), required=False
    )
    wedding = OneOf(
        label=capfirst(pgettext_lazy("game", "wedding")),
        coerce=Wedding,
        required=False,
        initial=Wedding.NONE.value,
    )

    def __init__(self, data: Any, rules: RuleSet = DDV) -> None:
        """Ask only what matters by these rules."""
        super().__init__(data)
        self._rules = rules
        usual, *others = {rules.calling(kind.name): None for kind in rules.kinds}
        fields: Any = self.fields
        calls = capitalised({Call(level): CALLS[Call(level)] for level, _cards in usual.latest})
        fields["call"].choices = fields["called"].choices = calls
        fields["opponents"].choices = [("", capfirst(gettext("nothing"))), *calls]
        fields["wedding"].choices = capitalised(WEDDINGS)
        fields["game"].choices = capitalised(GAMES_OF_CALLS)
        fields["party"].choices = [(party.value, party.title()) for party in Party]
        needless = ("call", "replied_with") if len(calls) == 1 else ()
        if usual.wedding is None:
            needless = (*needless, "wedding")
        if not others:
            needless = (*needless, "game", "party")
        for name in needless:
            del self.fields[name]

    def question(self) -> tuple[Call, Situation]:
        """Return the call and the situation of its party; raises ImpossibleCase."""
        typed = self.cleaned_data
        called, opponents = frozenset(typed["called"]), typed["opponents"]
        could_reply = Call.ANNOUNCEMENT in called and opponents is not None
        game = typed.get("game") or self._rules.kinds[0].name
        is_forced = game == FORCED
        return typed.get("call", Call.ANNOUNCEMENT), Situation(
            cards=typed["cards"],
            wedding=typed.get("wedding") or Wedding.NONE,
            called=called,
            opponents=opponents,
            replied_with=typed.get("replied_with") if could_reply else None,
            party=typed.get("party"),
            calling=self._rules.calling(FORCED_KIND if is_forced else game, is_forced),
        )


class PlaceFields(forms.Form):
    """The table a question is about, if it is one of the tournament; else its size."""

    round = forms.IntegerField(label=_("Round"), min_value=1, required=False)
    table = forms.IntegerField(label=_("Table"), min_value=1, required=False)
    size = OneOf(label=_("Players at the table"), coerce=int, required=False, initial=FOUR_TABLE)

    def __init__(self, data: Any, *, sizes: Iterable[int], named: bool, **more: Any) -> None:
        """`named`: whether a table is chosen, so that its size is known."""
        super().__init__(data, **more)
        fields: Any = self.fields
        fields["size"].choices = [(size, str(size)) for size in sizes]
        if named or len(fields["size"].choices) == 1:
            del self.fields["size"]


class CaseForm(PlaceFields):
    """A violation by somebody, perhaps at a table of which one sat out."""

    offender = OneOf(label=_("Offender"), coerce=int)
    dealer = OneOf(label=_("Dealer who sat out"), coerce=int, required=False)
    POSITIONS: ClassVar[tuple[str, ...]] = ("offender", "dealer")

    def __init__(self, data: Any, *, people: Choices, size: int | None, **more: Any) -> None:
        """`people` are the positions, with names if the table, and so its `size`, is known."""
        super().__init__(data, sizes=(FOUR_TABLE, FIVE_TABLE), named=size is not None, **more)
        fields: Any = self.fields
        for name in self.POSITIONS:
            fields[name].choices = people
        self._known_size = size
        if size is not None and not dealer_sits_out(size):
            del self.fields["dealer"]

    @property
    def table_size(self) -> int:
        """The number of players, as known or typed."""
        return self._known_size or self.cleaned_data.get("size") or FOUR_TABLE


class ViolationForm(CaseForm):
    """What follows from a violation? What happened, by whom, in which game."""

    violation = OneOf(label=_("Kind of violation"), coerce=Violation)
    kind = OneOf(label=_("Kind of game"), initial=RowKind.NORMAL.value)
    soloist = OneOf(label=_("Soloist"), coerce=int, required=False)
    solo_named = OneOf(choices=YES_NO, required=False, initial=YES)
    third_trick = OneOf(choices=YES_NO, required=False, initial=YES)
    second_queen = OneOf(choices=YES_NO, required=False, initial=YES)
    harm = OneOf(label=_("Can the violation harm the soloist?"), choices=YES_NO, required=False)
    absagen = OneOf(
        label=_("Absagen made by the other party"),
        coerce=int,
        choices=[(count, str(count)) for count in ABSAGEN],
        required=False,
        initial=0,
    )
    time_up = forms.BooleanField(label=_("Time is up"), required=False)
    POSITIONS = ("offender", "soloist", "dealer")
    field_order = [
        *("round", "table", "size", "violation", "offender", "kind", "soloist"),
        *("solo_named", "third_trick", "second_queen", "dealer"),
    ]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: Any = self.fields
        fields["violation"].choices = capitalised(VIOLATIONS)
        forced = f"{row_kind(RowKind.COMPULSORY_SOLO)}, {gettext('forced')}"
        fields["kind"].choices = [
            *((kind.value, capfirst(row_kind(kind))) for kind in RowKind),
            (FORCED, capfirst(forced)),
        ]
        for settling in Settling:
            fields[settling.value].label = SETTLING_QUESTIONS[settling]

    def question(self) -> Case:
        """Return the case; raises ImpossibleCase."""
        typed = self.cleaned_data
        is_forced = typed["kind"] == FORCED
        kind = RowKind.COMPULSORY_SOLO if is_forced else RowKind(typed["kind"])
        is_serious = typed["violation"] is Violation.SERIOUS
        settled_by = SETTLED_BY.get(kind)
        return Case(
            typed["violation"],
            typed["offender"],
            kind=kind,
            soloist=typed["soloist"] if kind.is_alone else None,
            solo_settled=settled_by is None or typed[settled_by.value] != NO,
            forced=is_forced,
            table_size=self.table_size,
            dealer=typed.get("dealer") if dealer_sits_out(self.table_size) else None,
            absagen=(typed["absagen"] or 0) if is_serious else 0,
            harms_soloist=typed["harm"] == YES if typed["harm"] else None,
            time_up=typed["time_up"] and is_serious,
        )


class DealForm(PlaceFields):
    """Who deals, who is forced? How far the round is, if no list says so."""

    after = forms.IntegerField(
        label=_("After game"),
        min_value=0,
        error_messages={"required": _("No list says how far the table is: after which game?")},
    )
    bid = SomeOf(label=_("Compulsory solo played"))
    forced = SomeOf(label=_("of these, forced"))
    time_up = forms.BooleanField(label=_("Time is up"), required=False)

    def __init__(
        self, data: Any, *, people: Choices, at: TableRules, has_figures: bool, **more: Any
    ) -> None:
        """`has_figures`: whether the progress of the round has to be typed, as no list says it."""
        super().__init__(data, sizes=at.rules.table_sizes, **more)
        self.at = at
        fields: Any = self.fields
        fields["bid"].choices = fields["forced"].choices = people
        if not at.has_limit:
            del self.fields["time_up"]
        if at.duty is None or not has_figures:
            del self.fields["bid"], self.fields["forced"]
        if not has_figures:
            del self.fields["after"]

    def question(self) -> SoFar:
        """Return how far the round is."""
        typed, everybody = self.cleaned_data, frozenset(self.at.seats)
        forced = everybody.intersection(typed.get("forced", ()))
        return SoFar(typed["after"], everybody.intersection(typed.get("bid", ())) - forced, forced)


class ValueForm(forms.Form):
    """What is this game worth? The same questions as in the value calculator of a list."""

    type = forms.ChoiceField(label=_("Kind of game"), required=False)
    size = forms.ChoiceField(label=_("Players at the table"), required=False)
    dealer = forms.CharField(label=_("Dealer who sat out"))
    re = forms.CharField(label=_("Re: positions"))

    def __init__(self, data: Any, *, kind: str, at: TableRules, **more: Any) -> None:
        """`kind` is the kind asked about: a form for another one has other fields."""
        super().__init__(data, **more)
        fields: Any = self.fields
        fields["type"].choices = [
            (each.name.value, capfirst(row_kind(each.name))) for each in at.rules.kinds
        ]
        fields["size"].choices = [(size, str(size)) for size in at.rules.table_sizes]
        if len(at.rules.table_sizes) == 1:
            del self.fields["size"]
        if not at.sits_out:
            del self.fields["dealer"]
        asks = at.rules.questions(kind, at.size)
        of_game = {
            "no_side": forms.CharField(label=_("Without a side"), required=False),
            "re_points": forms.CharField(label=_("Card points of Re")),
            "tricks": forms.CharField(label=_("Tricks of the soloist")),
            DOUBLING_ROUND: forms.BooleanField(label=_("in a doubling round"), required=False),
            "forced": forms.BooleanField(label=_("forced"), required=False),
        }
        fields.update({name: field for name, field in of_game.items() if name in asks})
        for party in Party:
            words = {"party": PARTIES[party]}
            if "absage" in asks:
                levels = [
                    (level, str(word) or words["party"]) for level, word in levels_by(at.rules)
                ]
                label = f"{words['party']}: {gettext('Announced')}"
                fields[f"{party}_absage"] = forms.ChoiceField(
                    label=label, choices=levels, required=False
                )
            boxes = {
                "announced": gettext("%(party)s announced") % words,
                "no_trick": f"{words['party']} {gettext('took no trick')}",
            }
            for name, label in boxes.items():
                if name in asks:
                    fields[f"{party}_{name}"] = forms.BooleanField(label=label, required=False)
            for special in at.rules.special_points:
                if special in asks:
                    label = f"{words['party']}: {SPECIAL_WORDS[special]}"
                    fields[f"{party}_{special}"] = forms.CharField(label=label, required=False)
        for field in fields.values():
            if isinstance(field, forms.CharField):
                field.widget.attrs["inputmode"] = "numeric"


class ComplaintForm(CaseForm):
    """Who may complain? Who violated a rule, and what was known of the parties at the time."""

    settled = OneOf(
        label=_("Were the parties of all four settled beyond doubt?"), choices=YES_NO, initial=NO
    )
    re = SomeOf(label=_("Re: positions"))
    acted = SomeOf(label=_("Has played on since: bid, played a card, called, agreed"))
    POSITIONS = ("offender", "dealer", "re", "acted")

    def question(self) -> frozenset[int]:
        """Return who may complain if nobody has played on; raises ImpossibleCase."""
        typed, size = self.cleaned_data, self.table_size
        sitting = {typed.get("dealer")} if dealer_sits_out(size) else set()
        players = frozenset(range(1, size + 1)) - sitting
        return may_complain(
            typed["offender"], players, frozenset(typed["re"]) if typed["settled"] == YES else None
        )


class ConductForm(forms.Form):
    """What follows from unsporting conduct? The sanction, and where to enter it."""

    round = forms.IntegerField(label=_("Round"), min_value=1, required=False)
    table = forms.IntegerField(label=_("Table"), min_value=1, required=False)
    sanction = OneOf(label=_("Sanction"), coerce=Sanction, choices=lambda: capitalised(SANCTIONS))
    points = forms.IntegerField(label=_("Points to deduct"), required=False)

    def question(self) -> SanctionRuling:
        """Return what follows; raises ImpossibleCase."""
        typed = self.cleaned_data
        has_points = typed["sanction"] in (Sanction.DEDUCTION, Sanction.BOUND)
        return sanction_for(typed["sanction"], (typed["points"] or 0) if has_points else 0)


def typed_game_value(fields: Fields, at: TableRules) -> tuple[GameValue, NotedGame]:
    """Return the value of the game as typed, with its `dealer`, and the game in line notation.

    Raises `scoring.game.Impossible` for what cannot have been played.
    """
    rules, kind = at.rules, fields.get("type", "")
    re, no_side = _seats(fields, "re"), _seats(fields, "no_side")
    dealer = seat_of(fields.get("dealer", ""), at.size) if at.sits_out else None
    described: dict[str, Any] = {
        "re": re,
        "kontra": [seat for seat in at.seats if seat not in {*re, *no_side, dealer}],
        "re_points": figure(fields.get("re_points", "")),
        "table_size": at.size,
        "special": {
            party.value: {
                name: figure(fields.get(f"{party}_{name}", "")) or 0
                for name in rules.special_points
            }
            for party in Party
        },
        **rules.described_as(kind),
    }
    answers: dict[str, Any] = {
        "tricks": bool(fields.get("tricks")) and figure(fields["tricks"]),
        "no_side": bool(no_side) and no_side,
        "forced": bool(fields.get("forced")),
    }
    for party in Party:
        said = fields.get(f"{party}_absage", "")
        answers[f"{party}_announced"] = bool(said or fields.get(f"{party}_announced"))
        answers[f"{party}_absage"] = said not in ("", ANNOUNCED) and figure(said)
        answers[f"{party}_no_trick"] = bool(fields.get(f"{party}_no_trick"))
    # What nobody said is left out: other rules do not know it.
    described |= {name: answer for name, answer in answers.items() if answer is not False}
    value = rules.value_of(described, at.size)
    if isinstance(value, Value) and rules.doubling_rounds and fields.get(DOUBLING_ROUND):
        value = in_doubling_round(value)
    name = rules.kind(value.kind).name
    soloist = re[0] if name.is_alone else None
    without = tuple(sorted(no_side))
    return value, NotedGame(name, value.points, soloist, answers["forced"], no_side=without)


def _seats(fields: Fields, name: str) -> list[int]:
    return [int(digit) for digit in fields.get(name, "") if digit in "0123456789"]
