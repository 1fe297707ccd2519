"""Forms about rankings of groups, about teams, and about what is still possible."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields import DIGITS, FocusesErrors, text_field
from tournament.labels.standings import GROUP_RANKINGS
from tournament.models import Entry
from tournament.models.tournament import MOST_COUNTED
from tournament.standings.rules.rankings import GroupKind, GroupRules

NOT_RANKED, EVERYBODY, OVERALL, BY_ROUND = "", "all", "total", "round"
WAYS = {
    NOT_RANKED: _("not ranked"),
    EVERYBODY: _("everybody counts"),
    OVERALL: _("the best over the tournament count"),
    BY_ROUND: _("the best of each round count"),
}
USUAL = 3
LARGEST_BOUND = 9999


class RankingsForm(FocusesErrors, forms.Form):
    """For each kind of group whether it is ranked, and how many of its members count."""

    def __init__(self, *args: Any, rules: dict[GroupKind, GroupRules], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in GroupKind:
            ranked, way = rules.get(kind), NOT_RANKED
            if ranked and ranked.best is None:
                way = EVERYBODY
            elif ranked:
                way = BY_ROUND if ranked.by_round else OVERALL
            self.fields[kind] = forms.ChoiceField(
                label=str(GROUP_RANKINGS[kind]),
                choices=[*WAYS.items()],
                initial=way,
                required=False,
            )
            self.fields[f"{kind}_best"] = forms.IntegerField(
                label=_("How many count"),
                initial=(ranked and ranked.best) or USUAL,
                min_value=1,
                max_value=MOST_COUNTED,
                required=False,
            )

    @property
    def pairs(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """The fields of each kind."""
        return [(self[kind], self[f"{kind}_best"]) for kind in GroupKind]

    def clean(self) -> dict[str, Any]:
        """Require a number where only the best of a group count."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        for kind in GroupKind:
            field = f"{kind}_best"
            if values.get(kind) in (OVERALL, BY_ROUND) and values.get(field, 0) is None:
                self.add_error(field, _("How many? A number from 1 on."))
        return values

    def wanted(self) -> dict[GroupKind, GroupRules]:
        """Return what is to be ranked."""
        values = self.cleaned_data
        return {
            kind: GroupRules(
                None if values[kind] == EVERYBODY else values[f"{kind}_best"],
                values[kind] == BY_ROUND,
            )
            for kind in GroupKind
            if values[kind]
        }


class TeamForm(FocusesErrors, forms.Form):
    """Players to put into a team: typed start numbers and ticked names."""

    team = text_field(
        *(Entry, "team", _("Team")),
        widget=forms.TextInput(attrs={"list": "teams", "autofocus": True, "autocomplete": "off"}),
    )
    numbers = forms.CharField(
        label=_("Start numbers"),
        required=False,
        help_text=_("Such as “12 45 7”, or tick names below."),
        widget=DIGITS,
    )

    def clean_numbers(self) -> set[int]:
        """Return the numbers typed."""
        typed = re.split(r"[\s,;]+", self.cleaned_data["numbers"].strip(" ,;"))
        wrong = [each for each in typed if each and not re.fullmatch("[0-9]{1,4}", each)]
        if wrong:
            raise forms.ValidationError(
                _("“%(typed)s” is no start number. Type numbers with blanks between: 12 45 7."),
                params={"typed": wrong[0]},
            )
        return {int(each) for each in typed if each}


class OutlookForm(forms.Form):
    """The bounds assumed for the rounds to come, and the places of interest."""

    best = forms.IntegerField(
        label=_("Best round"), min_value=-LARGEST_BOUND, max_value=LARGEST_BOUND
    )
    worst = forms.IntegerField(
        label=_("Worst round"), min_value=-LARGEST_BOUND, max_value=LARGEST_BOUND
    )
    places = forms.IntegerField(label=_("to place"), min_value=1, max_value=LARGEST_BOUND)

    def clean(self) -> dict[str, Any]:
        """Refuse a best round that is worse than the worst."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        if "best" in values and "worst" in values and values["best"] < values["worst"]:
            self.add_error("best", _("The best round cannot have fewer points than the worst one."))
        return values
