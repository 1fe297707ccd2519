"""Status of the copies, for the bar of every page, without querying database or stick.

The process that makes copies while serving knows it. The workers of a club's server make none: they
read the note that the copying process leaves beside the copies.
"""

import json
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone

from tournament.backup.copies import own_directory
from tournament.backup.files import write_whole
from tournament.backup.rules import TIMER_TOO_OLD_MINUTES
from tournament.errors import Refused

_NOTE = "last.json"
_begun = time.monotonic()


@dataclass
class CopyStatus:
    """Time of the last complete copy; whether uncopied data has waited too long.

    problem: why the last copy failed. place_problem: why the copy to the second place failed.
    is_kept_here: copies are made in this process.
    """

    copied_at: datetime | None = None
    is_too_old: bool = False
    problem: Refused | None = None
    place_problem: Refused | None = None
    is_kept_here: bool = False

    @property
    def is_alarm(self) -> bool:
        """Whether action is needed."""
        return self.is_too_old or bool(self.problem or self.place_problem)


@dataclass
class Note(CopyStatus):
    """The status as left for other processes; `written` identifies what the last copy has."""

    written: str = ""


status = CopyStatus()
"""Of this process, if it makes copies."""


def copy_status() -> CopyStatus:
    """Return the status of the copies for display."""
    if status.is_kept_here:
        return status
    note = read_note()
    longest = timedelta(minutes=TIMER_TOO_OLD_MINUTES)
    if note.copied_at:
        note.is_too_old = timezone.now() - note.copied_at > longest
    elif settings.IS_SERVER:  # which never made one: an alarm after a while as well
        note.is_too_old = timedelta(seconds=time.monotonic() - _begun) > longest
    return note


def read_note() -> Note:
    """Return the note of the last copy; an empty one if there is no readable one."""
    with suppress(OSError, ValueError, LookupError, TypeError):
        read = json.loads((own_directory() / _NOTE).read_text(encoding="utf-8"))
        failed, place = (Refused(each[0], **each[1]) if each else None for each in read["problems"])
        copied_at = datetime.fromisoformat(read["copied_at"]) if read["copied_at"] else None
        written = str(read["written"])
        return Note(copied_at, problem=failed, place_problem=place, written=written)
    return Note()


def leave_note(note: Note) -> None:
    """Write the note; on a full disk its age shows that something is wrong."""
    problems = [
        [each.code, {name: str(value) for name, value in each.params.items()}] if each else None
        for each in (note.problem, note.place_problem)
    ]
    copied_at = note.copied_at.isoformat() if note.copied_at else None
    text = json.dumps({"copied_at": copied_at, "problems": problems, "written": note.written})
    with suppress(OSError), write_whole(own_directory() / _NOTE) as part:
        part.write_text(text, encoding="utf-8")
