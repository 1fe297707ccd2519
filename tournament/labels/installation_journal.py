"""Sentences of the installation's journal, by action. `account` is the account's name."""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext, ngettext_lazy

from tournament.core.checksum import short_checksum
from tournament.labels.filling import filled
from tournament.models import JournalEntry

INSTALLATION_ACTIONS: dict[str, str | Promise] = {
    "account_created": _("Account “%(account)s” created."),
    "account_switched_off": _("Account “%(account)s” switched off."),
    "account_switched_on": _("Account “%(account)s” switched on."),
    "example_loaded": _("Example tournament loaded."),
    "link_handed_out": _("Sign-in link for “%(account)s” handed out."),
    "link_used": _("“%(account)s” signed in with a link."),
    "password_set": _("“%(account)s” set a password."),
    "tournament_created": _("Tournament “%(slug)s” created."),
    "tournament_deleted": _(
        "Tournament “%(slug)s” deleted, with %(players)s, %(rounds)s, %(sheets)s and %(penalties)s."
    ),
}


LOST: dict[str, Promise] = {
    "players": ngettext_lazy("%(count)s player", "%(count)s players", "count"),
    "rounds": ngettext_lazy("%(count)s round", "%(count)s rounds", "count"),
    "sheets": ngettext_lazy(
        "%(count)s version of a score sheet", "%(count)s versions of score sheets", "count"
    ),
    "penalties": ngettext_lazy("%(count)s penalty", "%(count)s penalties", "count"),
}
"""What was deleted with a tournament, counted; in German in the dative."""


def installation_sentence(entry: JournalEntry, account_names: Mapping[int, str]) -> str:
    """What happened, in the language in force; names by account id."""
    data = {**entry.data, "account": account_names.get(entry.data.get("account", 0), "?")}
    for name in LOST.keys() & data.keys():
        data[name] = filled(LOST[name], {"count": data[name]})
    sentence = filled(INSTALLATION_ACTIONS[entry.action], data)
    # What was deleted before the journals were chained has no seal.
    return f"{sentence} {_lost_journal(data)}" if data.get("journal_seal") else sentence


def _lost_journal(data: Mapping[str, Any]) -> str:
    """How long the journal of a deleted tournament was, and its last seal."""
    return ngettext(
        "Its journal had %(entries)s entry, last seal %(seal)s.",
        "Its journal had %(entries)s entries, last seal %(seal)s.",
        data["journal_entries"],
    ) % {"entries": data["journal_entries"], "seal": short_checksum(data["journal_seal"])}
