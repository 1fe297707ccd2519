"""Sentences of the installation's journal, by action. `account` is the account's name."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

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
        "Tournament “%(slug)s” deleted, with %(players)s players, %(rounds)s rounds, %(sheets)s "
        "versions of score sheets and %(penalties)s penalties."
    ),
}


def installation_sentence(entry: JournalEntry, account_names: Mapping[int, str]) -> str:
    """What happened, in the language in force; names by account id."""
    data = {**entry.data, "account": account_names.get(entry.data.get("account", 0), "?")}
    return str(INSTALLATION_ACTIONS[entry.action]) % data
