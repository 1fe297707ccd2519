"""Forms about tournaments as a whole, their rules, and their archives."""

import datetime
from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.rulesets import DDV, RULE_SETS
from tournament.archives.rules.archive import MOST_MEGABYTES
from tournament.draw.table_sizes import CannotSeat, table_sizes
from tournament.forms.fields import (
    DayInput,
    FocusesErrors,
    NumbersField,
    SavesChanges,
    TimeOfDayInput,
    text_field,
)
from tournament.labels import rule_sets as labels
from tournament.labels.draws import DRAW_METHODS, cannot_seat_sentence
from tournament.labels.filling import fill
from tournament.labels.people import age_category
from tournament.labels.standings import TIE_BREAK_CHOICES, unknown_tie_breaks
from tournament.models import Tournament
from tournament.models.fields import longest
from tournament.people.rules.ages import LONGEST_NAME, MOST_CATEGORIES, NoAges, ages_in
from tournament.shared.rules.names import slug_of
from tournament.standings.rules.tie_breaks import known_codes
from tournament.tournaments.writes.tournaments import hold_match_day

MOST_WARNINGS = 6
MOST_EXPECTED = 3000
NO_LIMIT = 0
"""Typed for a figure without a limit."""
TIMES = ("starts_at", "break_minutes", "prizes_at")
PLANNING = {
    _("Tournament"): ("name", "date", "place", "state"),
    _("Rounds and draw"): ("rounds_planned", "draw_method", "neighbours_apart"),
    _("Timetable"): TIMES,
}
COUNTING = {_("Results"): ("verification", "tie_breaks", "objections_until")}
FOLDED_FIELDS = ("games_four", "games_five", "minutes_four", "minutes_five", "warning_minutes")
RANKED_FIELDS = ("table_points", "missed_round", "scale_fives")


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
            try:
                shown = parse_datetime(str(value))
                later = shown and timezone.make_aware(shown.replace(fold=1))
            except ValueError:
                later = None
            # In the hour that is skipped no clock ever shows this.
            if not later or timezone.make_naive(later.astimezone(datetime.UTC)) != shown:
                raise
            return later


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
        choices=tuple(labels.RULE_SETS.items()),
        required=False,
        help_text=_(
            "They and their options, games and minutes can be changed until the draw in the "
            "settings."
        ),
    )

    expected = forms.IntegerField(
        label=_("People expected"),
        required=False,
        min_value=1,
        max_value=MOST_EXPECTED,
        help_text=_("Only for the reckoning; it is not kept."),
    )

    class Meta:
        model = Tournament
        fields = ["name", "date", "place", "state", "rounds_planned"]
        widgets = {"name": forms.TextInput(attrs={"autofocus": True}), "date": DayInput}

    def clean_rules(self) -> str:
        """Set the rules, by which the day is planned: the DDV's unless others are chosen."""
        rules: str = self.cleaned_data["rules"] or DDV.name
        self.instance.rules = rules
        return rules

    def clean(self) -> dict[str, Any]:
        """Make the short name from the name if none was typed."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        if not values.get("slug") and values.get("name") and "slug" not in self.errors:
            values["slug"] = slug_of(values["name"])
            if not values["slug"]:
                self.add_error("slug", _("Please choose a short name."))
        return values


class AgesField(forms.CharField):
    """Categories by the year of birth, one a line: "Seniors until 1966"."""

    def __init__(self) -> None:
        super().__init__(
            label=_("Categories by year of birth"),
            required=False,
            widget=forms.Textarea(attrs={"rows": 3}),
            help_text=_(
                "One a line, such as “Seniors until 1966” or “Juniors from 2005”. Whoever has a "
                "year of birth is put into them; of others what was typed stays."
            ),
        )

    def prepare_value(self, value: Any) -> Any:
        """Return the categories as typed."""
        return "\n".join(map(age_category, value)) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        """Return the categories in order."""
        try:
            ages = ages_in(super().to_python(value) or "")
        except NoAges as wrong:
            raise forms.ValidationError(
                _(
                    "“%(line)s” is no name of at most %(most)s letters without a comma, with "
                    "years, such as “Seniors until 1966”."
                ),
                params={"line": wrong.line[:60], "most": LONGEST_NAME},
            ) from wrong
        names = [str(name).casefold() for name, *_years in ages]
        if len(names) > MOST_CATEGORIES or len({*names}) < len(names):
            raise forms.ValidationError(
                _("Up to %(most)s categories, each once."), params={"most": MOST_CATEGORIES}
            )
        return ages


class SettingsForm(SavesChanges):
    """The settings of a tournament. Nothing is saved here: the service does that."""

    draw_method = forms.ChoiceField(
        label=_("Draw"),
        choices=tuple(DRAW_METHODS.items()),
        help_text=_("A commitment that is published already becomes void by another choice."),
    )
    warning_minutes = NumbersField(
        r"[1-9][0-9]{0,2}",
        MOST_WARNINGS,
        _("Up to %(most)s whole numbers of minutes from 1 to 999, such as “10, 5”."),
        {"most": MOST_WARNINGS},
        label=_("Announcements before the end"),
        help_text=_("Minutes, such as “10, 5”. Left empty, nothing is announced before the end."),
    )

    age_categories = AgesField()

    class Meta:
        model = Tournament
        fields = [
            *("name", "date", "place", "state", "rounds_planned", "tie_breaks"),
            *("draw_method", "neighbours_apart"),
            *("games_four", "games_five", "minutes_four", "minutes_five", "warning_minutes"),
            *("starts_at", "break_minutes", "prizes_at"),
            *RANKED_FIELDS,
            "age_categories",
            "verification",
            "objections_until",
        ]
        labels = {
            "neighbours_apart": _("Keep neighbours at registration apart in round 1"),
            "table_points": _("Rank table points instead of points"),
            "scale_fives": _("Convert tables of five to the games of a table of four"),
        }
        field_classes = {"objections_until": MomentField}
        widgets = {
            "date": DayInput,
            "objections_until": MomentInput,
            "starts_at": TimeOfDayInput,
            "prizes_at": TimeOfDayInput,
        }
        help_texts = {
            "table_points": _(
                "+3, +1, −1, −3 by the order at a table of four, +4, +2, 0, −2, −4 at one of five; "
                "equal ones share them."
            ),
            "missed_round": _(
                "0 or less, such as −30: for whoever comes later or is absent. Left empty, it is "
                "no round."
            ),
            "scale_fives": _(
                "Each round by the games each player has played there. Table points stay the same."
            ),
            "starts_at": _(
                "Makes a timetable for screens, phones and the wall; it moves by itself with the "
                "real times. Left empty, there is none."
            ),
            "prizes_at": _("Left empty, they follow the break after the last round."),
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
        methods = self.fields["draw_method"]
        if self.instance.team_groups and "missed_round" in self.fields:
            self.fields["missed_round"].help_text = _(
                "Does not count here: teams play in groups, and a substitute has his team's seat."
            )
        if isinstance(methods, forms.ChoiceField) and not self.instance.team_groups:
            methods.choices = [each for each in DRAW_METHODS.items() if each[0] != "groups"]

    def locked(self) -> Any:
        """Return the tournament as it is now; acts on a match day lock the day first."""
        hold_match_day(self.instance)
        return super().locked()

    def clean_warning_minutes(self) -> list[int]:
        """Return the minutes, largest first, without duplicates."""
        return sorted(set(self.cleaned_data["warning_minutes"]), reverse=True)

    @property
    def planning(self) -> list[tuple[str | Promise, list[forms.BoundField]]]:
        """The fields before the day, by title."""
        return [(title, [self[name] for name in names]) for title, names in PLANNING.items()]

    @property
    def counting(self) -> list[tuple[str | Promise, list[forms.BoundField]]]:
        """The fields about results, by title."""
        return [(title, [self[name] for name in names]) for title, names in COUNTING.items()]

    @property
    def folded(self) -> list[forms.BoundField]:
        """Games, clock and what is ranked: not needed with the usual figures."""
        return [
            self[name]
            for name in (*FOLDED_FIELDS, *RANKED_FIELDS, "age_categories")
            if name in self.fields
        ]


class DeleteTournamentForm(forms.Form):
    """The short name, retyped as confirmation."""

    slug = text_field(Tournament, "slug", _("Short name"))

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


class TieBreakSelects(forms.MultiWidget):
    """A select for each place of the chain; forms.css shows the first empty one, none after it."""

    def __init__(self, choices: list[tuple[str, Any]]) -> None:
        names = [gettext("Criterion %(place)s") % {"place": place} for place in _places()]
        chain = {"class": "chain"}
        self.choices = choices
        super().__init__([forms.Select({"aria-label": name, **chain}, choices) for name in names])

    def decompress(self, value: Any) -> list[str]:
        """Return one code per select."""
        return list(value or ())


class TieBreaksField(forms.MultiValueField):
    """The codes of the criteria, in order."""

    def __init__(self) -> None:
        choices = [("", "–"), *TIE_BREAK_CHOICES.items()]
        super().__init__(
            [forms.ChoiceField(choices=choices, required=False) for _place in _places()],
            label=_("Equal totals"),
            help_text=_("They decide in this order. Who is equal in all of them shares a rank."),
            required=False,
            require_all_fields=False,
            widget=TieBreakSelects(choices),
        )

    def compress(self, data_list: list[str]) -> list[str]:
        """Return the chain without gaps; refuse a repeated criterion, which decides nothing."""
        chain = list(filter(None, data_list))
        if twice := [code for code in dict.fromkeys(chain) if chain.count(code) > 1]:
            raise forms.ValidationError(
                _("“%(criterion)s” is chosen twice. Each criterion decides once: choose another."),
                params={"criterion": TIE_BREAK_CHOICES[twice[0]]},
            )
        return chain


def _places() -> range:
    return range(1, len(TIE_BREAK_CHOICES) + 1)


class ArchiveFileForm(forms.Form):
    """An archive to upload."""

    file = forms.FileField(
        label=_("Archive"),
        help_text=lazy(fill, str)(
            _("The file that “Write archive” has made (.zip), up to %(megabytes)s MB"),
            {"megabytes": MOST_MEGABYTES},
        ),
        widget=forms.FileInput(attrs={"accept": ".zip"}),
    )


class OpenArchiveForm(forms.Form):
    """The short name under which an archive is opened."""

    slug = forms.SlugField(
        label=_("Short name"),
        max_length=longest(Tournament, "slug"),
        help_text=_("Stands in addresses and stays; it need not be the one it had."),
    )


FEWEST, MOST = 8, 120
MOST_ROUNDS = 8


class RehearsalForm(FocusesErrors, forms.Form):
    """The number of invented people and of rounds."""

    players = forms.IntegerField(label=_("Players"), initial=18, min_value=FEWEST, max_value=MOST)
    rounds = forms.IntegerField(label=_("Rounds"), initial=2, min_value=1, max_value=MOST_ROUNDS)

    def clean_players(self) -> Any:
        """Refuse a number that makes no tables."""
        players: int = self.cleaned_data["players"]
        try:
            table_sizes(players)
        except CannotSeat as refusal:
            raise forms.ValidationError(cannot_seat_sentence(refusal)) from refusal
        return players


class RulesForm(FocusesErrors, forms.Form):
    """The options of one rule set, one field each."""

    def __init__(self, rules: str, chosen: Mapping[str, Any], data: Any = None) -> None:
        super().__init__(data)
        self._known = RULE_SETS[rules].known_options
        for name, allowed in self._known.items():
            label, hint = labels.option_name(name), str(labels.OPTION_HINTS.get(name, ""))
            field: forms.Field
            if allowed.holds(True):
                field = forms.BooleanField(label=label, required=False, help_text=hint)
            elif allowed.numbers:
                field = forms.IntegerField(
                    label=label,
                    required=False,
                    min_value=NO_LIMIT if None in allowed.values else allowed.numbers[0],
                    max_value=allowed.numbers[-1],
                    help_text=hint,
                )
            else:
                unchosen = _("no") if self._is_variant(name) else _("as usual")
                by_text = {str(value): value for value in allowed.choices}
                named = ((text, labels.VALUES[name][value]) for text, value in by_text.items())
                field = forms.TypedChoiceField(
                    label=label,
                    required=False,
                    choices=[("", unchosen), *named],
                    coerce=by_text.__getitem__,
                )
            self.fields[_field(name)] = field
            value = chosen.get(name)
            self.initial[_field(name)] = NO_LIMIT if name in chosen and value is None else value

    @property
    def figures(self) -> list[forms.BoundField]:
        """The fields for games, minutes and solos, and what else has a figure."""
        return self._bound(lambda name: name in labels.OPTIONS and not self._is_variant(name))

    @property
    def variants(self) -> list[forms.BoundField]:
        """The variants that affect a list or a calculator."""
        return self._bound(lambda name: name in labels.OPTIONS and self._is_variant(name))

    @property
    def at_the_table(self) -> list[forms.BoundField]:
        """The numbered variants that only concern the players."""
        return self._bound(lambda name: name not in labels.OPTIONS)

    def _is_variant(self, name: str) -> bool:
        return name.isdecimal() or self._known[name].holds(False)

    def _bound(self, belongs: Callable[[str], bool]) -> list[forms.BoundField]:
        return [self[_field(name)] for name in self._known if belongs(name)]

    @property
    def options(self) -> dict[str, Any]:
        """Return the chosen options as JSON values; only for a valid form."""
        chosen = {}
        for name, allowed in self._known.items():
            value = self.cleaned_data[_field(name)]
            if value is None or value is False or value == "":
                continue
            has_no_limit = None in allowed.values and value == NO_LIMIT
            chosen[name] = None if has_no_limit else value
        return chosen


def _field(name: str) -> str:
    return f"option-{name}"
