"""Words about people, players and their fields: who they are, what changed, what is unclear."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.labels.filling import yes_no
from tournament.models import Club, Entry, Person, SeriesEvening, Tournament
from tournament.models.fields import stored
from tournament.people.rules.people import KnownPerson
from tournament.people.rules.registration import PlayerRow, RowFinding, Verdict
from tournament.shared.rules.fields import FIELDS, Field, Kind, Of, PlayerData, fields_of


def field_words(field: Field) -> str | Promise:
    """Return the name of a field of a person or player on the screen: that of its model."""
    words: str | Promise = capfirst(stored(field).verbose_name)
    return words


def file_heading(field: Field) -> str:
    """Return the heading of a field's column in a file."""
    return gettext(field.heading) if field.heading else str(field_words(field))


def field_value(field: Field, value: Any) -> Any:
    """Return a field's value as a list shows it."""
    if field.kind is Kind.TAGS:
        return ", ".join(value)
    return yes_no(value) if field.kind is Kind.YES_NO else value


LIST_COLUMNS: dict[str, str | Promise] = {
    "name": _("Name"),
    **{field.key: field_words(field) for field in FIELDS if field.headings},
}
"""By the name of the column in `tournament.imports.tables`, in the order of the select."""


def unused_column(number: int, title: str, texts: int) -> str:
    """Return a column that is not read, and how many entries it has."""
    count = ngettext("%(count)s entry", "%(count)s entries", texts) % {"count": texts}
    column = gettext("Column %(number)s") % {"number": number}
    return f"{title} ({column}, {count})" if title else f"{column} ({count})"


def unused_names(number: int, title: str, texts: int) -> str:
    """Return a second column of names that is not read."""
    return ngettext(
        "Column %(number)s, “%(title)s”, is not read: %(count)s name stands in it. Of two lists "
        "side by side, please put one below the other in the file.",
        "Column %(number)s, “%(title)s”, is not read: %(count)s names stand in it. Of two lists "
        "side by side, please put one below the other in the file.",
        texts,
    ) % {"number": number, "title": title, "count": texts}


TYPED_IN: dict[str, Promise] = {
    "calls": _("Complaints"),
    "penalties": _("Penalties"),
    "deductions": _("Deductions"),
    "draws": _("Draws and seats"),
    "extra_time": _("Extra time"),
    "sheets": _("Results"),
    "teams": _("Players"),
    "prizes": _("Prizes"),
    "settings": _("Settings"),
    "journal": _("Journal"),
}
"""Where a reason or a note was typed."""


def known_words(known: KnownPerson, last: Tournament | SeriesEvening | None) -> str:
    """Describe a person: "Otto Müller, DU ZHN, zuletzt 12.10.2026 (Herbstturnier)"."""
    player = known.player
    name = f"{player.first_name} {player.last_name}".strip()
    parts = [*filter(None, (name, player.club_code or player.club_name))]
    if known.number is not None:
        parts.append(gettext("entered with number %(number)s") % {"number": known.number})
    if last:
        day = last.day if isinstance(last, SeriesEvening) else last.date
        when = f"{date_format(day, 'SHORT_DATE_FORMAT')} ({last})" if day else str(last)
        parts.append(gettext("last on %(day)s") % {"day": when})
    return ", ".join(parts)


def person_words(person: Person) -> str:
    """Return name, club and what else is known: "Müller, Otto, DU ZHN, Nordrhein-Westfalen"."""
    known = (getattr(person, field.column) for field in fields_of(Of.PERSON))
    return ", ".join(filter(None, [person.list_name, str(person.club or ""), *known]))


def list_words(player: PlayerData) -> str:
    """Format as in a list, with categories: "Müller, Otto (DU ZHN) · Senioren"; "" without name."""
    name = ", ".join(filter(None, [player.last_name, player.first_name]))
    club = player.club_code or player.club_name
    named = f"{name} ({club})" if name and club else name
    return " · ".join([named, *player.tags]) if name else ""


OF_ENTRY: dict[str, Any] = {field.name: field.verbose_name for field in Entry._meta.fields}
OF_PERSON: dict[str, Any] = {field.name: field.verbose_name for field in Person._meta.fields}
FIELD_NAMES = {name: OF_PERSON[name] for name in OF_PERSON if name not in OF_ENTRY} | OF_ENTRY
FIELD_NAMES |= dict.fromkeys((field.name for field in fields_of(Of.NAME)), _("Name"))
FIELD_NAMES |= dict.fromkeys(
    ("club", *(field.name for field in fields_of(Of.CLUB))), Club._meta.verbose_name
)
CLUB_FIELDS: dict[str, Any] = {field.name: field.verbose_name for field in Club._meta.fields}


def player_changes(data: Mapping[str, Any]) -> str:
    """Return changed fields, with values where the journal has them: never those of a name."""
    changes = dict(data.get("changes", {}))
    if data.get("old_number") not in (None, data.get("number")):
        changes["number"] = [data["old_number"], data["number"]]
    told = {str(FIELD_NAMES[field]) for field in changes}
    names = dict.fromkeys(str(FIELD_NAMES[field]) for field in data.get("changed", ()))
    parts = [name for name in names if name not in told]
    return ", ".join([*parts, *field_changes(changes, FIELD_NAMES)])


def field_changes(
    changes: Mapping[str, Sequence[object]], names: Mapping[str, object]
) -> Iterator[str]:
    """Yield the old and the new value of each field, in the order of `names`."""
    # PostgreSQL stores JSON keys in its own order.
    for name in (name for name in names if name in changes):
        old, new = map(_value, changes[name])
        words = {"field": names[name], "old": old, "new": new}
        yield gettext("%(field)s from %(old)s to %(new)s") % words


def _value(value: object) -> object:
    if isinstance(value, bool):
        return yes_no(value)
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "–"
    return "–" if value in (None, "") else value


VERDICTS: dict[Verdict, str | Promise] = {
    Verdict.OK: _("understood"),
    Verdict.DOUBTFUL: _("doubtful"),
    Verdict.REFUSED: _("refused"),
    Verdict.KNOWN: _("entered already"),
}

PLAYER_FINDINGS: dict[str, str | Promise] = {
    "club_named_otherwise": _(
        "%(short)s is %(name)s here. Taken, it means that club; another one needs another code."
    ),
    "capitals": _("Written in capitals, read as %(name)s."),
    "digits_in_name": _("The name contains digits."),
    "double": _("The same name and club as in row %(line)s."),
    "entered_in_other_order": _("Number %(number)s has the same name, written otherwise."),
    "entered_with_other_club": _(
        "Number %(number)s has the same name and is entered with another club."
    ),
    "entered_with_similar_name": _("Number %(number)s has a similar name."),
    "fee_unclear": _("“%(text)s” does not say whether the fee is paid: taken as not paid."),
    "fixed_table_unclear": _("“%(text)s” is no number of a table: taken as no fixed table."),
    "formula": _("The name is a formula. Formulas are never calculated: please type the name."),
    "formula_elsewhere": _("The column “%(column)s” holds a formula. It is not calculated."),
    "heading_again": _("This looks like a heading."),
    "keeps_list_unclear": _(
        "“%(text)s” does not say whether the player keeps the list: taken as yes."
    ),
    "known": _("Entered already, with number %(number)s. Nothing changes."),
    "markup": _("The name contains “<” or “>”."),
    "no_name": _("There is no name in this row."),
    "number_unclear": _("“%(text)s” is not a start number: the next free one is given."),
    "one_word": _("The name is only one word."),
    "perhaps_heading": _("This row may be a heading."),
    "question_mark": _("A letter of the name was lost (“?”). It is not guessed."),
    "quote_open": _(
        "A quotation mark is opened here and never closed: the rows below are part of this one. "
        "Please correct the file."
    ),
    "quote_swallows": _(
        "A quotation mark reaches over several lines: perhaps it swallows another row."
    ),
    "same_name_other_club": _("The same name as in row %(line)s, with another club."),
    "semicolon_in_name": _("There is a semicolon in the name."),
    "several_commas": _("The name contains several commas."),
    "sum_row": _("This looks like a row of sums."),
    "text_too_long": _("The column “%(column)s” has more than %(most)s characters."),
}


def row_finding_sentence(finding: RowFinding) -> str:
    """Return the sentence for a finding, in the current language. An unknown code is a bug."""
    return str(PLAYER_FINDINGS[finding.code]) % finding.params


def row_sentence(row: PlayerRow) -> str:
    """Return one row with its verdict and all findings, for the command line."""
    findings = " ".join(map(row_finding_sentence, row.findings))
    return gettext("Row %(line)s (%(text)s), %(verdict)s: %(findings)s") % {
        "line": row.line,
        "text": row.text,
        "verdict": VERDICTS[row.verdict],
        "findings": findings,
    }
