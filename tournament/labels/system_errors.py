"""What the operating system and the database say against it, in words."""

import errno
import sqlite3

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
# SQLSTATE of PostgreSQL: a column or table is missing; two transactions wait for each other.
_POSTGRESQL = {
    "42703": "unprepared",
    "42P01": "unprepared",
    "40001": "busy",
    "40P01": "busy",
    "55P03": "busy",
    "53100": "full",
}


def system_reason(error: OSError) -> str:
    """Why the system refused, as the end of a sentence; unusual reasons in its own words."""
    return str(REASONS.get(error.errno or 0) or error.strerror or error)


def database_sentence(error: Error) -> str | None:
    """The sentence for a database that cannot be used; None for a mistake of the program."""
    problem = database_problem(error)
    if problem:
        return str(DATABASE_ERRORS[problem])
    if isinstance(error, OperationalError):
        return gettext(
            "The database cannot be used. Please check DATABASE_URL. It says: “%(words)s”"
        ) % {"words": " ".join(str(error).split())}
    return None


def database_problem(error: Error) -> str | None:
    """Which of `DATABASE_ERRORS` it is; None for another one."""
    cause = error.__cause__
    if ANOTHER_COUNTS in str(cause):
        return ANOTHER_COUNTS
    if not isinstance(cause, sqlite3.Error):
        return _POSTGRESQL.get(getattr(cause, "sqlstate", None) or "")
    if str(cause).startswith(("no such table", "no such column")):
        return "unprepared"
    # The lowest eight bits are the kind, the others what exactly happened.
    return _SQLITE.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
