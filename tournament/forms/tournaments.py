"""Forms about tournaments as a whole."""

import datetime
import re
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from scoring.rulesets import DDV
from tournament.forms.focus import FocusesErrors
from tournament.forms.tie_breaks import TieBreaksField
from tournament.labels.draws import DRAW_METHODS
from tournament.labels.rankings import unknown_tie_breaks
from tournament.labels.rule_sets import RULE_SETS
from tournament.models import Tournament
from tournament.models.fields import longest
from tournament.standings.rules.tie_breaks import known_codes

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
MOST_WARNINGS = 6
GROUPS = {
    _("Tournament"): ("name", "date", "place", "state"),
    _("Rounds and draw"): ("rounds_planned", "draw_method", "neighbours_apart"),
    _("Results"): ("verification", "tie_breaks", "objections_until"),
}
FOLDED_FIELDS = ("games_four", "games_five", "minutes_four", "minutes_five", "warning_minutes")


class DayInput(forms.DateInput):
    """The browser's own date picker; it wants ISO dates in every language."""

    input_type = "date"

    def format_value(self, value: Any) -> str:
        """Return the date as 2026-09-12."""
        return value.isoformat() if isinstance(value, datetime.date) else str(value or "")


class MomentInput(forms.DateTimeInput):
    """The browser's own date and time picker."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


class MomentField(forms.DateTimeField):
    """A moment in local time; in the hour that occurs twice, the later one is meant."""

    def to_python(self, value: Any) -> datetime.datetime | None:
        """Return the moment. Raises ValidationError, also in the hour that is skipped."""
        try:
            return super().to_python(value)
        except forms.ValidationError:
            later = _later_moment(str(value))
            if later is None:
                raise
            return later


def _later_moment(typed: str) -> datetime.datetime | None:
    """Return the later moment at which clocks show this; None if they never do."""
    try:
        shown = parse_datetime(typed)
        later = shown and timezone.make_aware(shown.replace(fold=1))
    except ValueError:
        return None
    return later if later and timezone.make_naive(later.astimezone(datetime.UTC)) == shown else None


class NewTournamentForm(FocusesErrors, forms.ModelForm):
    """A new tournament: what nobody can guess. The rest has the DDV's figures."""

    slug = forms.SlugField(
        label=_("Short name"),
        max_length=longest(Tournament, "slug"),
        required=False,
        help_text=_("For addresses and commands. Left empty, it is made from the name."),
        error_messages={
            "invalid": _("Only letters a to z, digits, hyphens and underscores are possible.")
        },
    )

    rules = forms.ChoiceField(
        label=_("Rules"),
        choices=tuple(RULE_SETS.items()),
        required=False,
        help_text=_(
            "They and their options, games and minutes can be changed until the draw in the "
            "settings."
        ),
    )

    class Meta:
        model = Tournament
        fields = ["name", "date", "place", "state", "rounds_planned"]
        widgets = {
            "name": forms.TextInput(attrs={"autofocus": True}),
            "date": DayInput,
        }

    def clean(self) -> dict[str, Any]:
        """Make the short name from the name if none was typed."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        if not values.get("slug") and values.get("name") and "slug" not in self.errors:
            values["slug"] = slugify(values["name"].lower().translate(_UMLAUTS))[:60]
            if not values["slug"]:
                self.add_error("slug", _("Please choose a short name."))
        return values


class WarningsField(forms.CharField):
    """Minutes before the end of the time: "10, 5"."""

    def prepare_value(self, value: Any) -> Any:
        """Return the minutes as typed."""
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        """Return the minutes, largest first, without duplicates."""
        typed = re.split(r"[\s,;]+", str(super().to_python(value)).strip(" ,;"))
        minutes = [int(each) for each in typed if re.fullmatch(r"[1-9][0-9]{0,2}", each)]
        if len(minutes) > MOST_WARNINGS or (len(minutes) < len(typed) and typed != [""]):
            raise forms.ValidationError(
                _("Up to %(most)s whole numbers of minutes from 1 to 999, such as “10, 5”."),
                params={"most": MOST_WARNINGS},
            )
        return sorted(set(minutes), reverse=True)


class SettingsForm(forms.ModelForm):
    """The settings of a tournament. Nothing is saved here: the service does that."""

    draw_method = forms.ChoiceField(
        label=_("Draw"),
        choices=tuple(DRAW_METHODS.items()),
        help_text=_("A commitment that is published already becomes void by another choice."),
    )
    warning_minutes = WarningsField(
        label=_("Announcements before the end"),
        required=False,
        help_text=_("Minutes, such as “10, 5”. Left empty, nothing is announced before the end."),
    )

    class Meta:
        model = Tournament
        fields = [
            *("name", "date", "place", "state", "rounds_planned", "tie_breaks"),
            *("draw_method", "neighbours_apart"),
            *("games_four", "games_five", "minutes_four", "minutes_five", "warning_minutes"),
            "verification",
            "objections_until",
        ]
        labels = {"neighbours_apart": _("Keep neighbours at registration apart in round 1")}
        field_classes = {"objections_until": MomentField}
        widgets = {"date": DayInput, "objections_until": MomentInput}
        help_texts = {
            "objections_until": _(
                "Stands on every list; afterwards the direction declares the standings final. "
                "Left empty, they are final as soon as the last round is closed."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chain = known_codes(self.instance.tie_breaks)
        field = TieBreaksField()
        field.help_text = unknown_tie_breaks(self.instance.tie_breaks) or field.help_text
        self.fields["tie_breaks"] = field
        if self.instance.rules != DDV.name:
            for name in ("games_four", "games_five", "minutes_four", "minutes_five"):
                del self.fields[name]  # other rules have options for theirs
        if not any(map(self.instance.minutes, self.instance.rule_set.table_sizes)):
            del self.fields["warning_minutes"]  # no time, no clock
        self.initial["tie_breaks"] = chain

    @property
    def groups(self) -> list[tuple[str | Promise, list[forms.BoundField]]]:
        """The fields every tournament sets, by title."""
        return [(title, [self[name] for name in names]) for title, names in GROUPS.items()]

    @property
    def folded(self) -> list[forms.BoundField]:
        """Games and clock: not needed with the usual figures."""
        return [self[name] for name in FOLDED_FIELDS if name in self.fields]


class DeleteTournamentForm(forms.Form):
    """The short name, retyped as confirmation."""

    slug = forms.CharField(label=_("Short name"), max_length=longest(Tournament, "slug"))

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.tournament = tournament

    def clean_slug(self) -> str:
        """Accept only the tournament's own short name."""
        slug: str = self.cleaned_data["slug"]
        if slug != self.tournament.slug:
            raise forms.ValidationError(
                _("The short name is “%(slug)s”."), params={"slug": self.tournament.slug}
            )
        return slug
