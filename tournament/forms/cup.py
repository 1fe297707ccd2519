"""Forms about cups and their stages."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament.cup.rules import CUP_TIE_BREAKS
from tournament.forms.competitions import CompetitionForm
from tournament.forms.fields import (
    CHOOSE,
    DayInput,
    FocusesErrors,
    HallNumberInWords,
    SavesChanges,
    TournamentField,
    text_field,
)
from tournament.labels.standings import TIE_BREAK_CHOICES
from tournament.models import Cup, CupLot, CupStage, CupWithdrawal, Tournament
from tournament.models.cup import PER_OF
from tournament.models.tournament import MOST_ROUNDS

LONGEST_LIST = 60_000
NUMBER_IN_FRONT = _("Called in front of everybody, such as the numbers of three dice.")


class CupChainField(forms.ChoiceField):
    """What decides between equal ones at a cut, before the lot."""

    def __init__(self) -> None:
        choices = [
            ("", _("the lot")),
            *((code, TIE_BREAK_CHOICES[code]) for code in CUP_TIE_BREAKS),
        ]
        super().__init__(
            label=_("Equal at the cut"),
            required=False,
            choices=choices,
            help_text=_("If they are equal in this as well, the lot decides."),
        )

    def prepare_value(self, value: Any) -> Any:
        """Return the chain as the select's value."""
        return value[0] if isinstance(value, list) and value else value or ""

    def clean(self, value: Any) -> Any:
        """Return the chain as stored."""
        return list(filter(None, [super().clean(value)]))


class CupForm(CompetitionForm):
    """The name of a cup, who plays for it, and what decides. The service saves it."""

    first = ("name", "of")
    fold = _("Points of earlier stages, equal at the cut")

    class Meta:
        model = Cup
        fields = ["name", "of", "carry_points"]
        help_texts = {
            "carry_points": _("Otherwise every stage begins at 0."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["chain"] = CupChainField()
        self.initial["chain"] = self.instance.chain
        # A window that has shown it is told by the service.
        if self.instance.pk and self.instance.stages.exists() and "of" not in self.data:
            del self.fields["of"]


class CutForm(FocusesErrors, SavesChanges):
    """What a stage is called, and who goes on after it. The service saves it."""

    per = forms.ChoiceField(label=_("Counted"))

    class Meta:
        model = CupStage
        fields = ["name", "go_on", "per"]
        labels = {"name": _("Stage")}
        help_texts = {"go_on": _("0 for the last stage.")}

    def __init__(self, *args: Any, cup: Cup, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.cup = cup
        of_teams = cup.of == Cup.Of.TEAMS
        per = self.fields["per"]
        per.choices = [(each, each.label) for each in PER_OF[Cup.Of(cup.of)]]  # type: ignore[attr-defined]
        if not self.instance.pk:
            self.initial["per"] = CupStage.Per.GROUP if of_teams else CupStage.Per.ALL
        if not of_teams:
            self.fields.pop("seed", None)

    @property
    def kept(self) -> list[str]:
        """The names of the fields that are settings."""
        return self.Meta.fields

    def locked(self) -> CupStage:
        """Return the stage as it is now; acts on a cup lock the cup first."""
        Cup.objects.select_for_update().get(pk=self.cup.pk)
        return CupStage.objects.get(pk=self.instance.pk)


class StageForm(CutForm):
    """A stage with its tournament."""

    day = forms.DateField(label=_("Date"), required=False, widget=DayInput)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS)
    seed = HallNumberInWords(label=_("Number for the lot of the groups"), help_text=NUMBER_IN_FRONT)
    field_order: Sequence[str] = ("name", "day", "rounds", "go_on", "per", "seed")


class FirstStageForm(StageForm):
    """The first stage: who plays, typed or as entered in a tournament."""

    entrants = forms.CharField(
        label=_("Who plays"),
        required=False,
        max_length=LONGEST_LIST,
        widget=forms.Textarea({"rows": 4}),
    )
    anyway = forms.BooleanField(label=_("Enter these names as they are written"), required=False)
    tournament = TournamentField(
        label=_("Or a tournament that is there"), required=False, empty_label="–"
    )
    field_order = ("name", "day", "rounds", "go_on", "per", "seed", "entrants", "tournament")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        free = Tournament.objects.filter(cup_stage=None, is_example=False, is_rehearsal=False)
        if self.cup.of == Cup.Of.TEAMS:
            free = free.filter(~Q(entries__team="")).distinct()
        self.fields["tournament"].queryset = free  # type: ignore[attr-defined]
        entrants = self.fields["entrants"]
        if "seed" in self.fields:
            self.fields["seed"].required = False
            entrants.help_text = _(
                "A line for each team: “Team: Name; Name; Name; Name”, with the club and then the "
                "federal state in brackets behind the team or behind a name if you like. Or a list "
                "of players with its headings, as of a file."
            )
        else:
            entrants.help_text = _(
                "A line for each player, with the club and then the federal state in brackets if "
                "you like. Or a list of players with its headings, as of a file."
            )
        self.asked = self.fields.pop("anyway")  # asked where names are doubtful

    @property
    def are_confirmed(self) -> bool:
        """Whether doubtful names are meant as they are written."""
        return "anyway" in self.data


class CupLotForm(FocusesErrors, forms.Form):
    """The lot between those who are equal at a cut."""

    seed = HallNumberInWords(label=_("Number for the lot"), help_text=NUMBER_IN_FRONT)
    reason = text_field(
        CupLot, "reason", _("Who gave it, and when"), help_text=_("Stands in the journal.")
    )


class CupWithdrawalForm(FocusesErrors, forms.Form):
    """That one who goes on does not."""

    who = forms.ChoiceField(label=_("Who does not play on"))
    reason = text_field(CupWithdrawal, "reason", _("Reason"))

    def __init__(self, *args: Any, there: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Nobody is chosen at first: the first of the list is the winner.
        self.fields["who"].choices = [("", CHOOSE), *there]  # type: ignore[attr-defined]


class GroupsForm(FocusesErrors, forms.Form):
    """The number by which groups are drawn."""

    seed = HallNumberInWords(label=_("Number for the lot of the groups"), help_text=NUMBER_IN_FRONT)


class ConsolationForm(FocusesErrors, forms.Form):
    """The tournament of those who are out."""

    name = text_field(Tournament, "name", _("Name"))
    day = forms.DateField(label=_("Date"), required=False, widget=DayInput)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MOST_ROUNDS)
