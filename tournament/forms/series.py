"""Forms about series of evenings."""

from collections.abc import Mapping
from itertools import permutations
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.forms.competitions import CompetitionForm
from tournament.forms.fields import (
    DayInput,
    FocusesErrors,
    NumbersField,
    SavesChanges,
    TournamentField,
    text_field,
)
from tournament.labels.series import SERIES_TIE_BREAK_NAMES
from tournament.models import Series, SeriesEvening, Tournament
from tournament.models.series import MOST_POINTS

MOST_PLACES = 50
WHERE_PLAYED = _("Where it was played: that is where its results count by federal state.")


class ChainField(forms.ChoiceField):
    """What decides between equal totals: none, one or both criteria (`names`), in one select."""

    def __init__(self, names: Mapping[str, str | Promise]) -> None:
        chains = [chain for many in range(3) for chain in permutations(names, many)]
        choices: list[tuple[str, str | Promise]] = [
            (" ".join(chain), ", ".join(str(names[code]) for code in chain)) for chain in chains
        ]
        choices[0] = ("", _("They share the place"))
        super().__init__(label=_("Equal totals"), required=False, choices=choices)

    def prepare_value(self, value: Any) -> Any:
        """Return the chain as the select's value."""
        return " ".join(value) if isinstance(value, list) else value

    def clean(self, value: Any) -> Any:
        """Return the chain as stored."""
        return str(super().clean(value)).split()


class SeriesForm(CompetitionForm):
    """The name of a series and how its evenings are added up. The service saves it."""

    first = ("name", "season", "dropped")
    fold = _("Missed evenings, bonus, equal totals")

    place_bonus = NumbersField(
        r"\+?[0-9]{1,3}",
        MOST_PLACES,
        _("Up to %(places)s whole numbers from 0 to %(most)s, such as “10, 6, 3”."),
        {"places": MOST_PLACES, "most": MOST_POINTS},
        label=_("Bonus by place"),
        help_text=_(
            "For the first, the second and so on, such as “10, 6, 3”. It goes with an "
            "evening that is dropped."
        ),
    )

    class Meta:
        model = Series
        fields = [
            *("name", "season", "dropped", "best", "missed_points", "missed_dropped"),
            *("place_bonus", "attendance_bonus"),
        ]
        help_texts = {
            "season": _("Such as “2026” or “2026/27”."),
            "dropped": _("So many of the worst evenings of each person do not count."),
            "best": _("Instead of dropped results: so many of the best evenings count."),
            "missed_points": _("0, or a number below it."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["tie_breaks"] = ChainField(SERIES_TIE_BREAK_NAMES)
        self.initial["tie_breaks"] = self.instance.tie_breaks


class EveningForm(forms.Form):
    """A tournament to be added."""

    tournament = TournamentField(label=_("Tournament"))

    def __init__(self, *args: Any, series: Series, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = Tournament.objects.exclude(series_evenings__series=series)
        real = others.filter(is_example=False, is_rehearsal=False)
        self.fields["tournament"].queryset = real  # type: ignore[attr-defined]


class NextEveningForm(FocusesErrors, forms.ModelForm):
    """Name and day of a new evening; everything else is copied."""

    class Meta:
        model = Tournament
        fields = ["name", "date"]
        widgets = {"date": DayInput}


class ListedEveningForm(FocusesErrors, SavesChanges):
    """Name, day, federal state and kind of points of an evening that was brought in."""

    class Meta:
        model = SeriesEvening
        fields = ["name", "held_on", "state", "table_points"]
        widgets = {"held_on": DayInput}
        help_texts = {"state": WHERE_PLAYED}


class ResultFileForm(FocusesErrors, forms.Form):
    """A list of results of an evening that was not played here."""

    name = text_field(SeriesEvening, "name", _("Name of the evening"))
    day = forms.DateField(label=_("Date"), required=False, widget=DayInput)
    state = text_field(
        *(SeriesEvening, "state", _("Federal state")), required=False, help_text=WHERE_PLAYED
    )
    file = forms.FileField(
        label=_("File with the standings"),
        help_text=_(
            "CSV or workbook (.xlsx or .ods) with name and total, perhaps rank, club, federal "
            "state, R1, R2 …, up to 4 MB"
        ),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.ods,.csv,.txt"}),
    )


class ReadResultsForm(ResultFileForm):
    """The same once the list was read: whether it is in table points was recognised, or not."""

    file = None  # type: ignore[assignment]
    table_points = forms.BooleanField(label=_("Table points"), required=False)
