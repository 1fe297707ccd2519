"""Sentences of the journal, by action. Parameters are the entry's data with names looked up."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

ACTIONS: dict[str, str | Promise] = {
    "tournament_created": _("Tournament created."),
}
