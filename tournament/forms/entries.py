"""Fields for players of the tournament: start numbers or names, never a list of hundreds."""

import re
from collections.abc import Container
from typing import Any

from django import forms
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.models import Entry, Tournament
from tournament.people.reads.players import find_players, is_written_otherwise
from tournament.shared.rules.names import is_whole_name

NUMBER_AND_NAME = re.compile(r"(\d{1,9})\s+(.*)")
"""As suggested while one types: "12 Änne Franke"."""
MOST_LETTERS = 500  # a number and the longest first and last name, as suggested
MOST_NAMED = 5  # of several people who may be meant
MOST_SEVERAL = 12  # players in one field for several


def suggested_text(entry: Entry) -> str:
    """Return what a field for a player takes for them: "12 Änne Franke"."""
    return f"{entry.number} {entry.person.name}"


class EntryField(forms.CharField):
    """A player by start number or name; refused in words unless exactly one is meant.

    A script suggests people as the search of the whole tournament finds them
    (`find-person.js`).
    """

    def __init__(self, **more: Any) -> None:
        super().__init__(
            **{
                "max_length": MOST_LETTERS,
                "help_text": _("Start number, or the beginning of a name."),
                **more,
            }
        )
        self.tournament: Tournament | None = None

    def find_in(self, tournament: Tournament) -> None:
        """Find players of this tournament."""
        self.tournament = tournament
        address = reverse("find", args=[tournament.slug])
        self.widget.attrs |= {"data-finds-person": address, "autocomplete": "off"}

    def clean(self, value: Any) -> Entry | None:
        """Return the player who is meant; None for an empty field that is not required."""
        typed = super().clean(value)
        return self._meant(typed) if typed else None

    def _meant(self, typed: str) -> Entry:
        assert self.tournament is not None
        name = ""
        if suggested := NUMBER_AND_NAME.fullmatch(typed):
            typed, name = suggested.groups()
        found = [*find_players(self.tournament, typed)]
        if name:
            found = [each for each in found if each.person.name == name]
        # Who has all of the name rather than only its beginning: Jan Kell beside Jan Keller.
        whole = [each for each in found if is_whole_name(typed, each.person.name)]
        found = whole or found
        if not found:
            raise forms.ValidationError(gettext("Nobody has this number or name."))
        if len(found) > 1 or is_written_otherwise(found[0], typed):
            names = ", ".join(map(suggested_text, found[:MOST_NAMED]))
            if len(found) > MOST_NAMED:
                names += ", …"
            words = gettext("Who is meant: %(names)s? Please type the start number.")
            raise forms.ValidationError(words % {"names": names})
        return found[0]


class EntryInputs(forms.TextInput):
    """A field for each of several players; forms.css shows those typed in and one more."""

    use_fieldset = True
    label = ""
    refused: Container[str] = ()
    """Of what was typed, what names nobody who may be named: only those fields are marked."""

    def id_for_label(self, id_: str, index: str | None = None) -> str:
        """Return none: each field has its own label."""
        return ""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        """Return what was typed in each."""
        return data.getlist(name) if hasattr(data, "getlist") else data.get(name)

    def render(
        self, name: str, value: Any, attrs: dict[str, Any] | None = None, renderer: Any = None
    ) -> SafeString:
        """Return the fields, those with something in them first."""
        typed = [each for each in value or () if each]
        texts = [*typed, *[""] * max(MOST_SEVERAL - len(typed), 1)]
        common = {**(attrs or {}), "placeholder": " "}
        inputs = [
            super(EntryInputs, self).render(
                name,
                text,
                {
                    **common,
                    "aria-invalid": text.strip() in self.refused and "true",
                    "id": f"id_{name}_{place}",
                    "aria-label": f"{self.label} {place}",
                },
                renderer,
            )
            for place, text in enumerate(texts, start=1)
        ]
        return format_html(
            '<div class="several">{}</div>',
            format_html_join("", "{}", ((each,) for each in inputs)),
        )


class EntriesField(EntryField):
    """Several players, each by start number or name; only some of the tournament's may be named."""

    widget = EntryInputs

    def find_in(
        self, tournament: Tournament, among: Container[int] = (), refused: Any = ""
    ) -> None:
        """Find players of this tournament; `refused` says why one is not `among` these entries."""
        super().find_in(tournament)
        self.among, self.refused = among, refused
        self.widget.label = str(self.label)

    def clean(self, value: Any) -> Any:
        """Return the players in the order typed, each once."""
        found: dict[int, Entry] = {}
        problems = []
        self.widget.refused = set()
        texts = [value] if isinstance(value, str) else value or ()
        for typed in filter(None, map(str.strip, texts)):
            try:
                entry = self._meant(forms.CharField.clean(self, typed))
            except forms.ValidationError as problem:
                problems += [f"{typed[:40]}: {message}" for message in problem.messages]
                self.widget.refused.add(typed)
                continue
            if entry.pk in self.among:
                found[entry.pk] = entry
            else:
                problems.append(str(self.refused) % {"name": entry.person.name})
                self.widget.refused.add(typed)
        if problems:
            raise forms.ValidationError(problems)
        if self.required and not found:
            raise forms.ValidationError(self.error_messages["required"], code="required")
        return [*found.values()]
