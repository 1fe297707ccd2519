"""Words about a second computer that stands by."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SECOND_REFUSALS: dict[str, str | Promise] = {
    "standby_code_wrong": _(
        "The other computer does not know this code. Please type the line as its page “Second "
        "computer” shows it now: a new code ends the one before."
    ),
    "standby_damaged": _(
        "What came from the first computer was not whole. Everything is asked for again."
    ),
    "standby_itself": _(
        "This is this computer’s own line. Please type the one that the first computer shows."
    ),
    "standby_line": _(
        "“%(typed)s” is no line of another computer. It looks like "
        "192.168.1.20:8000/k7mx-p2qd-9hfc-t3wz-b6ne: its address, a slash, and 20 letters and "
        "figures."
    ),
    "standby_no_password": _(
        "No owner has a password yet, so nobody could sign in on the second computer. Please set "
        "yours first, under your name."
    ),
    "standby_not_following": _("This computer does not stand by for another one."),
    "standby_not_here": _(
        "With PostgreSQL the program knows no second computer: the database server has its own way "
        "to copy itself while it runs."
    ),
    "standby_not_let_in": _(
        "Nobody else reaches this computer yet. Please let others in first, then make the code."
    ),
    "standby_not_taken_over": _("No other computer has taken over from this one."),
    "standby_taken": _(
        "Another computer stands by with this code already. On the first one make a new code, and "
        "type that."
    ),
    "standby_unreachable": _(
        "The computer at %(url)s does not answer. Is it on, in the same network, and does it let "
        "others in?"
    ),
    "standby_version": _(
        "The first computer has an older version of the program. Both need the same one."
    ),
}
SECOND_ACTIONS: dict[str, str | Promise] = {
    "second_let_in": _("Code for a second computer made."),
    "second_shut_out": _("Code for a second computer ended."),
    "taken_over": _("Taken over from the computer at %(address)s; epoch %(epoch)s."),
    "went_on_here": _("Gone on here; the computer at %(address)s gives way. Epoch %(epoch)s."),
}
