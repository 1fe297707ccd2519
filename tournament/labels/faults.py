"""What a page says when the database cannot be used, and what to do then."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class FaultWords:
    """What has happened, what to do, and whether pages can still be read."""

    title: str | Promise
    todo: str | Promise
    can_read: bool = False


FAULTS: dict[str, FaultWords] = {
    "busy": FaultWords(
        _("Another program holds the database"),
        _(
            "This was waited for and was not saved. Close other programs that have the database "
            "open, such as one that looks into its file or copies it, and send again."
        ),
        can_read=True,
    ),
    "damaged": FaultWords(
        _("The database is damaged"),
        _(
            "Enter nothing more. Stop the program, start it again, and if this page comes back, "
            "bring back the latest copy with the command “restore FILE”; the window where the "
            "program was started says where copies lie. The damaged file is set aside, not "
            "overwritten."
        ),
    ),
    "device": FaultWords(
        _("The disk reports an error"),
        _(
            "Enter nothing more on this computer. Make sure that the latest copy lies on a stick, "
            "and go on with it on another computer. The window where the program was started says "
            "where copies lie."
        ),
    ),
    "full": FaultWords(
        _("The disk is full"),
        _(
            "Nothing can be saved until there is room. Empty the bin, or move large files such "
            "as films elsewhere, and send again. The database itself is whole."
        ),
        can_read=True,
    ),
    "not_opened": FaultWords(
        _("The database is not where it was"),
        _(
            "Its file was moved, renamed or deleted, or its disk was unplugged. Bring it back and "
            "send again; the program makes no empty one in its place. If it is gone for good: the "
            "command “restore FILE”. The window where the program was started says where the file "
            "belongs, and where copies lie."
        ),
    ),
    "read_only": FaultWords(
        _("The database may only be read"),
        _(
            "Somebody has withdrawn the right to write to its file, or its disk was attached for "
            "reading only. Give the right back and send again. The window where the program was "
            "started names the file."
        ),
        can_read=True,
    ),
    "restoring": FaultWords(
        _("A copy is being restored"),
        _("This takes a few seconds. Please send again then."),
    ),
    "stands_by": FaultWords(
        _("This computer stands by"),
        _(
            "Entries are taken by the first computer, %(other)s. When it is dead somebody of the "
            "direction signs in here and takes over: menu under the name, “Second computer”."
        ),
        can_read=True,
    ),
    "taken_over": FaultWords(
        _("Another computer has taken over"),
        _(
            "Nothing is saved here any more. Go on at the other computer, %(other)s, and type this "
            "there. What this computer took last stands under “Second computer”, in the menu under "
            "your name."
        ),
        can_read=True,
    ),
    "unprepared": FaultWords(
        _("The database is not prepared for this version"),
        _("Stop the program and start it again: it prepares the database, after a copy."),
    ),
    "unreachable": FaultWords(
        _("The database cannot be reached"),
        _("Whoever runs the server must see that PostgreSQL is running. Then send again."),
    ),
}

ON_SERVER = {
    "unprepared": FaultWords(
        FAULTS["unprepared"].title,
        _("Whoever runs the server must start it again: that prepares the database, after a copy."),
    ),
    "full": FaultWords(
        FAULTS["full"].title,
        _("Whoever runs the server must make room. Then send again. The database itself is whole."),
        can_read=True,
    ),
}
"""What PostgreSQL can have as well, for those who do not sit at the server."""
