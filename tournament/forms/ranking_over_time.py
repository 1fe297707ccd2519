"""Forms about rankings over time."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.forms.competitions import CompetitionForm
from tournament.forms.fields import DayInput, FocusesErrors
from tournament.models import Ranking, RankingIssue


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


class IssueForm(FocusesErrors, forms.ModelForm):
    """The day of a list to be published."""

    class Meta:
        model = RankingIssue
        fields = ["on"]
        widgets = {"on": DayInput}
