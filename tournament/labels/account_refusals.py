"""Sentences for what is refused about accounts, roles and signing in."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

ACCOUNT_REFUSALS: dict[str, str | Promise] = {
    "address_not_here": _(
        "“%(host)s” is no address of this computer. Connect it to the hall’s network first, and "
        "choose one of the addresses offered."
    ),
    "account_off": _("The account “%(account)s” is switched off. Switch it on first."),
    "last_owner": _(
        "“%(account)s” is the last owner of this installation. Make somebody else owner first."
    ),
    **dict.fromkeys(
        ("link_expired", "link_used"),
        _(
            "This sign-in link is too old or was used already; each works once. Ask the owner of "
            "the installation for a new one; if that is you, start the program again: it prints "
            "one."
        ),
    ),
    "link_unknown": _(
        "This sign-in link is not known here. Check that it was copied whole, or ask for a new one."
    ),
    "role_missing": _("“%(account)s” does not have this role here."),
    "sign_in_busy": _("Too many sign in at this moment. Please try again."),
    "sign_in_paused": ngettext_lazy(
        "Too many wrong passwords. Please wait %(seconds)s second.",
        "Too many wrong passwords. Please wait %(seconds)s seconds.",
        "seconds",
    ),
    "sign_in_wrong": _(
        "Name and password do not match. Passwords are case-sensitive. Without a "
        "password, ask for a sign-in link."
    ),
}
