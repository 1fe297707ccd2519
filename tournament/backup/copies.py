"""Copies of the database: checked, named by time, the oldest removed.

A copy gets its name once it is checked, so a file with the name of a copy is a good one.

The bar of every page shows their status, without querying database or stick. The process that makes
copies while serving knows it. The workers of a club's server make none: they read the note that the
copying process leaves beside the copies.
"""

import json
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import wraps
from pathlib import Path
from typing import ParamSpec, Protocol, TypeVar

from django.conf import settings
from django.utils import timezone

from tournament.backup import postgresql, sqlite
from tournament.backup.files import check_file, lay_keys_beside, write_whole
from tournament.backup.rules import TIMER_TOO_OLD_MINUTES, CopyName, copy_name, file_name, kept
from tournament.errors import Refused
from tournament.labels.faults import system_reason

P = ParamSpec("P")
Result = TypeVar("Result")

copy_wanted = threading.Event()
"""Set to request an immediate copy from the server of this process."""
_one_at_a_time = threading.Lock()
_NOTE = "last.json"
_begun = time.monotonic()


class Kind(Protocol):
    """How one kind of database is copied and restored: `sqlite`, `postgresql`."""

    ENDING: str
    """The ending of its copies' names."""

    def write(self, target: Path) -> None:
        """Copy the database in use into this file. Refused: `copy_failed`, `postgresql_tool`."""

    def check(self, path: Path) -> None:
        """Check a file as a copy of this kind, as `check_copy`."""

    def column(self, path: Path, table: str, column: str) -> set[str]:
        """Return the texts in a column of a copy. Refused: `copy_damaged`."""

    def replace(self, source: Path, aside: Path, *, is_updated: bool) -> bool:
        """Replace the database by a checked copy; return whether the old one is now in `aside`.

        `is_updated`: migrate it to this version. The old database may be damaged, or newer than the
        program. Refused: `restore_busy`, `restore_failed`; then nothing has changed.
        """


def kind() -> Kind:
    """Return the kind of the database in use."""
    return sqlite if sqlite.is_one_file() else postgresql


def check_copy(path: Path) -> None:
    """Check that a file is a complete copy of our database, of a version this program knows.

    Refused: `copy_absent`, `copy_unreadable`, `copy_empty`, `copy_damaged`, `copy_of_another`,
    `copy_newer`, `copy_journal`; on PostgreSQL `postgresql_tool`.
    """
    check_file(path)
    kind().check(path)


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy that was checked when it was made; size in bytes."""

    path: Path
    name: CopyName
    size: int


def own_directory() -> Path:
    """Return the directory of the program's own copies."""
    return Path(settings.BACKUP_DIRECTORY)


def copies_in(directory: Path) -> list[Copy]:
    """Return the copies in a directory, latest first; OSError if it cannot be read."""
    found = [
        Copy(Path(entry.path), name, entry.stat().st_size)
        for entry in os.scandir(directory)
        if (name := copy_name(entry.name)) and entry.name.endswith(f".{kind().ENDING}")
    ]
    return sorted(found, key=lambda copy: copy.name.made_at, reverse=True)


def own_copies() -> list[Copy]:
    """Return the program's own copies, latest first."""
    directory = own_directory()
    return copies_in(directory) if directory.is_dir() else []


def last_copy() -> Copy | None:
    """Return the latest of the program's own copies, except those set aside."""
    return next((copy for copy in own_copies() if copy.name.occasion != "aside"), None)


def make_copy(occasion: str = "") -> Copy:
    """Copy the database into the program's own directory and remove old copies there.

    Refused: `copy_failed`, `postgresql_tool`, or what `check_copy` finds: then the database itself
    is damaged.
    """
    with _one_at_a_time, _refuse_os_errors():
        path, name = free_name(occasion)
        copy_to(path)
        lay_keys_beside(path.parent)
        remove_old(path.parent)
        return Copy(path, name, path.stat().st_size)


def copy_before(occasion: str) -> Callable[[Callable[P, Result]], Callable[P, Result]]:
    """Decorate an irreversible service to make a copy first; without a copy it is not run."""

    def decorate(service: Callable[P, Result]) -> Callable[P, Result]:
        @wraps(service)
        def with_copy(*args: P.args, **kwargs: P.kwargs) -> Result:
            make_copy(occasion)
            return service(*args, **kwargs)

        return with_copy

    return decorate


def copy_to(target: Path) -> None:
    """Write a checked copy of the database to a path that does not exist yet.

    Refused: `target_exists`, `copy_failed`, `postgresql_tool`, and what `check_copy` finds.
    """
    if target.exists():
        raise Refused("target_exists", path=target)
    with _refuse_os_errors(), write_whole(target) as part:
        kind().write(part)
        check_copy(part)


def remove_old(directory: Path) -> None:
    """Remove the copies that are no longer to be kept (`backup.rules.kept`)."""
    copies = copies_in(directory)
    stay = kept(copy.name for copy in copies)
    for copy in copies:
        if copy.name not in stay:
            copy.path.unlink(missing_ok=True)


def free_name(occasion: str) -> tuple[Path, CopyName]:
    """Return an unused name, later than all copies and dumps even if the clock was set back."""
    directory = own_directory()
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    now = datetime.now(UTC).replace(microsecond=0)
    there = filter(None, (copy_name(path.name) for path in directory.iterdir()))
    after = (name.made_at + timedelta(seconds=1) for name in there)
    made_at = max([now, *after])
    name = CopyName(made_at, occasion)
    return directory / file_name(name, kind().ENDING), name


@contextmanager
def _refuse_os_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Refused("copy_failed", reason=system_reason(error)) from error


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


def last_copied_at(now: CopyStatus) -> datetime | None:
    """Return when this database was copied last, as far as the status or a copy tells."""
    if now.copied_at:
        return now.copied_at
    last = last_copy()
    return last.name.made_at if last else None


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
