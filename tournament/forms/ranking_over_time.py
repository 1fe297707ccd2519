"""Forms about rankings over time."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.competitions import CompetitionForm
from tournament.forms.fields import DayInput, FocusesErrors
from tournament.models import Ranking, RankingIssue
from tournament.rankings.rules import TOLD


class RankingForm(CompetitionForm):
    """The name of a ranking and what counts in it. The service saves it."""

    first = ("name", "kind")
    fold = _("Months, rounds and tournaments that count")

    class Meta:
        model = Ranking
        fields = ["name", "kind", "window", "minimum", "least_rounds", "all_count"]
        help_texts = {
            "minimum": _("For the average: fewer rounds within the months, and nobody is listed."),
            "least_rounds": _("Shorter tournaments do not count."),
            "all_count": _("Otherwise only those chosen on the page of the ranking."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk and self.instance.issues.exists():
            for name in TOLD:
                # Typed in a window opened before, it is refused rather than lost.
                self.fields[name].disabled = self.add_prefix(name) not in self.data
                self.fields[name].help_text = _("Stays while lists are published, which tell it.")


class IssueForm(FocusesErrors, forms.ModelForm):
    """The day of a list to be published."""

    class Meta:
        model = RankingIssue
        fields = ["on"]
        widgets = {"on": DayInput}
