"""The way back: a copy becomes the database in use, which is set aside before."""

from pathlib import Path

from tournament.backup.checking import check_copy
from tournament.backup.copies import free_name
from tournament.backup.kind import kind
from tournament.errors import Refused
from tournament.labels.faults import system_reason


def restore(source: Path, *, is_updated: bool = True) -> Path | None:
    """Make a copy the database in use; returns where the present one was set aside, if any.

    One of an older version is brought up to date, unless it is wanted as it is.

    Refused: what `check_copy` finds, `restore_busy`, `restore_failed`. Then nothing has changed.
    """
    check_copy(source)
    try:
        aside, _name = free_name("aside")
    except OSError as error:
        raise Refused("restore_failed", reason=system_reason(error)) from error
    return aside if kind().replace(source, aside, is_updated=is_updated) else None
