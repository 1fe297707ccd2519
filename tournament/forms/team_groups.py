"""The form of the groups in which teams play."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournament.forms.fields import FocusesErrors


class TeamGroupsForm(FocusesErrors, forms.Form):
    """For each team the number of its group; empty: none."""

    def __init__(
        self, *args: Any, teams: Sequence[str], groups: Sequence[Sequence[str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.teams = {f"team-{number}": team for number, team in enumerate(teams)}
        of = {team: number for number, group in enumerate(groups, start=1) for team in group}
        for key, team in self.teams.items():
            label = _("Group of the team “%(team)s”") % {"team": team}
            self.fields[key] = forms.IntegerField(
                label=label,
                widget=forms.NumberInput({"aria-label": label}),
                initial=of.get(team),
                min_value=1,
                max_value=len(teams),
                required=False,
            )

    @property
    def rows(self) -> list[tuple[str, forms.BoundField]]:
        """Each team with its field."""
        return [(team, self[key]) for key, team in self.teams.items()]

    def groups(self) -> list[list[str]]:
        """Return the groups by their numbers, without gaps."""
        found: dict[int, list[str]] = {}
        for key, team in self.teams.items():
            if number := self.cleaned_data[key]:
                found.setdefault(number, []).append(team)
        return [found[number] for number in sorted(found)]
