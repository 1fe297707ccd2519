"""Names of fields of people and players, and words about columns that are not read."""

from typing import Any

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.labels.filling import yes_no
from tournament.models.fields import stored
from tournament.shared.rules.fields import FIELDS, Field, Kind


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
"""By the name of the column in `tournament.imports.headings`, in the order of the select."""


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
