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
from tournament.people.rules.ages import AgeCategory
from tournament.people.rules.people import KnownPerson
from tournament.people.rules.registration import PlayerRow, RowFinding, Verdict
from tournament.shared.rules.fields import FIELDS, Field, Kind, Of, PlayerData, fields_of


def field_words(field: Field) -> str | Promise:
    """Return the name of a field of a person or player on the screen: that of its model."""
    words: str | Promise = capfirst(stored(field).verbose_name)
    return words


def names_of_fields(*of: Of) -> str:
    """Return what the fields of these owners are called: "E-mail, Telephone"."""
    return ", ".join(str(field_words(field)) for field in fields_of(*of))


def affiliation_name(*, shows_teams: bool) -> str:
    """Return the heading of what lists name beside a player."""
    return gettext("Team") if shows_teams else gettext("Club")


def file_heading(field: Field) -> str:
    """Return the heading of a field's column in a file."""
    return gettext(field.heading) if field.heading else str(field_words(field))


def age_category(category: AgeCategory) -> str:
    """Return a category by the year of birth as it is typed: "Seniors until 1966"."""
    name, first, last = category
    words = {"name": name, "first": first, "last": last}
    if first is None:
        return gettext("%(name)s until %(last)s") % words
    if last is None:
        return gettext("%(name)s from %(first)s") % words
    return f"{name} {first}–{last}"


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


def remembered_words(columns: Mapping[str, str], words: Mapping[str, str | Promise]) -> str:
    """Say what headings of a list mean by earlier ones, columns by title; "" without any."""
    told = [
        gettext("“%(title)s” is %(column)s") % {"title": title, "column": words[column]}
        for title, column in columns.items()
    ]
    sentence = gettext("Remembered from an earlier list: %(headings)s.")
    return sentence % {"headings": ", ".join(told)} if told else ""


def unused_column(number: int, title: str, texts: int) -> str:
    """Return a column that is not read, and how many entries it has."""
    count = ngettext("%(count)s entry", "%(count)s entries", texts) % {"count": texts}
    column = gettext("Column %(number)s") % {"number": number}
    return f"{title} ({column}, {count})" if title else f"{column} ({count})"


def years_left_out(title: str) -> str:
    """Say that nobody's year of birth is kept where nothing follows from it."""
    sentence = gettext(
        "“%(title)s” is left out: no category of this tournament follows from the year of birth."
    )
    return sentence % {"title": title}


def unused_names(number: int, title: str, texts: int) -> str:
    """Return a second column of names that is not read."""
    return ngettext(
        "Column %(number)s, “%(title)s”, is not read: %(count)s name stands in it. Of two lists "
        "side by side, please put one below the other in the file.",
        "Column %(number)s, “%(title)s”, is not read: %(count)s names stand in it. Of two lists "
        "side by side, please put one below the other in the file.",
        texts,
    ) % {"number": number, "title": title, "count": texts}


LETTERS: dict[str, str | Promise] = {
    "dos": _("The letters were read as those of an old DOS program (CP850)."),
    "mac": _("The letters were read as those of an old Mac (Mac Roman)."),
    "twice": _("The letters were encoded twice as UTF-8; they were put right."),
    "unsure": _(
        "Which encoding the letters have cannot be told: names with umlauts are in doubt. Please "
        "save the file as “CSV UTF-8” or as a workbook, or say how to read it."
    ),
}
"""How the letters of a file were read, where it needs a word, by `tournament.imports.letters`."""

TYPED_IN: dict[str, Promise] = {
    "calls": _("Complaints"),
    "penalties": _("Penalties"),
    "deductions": _("Deductions"),
    "cups": _("Cups"),
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
    **dict.fromkeys(
        ("birth_name", "footnote", "guest", "nickname", "title"),
        _("“%(text)s” is not taken as part of the name."),
    ),
    **dict.fromkeys(
        ("called_off", "stays_away"),
        _("Column “%(column)s”: “%(text)s” stands there. Does the person play?"),
    ),
    "club_named_otherwise": _(
        "%(short)s is %(name)s here. Taken, it means that club; another one needs another code."
    ),
    "beside_name": _(
        "Column “%(column)s”: “%(text)s” is perhaps no part of the name. Please write the name "
        "alone."
    ),
    "brings_others": _(
        "Column “%(column)s”: “%(text)s” stands there. Whoever plays as well needs a row."
    ),
    "capitals": _("Written in capitals, read as %(name)s."),
    "companion": _(
        "Column “%(column)s”: “%(text)s” is somebody without a name. Whoever plays needs a row "
        "with a name."
    ),
    "contact_not_written": _(
        "The person is known, so “%(text)s” is not written over what is kept. If it is new, enter "
        "it with the person."
    ),
    "year_unclear": _("Column “%(column)s”: “%(text)s” is no year of four digits: left out."),
    "contact_unclear": _("Column “%(column)s”: “%(text)s” is no address or number: left out."),
    "digits_in_name": _("The name contains digits."),
    "double": _("The same name as in row %(line)s, and no other club."),
    "entered_in_other_order": _("Number %(number)s has the same name, written otherwise."),
    "entered_with_other_club": _(
        "Number %(number)s has the same name and is entered with another club."
    ),
    "entered_with_similar_name": _("Number %(number)s has a similar name."),
    "family": _(
        "Column “%(column)s”: “%(text)s” is a family or a couple. Everybody who plays needs a row "
        "with first and last name."
    ),
    "fee_only_how": _("“%(text)s” says how and not whether: taken as paid."),
    "fee_unclear": _(
        "“%(text)s” does not say whether the fee is paid: taken as not paid, and kept as a "
        "question for the till. Right are an amount such as 12.50, “paid” or “open”."
    ),
    "fixed_table_unclear": _("“%(text)s” is no number of a table: taken as no fixed table."),
    "formula": _("The name is a formula. Formulas are never calculated: please type the name."),
    "formula_elsewhere": _("The column “%(column)s” holds a formula. It is not calculated."),
    "heading_again": _("This looks like a heading."),
    "keeps_list_unclear": _(
        "“%(text)s” does not say whether the player keeps the list: taken as yes."
    ),
    "known": _("Entered already, with number %(number)s."),
    "known_fee_kept": _("“%(text)s” is kept as what is said of the fee: the till books or asks."),
    "known_other_fee": _("The list says “%(written)s” of the fee; “%(stands)s” stays."),
    "known_other_number": _("The list gives number %(written)s; %(stands)s stays."),
    "known_spelt_otherwise": _("The list writes %(written)s; %(stands)s stays."),
    "letters_unclear": _(
        "Column “%(column)s”: letters of “%(text)s” are perhaps read wrongly. Please save the file "
        "as “CSV UTF-8” or as a workbook, or type them."
    ),
    "markup": _("The name contains “<” or “>”."),
    "no_name": _("There is no name in this row."),
    "number_unclear": _("“%(text)s” is not a start number: the next free one is given."),
    "one_word": _("The name is only one word."),
    "perhaps_heading": _("This row may be a heading."),
    "placeholder": _("Column “%(column)s”: “%(text)s” keeps a place for somebody, it is no name."),
    "perhaps_two": _(
        "Column “%(column)s”: “%(text)s” are perhaps several people, who need a row each, or one "
        "with two last names."
    ),
    "question_mark": _("A letter of the name was lost (“?”). It is not guessed."),
    "quote_open": _(
        "A quotation mark is opened here and never closed: the rows below are part of this one. "
        "Please correct the file."
    ),
    "quote_swallows": _(
        "A quotation mark reaches over several lines: perhaps it swallows another row."
    ),
    "same_name_other_club": _("The same name as in row %(line)s, with another club."),
    "section": _(
        "Column “%(column)s”: “%(text)s” stands alone. If it is about the rows below, they do not "
        "play yet."
    ),
    "semicolon_in_name": _("There is a semicolon in the name."),
    "several_commas": _("The name contains several commas."),
    "state_is_country": _("“%(text)s” is no federal state: left out."),
    "sum_row": _("This looks like a row of sums."),
    "text_too_long": _("The column “%(column)s” has more than %(most)s characters."),
    "two_people": _(
        "Column “%(column)s”: “%(text)s” are perhaps several people. Everybody who plays needs a "
        "row."
    ),
}


def people_words(people: Sequence[str]) -> str:
    """Return what a button does that takes the people a row names: one of them, or each."""
    several = len(people) > 1
    words = gettext("As %(count)s people: %(people)s") if several else gettext("Only %(people)s")
    return words % {"count": len(people), "people": "; ".join(people)}


def row_finding_sentence(finding: RowFinding) -> str:
    """Return the sentence for a finding, in the current language. An unknown code is a bug."""
    return str(PLAYER_FINDINGS[finding.code]) % finding.params


def row_sentence(row: PlayerRow) -> str:
    """Return one row with its verdict and all findings, for the command line."""
    findings = " ".join(map(row_finding_sentence, row.findings))
    return gettext("Row %(line)s (%(text)s), %(verdict)s: %(findings)s") % {
        "line": row.file_line,
        "text": row.text,
        "verdict": VERDICTS[row.verdict],
        "findings": findings,
    }
