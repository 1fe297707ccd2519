"""Errors of the system and the database in words, and what a page shows then."""

import errno
import sqlite3
from dataclasses import dataclass

from django.db import Error, OperationalError
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.models.triggers import ANOTHER_COUNTS

REASONS: dict[int, str | Promise] = {
    errno.EACCES: _("access is not permitted"),
    errno.EADDRINUSE: _("the address is in use already"),
    errno.EADDRNOTAVAIL: _("this machine does not have the address"),
    errno.EBADF: _("it is closed"),
    errno.EEXIST: _("there is a file already"),
    errno.EISDIR: _("it is a directory"),
    errno.EIO: _("the device reports an error"),
    errno.ENAMETOOLONG: _("the name is too long"),
    errno.ENOENT: _("there is no such file or directory"),
    errno.ENOSPC: _("no space is left"),
    errno.ENOTDIR: _("part of the path is a file, not a directory"),
    errno.EPERM: _("access is not permitted"),
    errno.EROFS: _("it may only be read"),
}

DATABASE_ERRORS: dict[str, str | Promise] = {
    ANOTHER_COUNTS: _(
        "Another computer counts: this one stands by, or was taken over from. Nothing was changed."
    ),
    "busy": _("The database is busy: another program is writing. Please try again."),
    "not_opened": _(
        "The database file cannot be opened. Please check DATABASE_URL or KREUZDAME_VAR: the "
        "directory must exist and be writable."
    ),
    "damaged": _(
        "The database file is damaged or no database. Please check DATABASE_URL or KREUZDAME_VAR."
    ),
    "device": _("The disk with the database reports an error while reading or writing."),
    "full": _("The database cannot be written: no space is left."),
    "read_only": _("The database may only be read. Please check who may write to its file."),
    "unprepared": _(
        "The database is not prepared for this version. Please run the command “migrate” first."
    ),
}
_SQLITE = {
    sqlite3.SQLITE_BUSY: "busy",
    sqlite3.SQLITE_LOCKED: "busy",
    sqlite3.SQLITE_CANTOPEN: "not_opened",
    sqlite3.SQLITE_CORRUPT: "damaged",
    sqlite3.SQLITE_NOTADB: "damaged",
    sqlite3.SQLITE_FULL: "full",
    sqlite3.SQLITE_IOERR: "device",
    sqlite3.SQLITE_READONLY: "read_only",
}
# SQLSTATE of PostgreSQL: a column or table is missing; a deadlock.
_POSTGRESQL = {
    "42703": "unprepared",
    "42P01": "unprepared",
    "40001": "busy",
    "40P01": "busy",
    "55P03": "busy",
    "53100": "full",
}


def system_reason(error: OSError) -> str:
    """Return why the system refused, as the end of a sentence; rare reasons in its own words."""
    return str(REASONS.get(error.errno or 0) or error.strerror or error)


def database_sentence(error: Error) -> str | None:
    """Return the sentence for an unusable database; None for a bug of the program."""
    problem = database_problem(error)
    if problem:
        return str(DATABASE_ERRORS[problem])
    if isinstance(error, OperationalError):
        return gettext(
            "The database cannot be used. Please check DATABASE_URL. It says: “%(words)s”"
        ) % {"words": " ".join(str(error).split())}
    return None


def database_problem(error: Error) -> str | None:
    """Return which of `DATABASE_ERRORS` it is; None for any other."""
    cause = error.__cause__
    if ANOTHER_COUNTS in str(cause):
        return ANOTHER_COUNTS
    if not isinstance(cause, sqlite3.Error):
        return _POSTGRESQL.get(getattr(cause, "sqlstate", None) or "")
    if str(cause).startswith(("no such table", "no such column")):
        return "unprepared"
    # The lowest eight bits are the kind, the others the detail.
    return _SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)


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
        _("A copy is being restored"), _("This takes a few seconds. Please send again then.")
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
"""What can also happen with PostgreSQL, for those not sitting at the server."""
