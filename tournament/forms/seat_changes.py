"""Forms for seat changes: who moves, and rounds typed by hand."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.draw import Round as SeatedRound
from tournament.forms.focus import FocusesErrors
from tournament.forms.rounds import ReasonForm
from tournament.people.writes.players import HIGHEST_NUMBER

LONGEST_PLAN = 20_000
"""In characters: the numbers of 3000 players."""
LONGEST_NUMBER = len(str(HIGHEST_NUMBER))
FEWEST_LINES, MOST_LINES = 3, 24
"""Shown without scrolling."""


def _number(label: Any) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=1, max_value=HIGHEST_NUMBER)


class SwapForm(FocusesErrors, forms.Form):
    """Two players by start number."""

    one = _number(_("Start number"))
    other = _number(_("changes places with start number"))


class SubstituteForm(FocusesErrors, forms.Form):
    """Who leaves and who comes, by start number."""

    leaving = _number(_("Leaves: start number"))
    coming = _number(_("Comes: start number"))
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
            "In the order of the positions, with blanks between them: 17 4 33 8. Or paste a table "
            "with its heading: table, position, number or name."
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
            words = line.replace(",", " ").replace(";", " ").split()
            for word in words:
                is_number = word.isascii() and word.isdigit() and len(word) <= LONGEST_NUMBER
                if not (is_number and int(word)):
                    wrong = gettext("Table %(table)s: “%(word)s” is no start number.")
                    problems.append(wrong % {"table": table, "word": word[:40]})
            if not words:
                problems.append(gettext("Table %(table)s: the line is empty.") % {"table": table})
            tables.append(words)
        if problems:
            raise ValidationError(problems)
        return tuple(tuple(str(int(word)) for word in words) for words in tables)


class SeatPlanFileForm(forms.Form):
    """A file with the seats of the round, previewed before anything happens.

    It shares a form with the field for typed seats. Without a file the typed text is read as a
    table.
    """

    plan = forms.FileField(
        label=_("Seating plan"),
        help_text=_(
            "A table (.xlsx, .ods or CSV) with table and number or name, or JSON of plan_seating, "
            "up to 4 MB."
        ),
        required=False,
        widget=forms.FileInput(attrs={"accept": ".xlsx,.ods,.csv,.txt,.json"}),
    )


class HandReasonForm(ReasonForm):
    """Why a round is set by hand; if something is unusual (`asks`), a box to confirm it."""

    meant = forms.BooleanField(label=_("It is meant so"))
    field_order = ["meant", "reason"]

    def __init__(self, *args: Any, asks: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not asks:
            del self.fields["meant"]
