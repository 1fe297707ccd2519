"""Forms about the groups of match days to come."""

from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.forms.fields import CHOOSE, FocusesErrors, OneOf
from tournament.models import DayTeam


class StopForm(FocusesErrors, forms.Form):
    """How the others play on without a team that stops."""

    regroup = OneOf(
        label=_("The other teams"),
        choices=[
            (False, _("keep their groups; in that of the team there is one fewer")),
            (True, _("get new groups on all match days to come")),
        ],
        coerce=lambda typed: typed == "True",
    )


class ExchangeForm(FocusesErrors, forms.Form):
    """Two teams of a match day that change groups."""

    one = forms.ModelChoiceField(DayTeam.objects.none(), label=_("Team"), empty_label=CHOOSE)
    other = forms.ModelChoiceField(
        DayTeam.objects.none(), label=_("Exchanges with"), empty_label=CHOOSE
    )

    def __init__(self, *args: Any, teams: QuerySet[DayTeam], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.queryset = teams  # type: ignore[attr-defined]
            field.label_from_instance = _in_group  # type: ignore[attr-defined]


def _in_group(each: DayTeam) -> str:
    return gettext("Group %(number)s: %(team)s") % {"number": each.group, "team": each.team.name}
