"""What the columns of a list of players are called, and words about those that are not read."""

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

# By the name of the column in `tournament.imports.headings`, in the order of a choice.
LIST_COLUMNS: dict[str, str | Promise] = {
    "name": _("Name"),
    "last_name": _("Last name"),
    "first_name": _("First name"),
    "number": _("Start number"),
    "club": _("Club"),
    "club_code": _("Club code"),
    "state": _("Federal state"),
    "tags": _("Categories"),
    "fee": _("Fee paid"),
    "team": _("Team"),
    "fixed_table": _("Fixed table"),
    "keeps_list": _("Keeps the list"),
}


def unused_column(number: int, title: str, texts: int) -> str:
    """A column that is not read, and how much stands in it."""
    count = ngettext("%(count)s entry", "%(count)s entries", texts) % {"count": texts}
    column = gettext("Column %(number)s") % {"number": number}
    return f"{title} ({column}, {count})" if title else f"{column} ({count})"


def unused_names(number: int, title: str, texts: int) -> str:
    """A second column of names that is not read."""
    return ngettext(
        "Column %(number)s, “%(title)s”, is not read: %(count)s name stands in it. Of two lists "
        "side by side, please put one below the other in the file.",
        "Column %(number)s, “%(title)s”, is not read: %(count)s names stand in it. Of two lists "
        "side by side, please put one below the other in the file.",
        texts,
    ) % {"number": number, "title": title, "count": texts}
