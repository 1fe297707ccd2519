"""Forms about leagues."""

from collections.abc import Iterable, Sequence
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.draw.season import MOST_DAYS
from tournament.forms.competitions import CompetitionForm
from tournament.forms.fields import (
    CHOOSE,
    DayInput,
    FocusesErrors,
    NumbersField,
    SavesChanges,
    text_field,
)
from tournament.forms.series import ChainField
from tournament.labels.league import LEAGUE_TIE_BREAK_NAMES, day_title
from tournament.league.reads import substitute_rounds
from tournament.league.rules import (
    MATCH_POINTS,
    SEATS,
    TypedTeam,
    tidy_lineup,
    typed_people,
    typed_teams,
)
from tournament.league.writes.leagues import hold_days
from tournament.models import (
    DayTeam,
    Division,
    Entry,
    League,
    LeagueTeam,
    MatchDay,
    Person,
    PointsDeduction,
    Round,
)
from tournament.models.fields import longest
from tournament.models.league import MOST_DEDUCTED

SUBSTITUTES = 2
"""Places for substitutes in a lineup that is handed in."""
MOST_MATCH_POINTS = 99
LONGEST_TEAMS = 10_000
OF_DRAW = ("teams", "days")
"""What of a division stays once its days are drawn."""
LONGEST_NAME = longest(Person, "last_name")


class LeagueForm(CompetitionForm):
    """The name of a league and how its season is added up. The service saves it."""

    first = ("name", "season", "rounds_a_day")
    fold = _("Match points, equal teams, players of the season")

    class Meta:
        model = League
        fields = ["name", "season", "rounds_a_day", "minimum_rounds"]
        help_texts = {
            "season": _("Such as “2026” or “2026/27”."),
            "minimum_rounds": _("Those who have played fewer come last in the list of players."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for size in MATCH_POINTS:
            self.fields[f"of_{size}"] = NumbersField(
                r"[0-9]{1,2}",
                size,
                _("%(places)s whole numbers from 0 to %(most)s, the first for the first place."),
                {"places": size, "most": MOST_MATCH_POINTS},
                label=_("Match points in groups of %(size)s") % {"size": size},
            )
            self.initial[f"of_{size}"] = self.instance.match_points[str(size)]
        self.fields["tie_breaks"] = ChainField(LEAGUE_TIE_BREAK_NAMES)
        self.fields["tie_breaks"].label = _("Equal match points and game points")
        self.initial["tie_breaks"] = self.instance.tie_breaks

    def clean(self) -> dict[str, Any]:
        """Check that each place of a group has its points, and none more than the one before."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for size in MATCH_POINTS:
            points = cleaned.get(f"of_{size}")
            if points is None:
                continue
            if len(points) != size:
                words = gettext("Give %(count)s numbers, one for each place.") % {"count": size}
                self.add_error(f"of_{size}", words)
            elif points != sorted(points, reverse=True):
                words = gettext("A better place must not give fewer points than the next one.")
                self.add_error(f"of_{size}", words)
        return cleaned

    def stored(self, row: League, name: str) -> Any:
        """Return what is stored for a field."""
        kind, _of, size = name.partition("of_")
        return row.match_points[size] if not kind and size else super().stored(row, name)

    def named(self, values: dict[str, Any], row: League) -> dict[str, Any]:
        """Return values of fields as the service takes them: match points of all sizes in one."""
        of_size = {name[3:]: values.pop(name) for name in [*values] if name.startswith("of_")}
        return values | ({"match_points": {**row.match_points, **of_size}} if of_size else {})


class DivisionForm(FocusesErrors, SavesChanges):
    """A division; its teams and days as long as they are not drawn. The service saves it."""

    teams = forms.CharField(
        label=_("Teams, one per line"),
        max_length=LONGEST_TEAMS,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("The club may follow after a semicolon: “Queens of Clubs 1; DU ZHN”."),
    )
    days = forms.IntegerField(label=_("Match days"), min_value=1, max_value=MOST_DAYS, initial=5)

    class Meta:
        model = Division
        fields = ["name", "promoted", "relegated"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # A window that has shown them is told by the service.
        if self.instance.seed and self.add_prefix("teams") not in self.data:
            del self.fields["teams"], self.fields["days"]
        elif self.instance.pk:
            self.initial = {
                **self.initial,
                **{name: self.stored(self.instance, name) for name in OF_DRAW},
            }

    def clean_teams(self) -> str:
        """Return the teams as they are stored."""
        return _teams_text(typed_teams(self.cleaned_data["teams"]))

    def stored(self, row: Division, name: str) -> Any:
        """Return what is stored for a field."""
        if name == "teams":
            return _teams_text(row.teams.order_by("number"))
        return row.days.count() if name == "days" else super().stored(row, name)

    def named(self, values: dict[str, Any], row: Division) -> dict[str, Any]:
        """Return values of fields as the service takes them."""
        found = {name: values.pop(name) for name in OF_DRAW if name in values}
        if "teams" in found:
            found["teams"] = typed_teams(found["teams"])
        return {"settings": values, **found}


def _teams_text(teams: Iterable[LeagueTeam | TypedTeam]) -> str:
    return "\n".join("; ".join(filter(None, (each.name, each.club))) for each in teams)


class DayForm(FocusesErrors, SavesChanges):
    """Date, place and host of a match day. The service saves it."""

    class Meta:
        model = MatchDay
        fields = ["date", "place", "host"]
        widgets = {"date": DayInput}

    def __init__(self, *args: Any, teams: Iterable[LeagueTeam], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.teams = {str(team.pk): team for team in teams}
        # One query for all days, instead of one for each.
        choices = [("", "–"), *((pk, team.name) for pk, team in self.teams.items())]
        self.fields["host"] = forms.ChoiceField(label=_("Host"), choices=choices, required=False)
        self.initial["host"] = str(self.instance.host_id or "")

    def clean_host(self) -> LeagueTeam | None:
        """Return the team chosen."""
        return self.teams.get(self.cleaned_data["host"])

    def stored(self, row: MatchDay, name: str) -> Any:
        """Return what is stored for a field."""
        return row.host_id if name == "host" else super().stored(row, name)

    @property
    def title(self) -> str:
        """The name of the day."""
        return day_title(self.instance)


class NamesOfTeam(FocusesErrors, forms.Form):
    """A form with names of people of a team, which may be chosen or typed."""

    def __init__(self, *args: Any, known: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.known = known

    @staticmethod
    def name_field(label: str, **more: Any) -> forms.CharField:
        """Return a field for a name, with those of the team to choose from."""
        widget = forms.TextInput({"list": "of-team", "autocomplete": "off"})
        return forms.CharField(label=label, max_length=LONGEST_NAME, widget=widget, **more)


class LineupForm(NamesOfTeam):
    """Who plays for a team on a day, and who may come as a substitute."""

    def __init__(self, *args: Any, names: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for at in range(max(SEATS + SUBSTITUTES, len(names))):
            who = gettext("Player %(number)s") % {"number": at + 1}
            if at >= SEATS:
                who = f"{gettext('Substitute')} {at + 1 - SEATS}"
            self.fields[f"name_{at}"] = self.name_field(who, required=False)
            if at < len(names):
                self.initial[f"name_{at}"] = names[at]

    @cached_property
    def names(self) -> list[str]:
        """The names given, in order; "" is an open place at the tables, as nobody moves up."""
        given: list[str] = []
        for at, name in enumerate(self.fields):
            people = typed_people(self.cleaned_data[name])
            given += people or ([""] if at < SEATS else [])
        return tidy_lineup(given)


class TeamForm(FocusesErrors, SavesChanges):
    """A team, and names of people who join it. The service saves it."""

    players = forms.CharField(
        label=_("New players, one per line"),
        max_length=LONGEST_TEAMS,
        required=False,
        widget=forms.Textarea({"rows": 5}),
    )

    class Meta:
        model = LeagueTeam
        fields = ["name", "club"]
        help_texts = {"club": _("Of players who are new: a code or a name.")}

    @property
    def kept(self) -> list[str]:
        """The names of the fields that are settings."""
        return self.Meta.fields

    def locked(self) -> Any:
        """Return the team as it is now; acts on a team lock its match days first."""
        hold_days(MatchDay.objects.filter(teams__team=self.instance.pk))
        return super().locked()

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of those who join."""
        return typed_people(self.cleaned_data["players"])


class DeductionForm(FocusesErrors, forms.Form):
    """Points deducted from a team."""

    team = forms.ModelChoiceField(LeagueTeam.objects.none(), label=_("Team"), empty_label=CHOOSE)
    day = forms.ModelChoiceField(
        label=_("For"),
        queryset=MatchDay.objects.none(),
        required=False,
        empty_label=_("the season"),
    )
    match_points = forms.IntegerField(
        label=_("Match points"), min_value=0, max_value=MOST_MATCH_POINTS, initial=0
    )
    points = forms.IntegerField(
        label=_("Game points"), min_value=0, max_value=MOST_DEDUCTED, initial=0
    )
    reason = text_field(PointsDeduction, "reason", _("Reason"))

    def __init__(self, *args: Any, division: Division, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["team"].queryset = division.teams.order_by("number")  # type: ignore[attr-defined]
        self.fields["day"].queryset = division.days.order_by("number")  # type: ignore[attr-defined]


class LeagueSubstituteForm(NamesOfTeam):
    """Who of a team leaves during a day, and who comes."""

    leaving = forms.ModelChoiceField(
        label=_("Leaves"),
        queryset=Entry.objects.none(),
        error_messages={
            "invalid_choice": _("This player does not play for the team any more. Choose another.")
        },
    )
    round = forms.ModelChoiceField(label=_("From round"), queryset=Round.objects.none())
    reason = text_field(PointsDeduction, "reason", _("Reason"))
    field_order = ("leaving", "coming", "round", "reason")

    def __init__(self, *args: Any, of: DayTeam, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        coming = self.name_field(gettext("Comes"))
        coming.help_text = gettext("A player of the team, or the name of somebody new.")
        self.fields["coming"] = coming
        self.order_fields(self.field_order)
        made = of.day.tournament
        if made is None:
            return
        entries = made.entries.filter(team=of.entered_as).select_related("person")
        playing = entries.exclude(status=Entry.Status.WITHDRAWN).order_by("number")
        self.fields["leaving"].queryset = playing  # type: ignore[attr-defined]
        open_rounds = substitute_rounds(of)
        self.fields["round"].queryset = open_rounds  # type: ignore[attr-defined]
        self.fields["round"].label_from_instance = lambda each: each.number  # type: ignore[attr-defined]
        self.initial.setdefault("round", open_rounds.first())
