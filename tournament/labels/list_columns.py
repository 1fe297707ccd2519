"""What the columns of a list of players are called."""

from django.utils.functional import Promise
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
