"""Rounds and their seats: types and ranges of input; the services decide what is allowed."""

import re
from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.draw import Round as SeatedRound
from tournament.forms.entries import EntryField
from tournament.forms.fields import DIGITS, FocusesErrors, HallNumber, text_field
from tournament.journal.writes import LONGEST_REASON
from tournament.models import Call, GameTable, Tournament
from tournament.people.writes.players import HIGHEST_NUMBER
from tournament.rounds.rules.clock import moments
from tournament.rounds.writes import MOST_EXTRA_MINUTES
from tournament.seating.writes.lots import LONGEST_SEED
from tournament.shared.rules.typed import numbers_of_table

LONGEST_PLAN = 20_000
"""In characters: the numbers of 3000 players."""
LONGEST_NUMBER = len(str(HIGHEST_NUMBER))
FEWEST_LINES, MOST_LINES = 3, 24
"""Shown without scrolling."""


class LotsForm(FocusesErrors, forms.Form):
    """What decides a draw: the audience's number, or a seed typed by hand."""

    number = HallNumber(
        label=_("Number from the hall"),
        required=False,
        help_text=_(
            "Dice, one after the other, or a raffle ticket. Left empty, the program makes one up "
            "and says so."
        ),
    )
    seed = forms.CharField(
        label=_("Seed"),
        max_length=LONGEST_SEED,
        required=False,
        help_text=_("Nobody can check afterwards that such a draw was fair."),
    )
    sit_out = forms.BooleanField(required=False)
    unconfirmed_reason = forms.CharField(
        label=_("Why the draw goes by them all the same"), max_length=LONGEST_REASON, required=False
    )

    @property
    def seed_or_none(self) -> str | None:
        """The seed typed, None if empty."""
        return self.cleaned_data["seed"] or None

    def clean(self) -> dict[str, Any]:
        """Refuse number and seed together."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        if values.get("seed") and values.get("number") is not None:
            self.add_error("seed", _("Either a number from the hall or a seed of your own."))
        return values


class PublishForm(forms.Form):
    """Publish the round shown on the page, and no other; `early`: before the last one began.

    closed: the page said that the rounds before it are closed.
    """

    expected = forms.IntegerField(widget=forms.HiddenInput)
    closed = forms.BooleanField(required=False)
    early = forms.BooleanField(required=False)


class CommitmentForm(forms.Form):
    """The commitment of the draw from this round on."""

    first = forms.IntegerField(min_value=1, widget=forms.HiddenInput)


class DrawForm(LotsForm):
    """Draw from the round shown on the page, and no other.

    closed, players: the page said that the rounds before it are closed, and how many are drawn.
    """

    expected = forms.IntegerField(widget=forms.HiddenInput)
    closed = forms.BooleanField(required=False)
    players = forms.IntegerField(required=False, widget=forms.HiddenInput)


class DeskDrawForm(FocusesErrors, forms.Form):
    """How many people are expected at the registration desk, and the audience's number."""

    people = forms.IntegerField(
        label=_("People expected"),
        min_value=4,
        max_value=HIGHEST_NUMBER,
        widget=DIGITS,
        help_text=_(
            "So many numbers are in the lot. Empty places are closed when round 1 is made."
        ),
    )
    number = LotsForm.base_fields["number"]


class RedrawForm(LotsForm):
    """The reason for a redraw and, if results are lost, the number of the round retyped."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("It stands on the seat lists and in the proof for good."),
    )
    confirmed = forms.IntegerField(label=_("Number of the round"), widget=DIGITS)
    field_order = ["reason", "number", "seed", "confirmed"]

    def __init__(self, *args: Any, is_harmless: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if is_harmless:
            del self.fields["confirmed"]


class ReasonForm(FocusesErrors, forms.Form):
    """The reason for an act that needs one."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON)


def typed_reason(posted: QueryDict) -> str:
    """Return the reason typed, of any length; empty if none, or none that could be stored."""
    reason = forms.CharField(required=False)
    try:
        return str(reason.clean(posted.get("reason", "")))
    except forms.ValidationError:
        return ""


class TableStartForm(FocusesErrors, forms.Form):
    """When one table began later than the others, and why."""

    began = forms.TimeField(
        label=_("Began at"),
        required=False,
        widget=forms.TimeInput({"type": "time"}, format="%H:%M"),
        help_text=_("Its whole time counts from then. Left empty, it began with the others."),
    )
    reason = text_field(GameTable, "start_reason", _("Reason"))

    def __init__(self, *args: Any, begin: datetime | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._begin = begin

    def clean_began(self) -> datetime | None:
        """Return the last such time since the start of the round, or else the next (refused)."""
        typed: time | None = self.cleaned_data["began"]
        if typed is None or self._begin is None:
            return None
        now = timezone.localtime()
        minute = timezone.localtime(self._begin).replace(second=0, microsecond=0)
        past = moments(typed, minute, now)
        found = past[-1:] or moments(typed, now, now + timedelta(days=2))[:1]
        return max(self._begin, found[0])


class ExtraTimeForm(FocusesErrors, forms.Form):
    """The extra time of one table, as the referee documents it (TSR 8.5.1)."""

    minutes = forms.IntegerField(
        label=_("Extra minutes in all"),
        min_value=0,
        max_value=MOST_EXTRA_MINUTES,
        help_text=_("0 takes the extra time away."),
    )
    reason = text_field(GameTable, "extra_reason", _("Reason"))
    initials = text_field(Call, "initials", _("Initials of the referee"))


_TYPED = re.compile(r"\s*([0-9]{1,4})[\s,;]+(?:([0-9]{1,3})((?:[\s,;]*[0-9])*)|[-−–])\s*", re.ASCII)
NOBODY = "0"


class ReportForm(forms.Form):
    """One field for everything, so that a whole hall is typed without a mouse."""

    typed = forms.CharField(
        label=_("Seen at a table"),
        max_length=40,
        widget=forms.TextInput({"size": 12, "autocomplete": "off", "autofocus": True}),
    )

    def clean_typed(self) -> tuple[int, int | None, frozenset[int] | None]:
        """Return table, games (None: take it back) and who played solos (None: not looked at)."""
        text = self.cleaned_data["typed"]
        found = _TYPED.fullmatch(text)
        if found is None:
            raise forms.ValidationError(
                _(
                    "“%(typed)s” cannot be read. Type the number of the table and the games "
                    "played: “7 15”; then the positions that have played their compulsory solo: "
                    "“7 15 13”."
                ),
                params={"typed": text},
            )
        table, games, positions = found.groups()
        digits = re.findall("[0-9]", positions or "")
        solos = frozenset(int(each) for each in digits if each != NOBODY) if digits else None
        return int(table), None if games is None else int(games), solos


class PeopleForm(FocusesErrors, forms.Form):
    """Some players, by start number or name."""

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            if isinstance(field, EntryField):
                field.find_in(tournament)

    def number(self, name: str) -> str:
        """Return the start number of the player in this field of a valid form."""
        return str(self.cleaned_data[name].number)


class SwapForm(PeopleForm):
    """Two players."""

    one = EntryField(label=_("Player"))
    other = EntryField(label=_("Exchanges with"))


class SubstituteForm(PeopleForm):
    """Who leaves and who comes."""

    leaving = EntryField(label=_("Leaves"))
    coming = EntryField(label=_("Comes"))
    ranked = forms.BooleanField(
        label=_("Plays in the ranking"),
        required=False,
        help_text=_("Without the tick the substitute plays, and has no rank in the standings."),
    )


class ByHandForm(FocusesErrors, forms.Form):
    """A round as lines of start numbers: one line per table, in the order of positions."""

    tables = forms.CharField(
        label=_("Start numbers, one line for each table"),
        max_length=LONGEST_PLAN,
        strip=False,
        help_text=_(
            "In the order of the positions, with blanks or hyphens between them: 17 4 33 8. Or "
            "paste a table with its heading: table, position, number or name."
        ),
        widget=forms.Textarea(attrs={"class": "plan", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, lines: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["tables"].widget.attrs["rows"] = min(max(lines, FEWEST_LINES), MOST_LINES) + 1

    def clean_tables(self) -> SeatedRound:
        """Return the tables by start number; the line number is the table number."""
        lines = self.cleaned_data["tables"].rstrip().splitlines() or [""]
        tables, problems = [], []
        for table, line in enumerate(lines, start=1):
            words = numbers_of_table(line)
            for word in words:
                is_number = word.isascii() and word.isdigit() and len(word) <= LONGEST_NUMBER
                if not (is_number and int(word)):
                    wrong = gettext("Table %(table)s: “%(word)s” is no start number.")
                    problems.append(wrong % {"table": table, "word": word[:40]})
            if not words:
                problems.append(gettext("Table %(table)s: the line is empty.") % {"table": table})
            tables.append(words)
        if problems:
            raise forms.ValidationError(problems)
        return tuple(tuple(str(int(word)) for word in words) for words in tables)


class SeatPlanFileForm(forms.Form):
    """A file with the seats of the round, previewed before anything happens.

    It shares a form with the field for typed seats. Without a file the typed text is read as a
    table.
    """

    plan = forms.FileField(
        label=_("Seating plan"),
        help_text=_(
            "A table (.xlsx, .ods or CSV): a row for each seat, each table or each player (“7-3” "
            "is table 7, position 3), or JSON of plan_seating, up to 4 MB."
        ),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".xlsx,.ods,.csv,.txt,.json,.xls,.htm,.html"}),
    )


class HandReasonForm(ReasonForm):
    """Why a round is set by hand; if something is unusual (`asks`), a box to confirm it."""

    meant = forms.BooleanField(label=_("It is meant so"))
    field_order = ["meant", "reason"]

    def __init__(self, *args: Any, asks: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not asks:
            del self.fields["meant"]
