"""Copies by SQLite's backup API: made in steps, checked, named by time, and the oldest removed.

A copy gets its name when it is checked: a file with the name of a copy is a good one.
"""

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import wraps
from pathlib import Path
from typing import ParamSpec, TypeVar
from urllib.parse import urlsplit
from urllib.request import url2pathname

from django.conf import settings
from django.db import connection

from tournament.backup.checking import check_copy
from tournament.core.copies import CopyName, copy_name, file_name, kept
from tournament.errors import Refused
from tournament.labels.system_errors import system_reason

P = ParamSpec("P")
Result = TypeVar("Result")

PAGES_AT_ONCE = 500
PAUSE = 0.005
"""Between two steps, in seconds: who saves meanwhile has the disk for itself."""
WAIT_FOR_LOCK = 20  # seconds

copy_wanted = threading.Event()
"""Set after what deserves a copy at once, for the server of this process."""
_one_at_a_time = threading.Lock()


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy that was checked when it was made; size in bytes."""

    path: Path
    name: CopyName
    size: int


def is_copied_here() -> bool:
    """Whether the program makes copies itself: on PostgreSQL the server's own tools do."""
    return connection.vendor == "sqlite"


def own_directory() -> Path:
    """Where the program's own copies lie."""
    return Path(settings.BACKUP_DIRECTORY)


def database_file() -> Path:
    """The database in use (SQLite), whether it is opened by its path or by an address."""
    name = str(connection.settings_dict["NAME"])
    return Path(url2pathname(urlsplit(name).path) if name.startswith("file:") else name)


def copies_in(directory: Path) -> list[Copy]:
    """The copies in a directory, the latest first; OSError where it cannot be read."""
    found = [
        Copy(Path(entry.path), name, entry.stat().st_size)
        for entry in os.scandir(directory)
        if (name := copy_name(entry.name)) and entry.name.endswith(".sqlite3")
    ]
    return sorted(found, key=lambda copy: copy.name.made_at, reverse=True)


def own_copies() -> list[Copy]:
    """The program's own copies, the latest first."""
    directory = own_directory()
    return copies_in(directory) if directory.is_dir() else []


def last_copy() -> Copy | None:
    """The latest of the program's own copies, what was set aside apart."""
    return next((copy for copy in own_copies() if copy.name.occasion != "aside"), None)


def make_copy(occasion: str = "") -> Copy:
    """Copy the database into the program's own directory and remove what is too old there.

    Refused: `copy_failed`, or what `check_copy` finds: then the database itself is damaged.
    """
    with _one_at_a_time, _in_words():
        path, name = free_name(occasion)
        copy_to(path)
        remove_old(path.parent)
        return Copy(path, name, path.stat().st_size)


def copied_before(occasion: str) -> Callable[[Callable[P, Result]], Callable[P, Result]]:
    """A service that cannot be undone: a copy comes first, and without one it is not done."""

    def decorate(service: Callable[P, Result]) -> Callable[P, Result]:
        @wraps(service)
        def with_copy(*args: P.args, **kwargs: P.kwargs) -> Result:
            if is_copied_here():
                make_copy(occasion)
            return service(*args, **kwargs)

        return with_copy

    return decorate


def copy_before_update() -> None:
    """A copy before the database changes its form; none of a new one, where nothing is yet."""
    if is_copied_here() and "tournament_journalhead" in connection.introspection.table_names():
        make_copy("update")


def copy_to(target: Path) -> None:
    """A checked copy of the database under this name, which nobody has yet.

    Refused: `target_exists`, `copy_failed`, and what `check_copy` finds.
    """
    if target.exists():
        raise Refused("target_exists", path=target)
    with _in_words(), finished(target) as part, closing(reading()) as source:
        with closing(sqlite3.connect(part)) as copy:
            # One look at the database for all steps: else every save would begin the copy anew.
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            source.backup(copy, pages=PAGES_AT_ONCE, sleep=PAUSE)
            copy.execute("PRAGMA journal_mode=DELETE")  # nothing beside it is needed
        check_copy(part)


def reading(*, for_all_threads: bool = False) -> sqlite3.Connection:
    """The database in use, to be read apart from everybody's transactions; never made anew."""
    return sqlite3.connect(
        f"{database_file().resolve().as_uri()}?mode=rw",
        uri=True,
        timeout=WAIT_FOR_LOCK,
        isolation_level=None,
        check_same_thread=not for_all_threads,
    )


@contextmanager
def finished(target: Path) -> Iterator[Path]:
    """A file beside the target that gets its name when it is whole and on the disk."""
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)  # names and telephone numbers are nobody else's business
    try:
        yield part
        with part.open("rb+") as file:
            os.fsync(file.fileno())
        part.rename(target)
    finally:
        part.unlink(missing_ok=True)


def remove_old(directory: Path) -> None:
    """Remove the copies that are not kept any more (`core.copies.kept`)."""
    copies = copies_in(directory)
    stay = kept(copy.name for copy in copies)
    for copy in copies:
        if copy.name not in stay:
            copy.path.unlink(missing_ok=True)


def free_name(occasion: str) -> tuple[Path, CopyName]:
    """A name in the program's directory, later than all copies and dumps: clocks are set back."""
    directory = own_directory()
    directory.mkdir(mode=0o700, parents=True, exist_ok=True)
    now = datetime.now(UTC).replace(microsecond=0)
    there = filter(None, (copy_name(path.name) for path in directory.iterdir()))
    after = (name.made_at + timedelta(seconds=1) for name in there)
    made_at = max([now, *after])
    name = CopyName(made_at, occasion)
    return directory / file_name(name), name


@contextmanager
def _in_words() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Refused("copy_failed", reason=system_reason(error)) from error
    except sqlite3.Error as error:
        raise Refused("copy_failed", reason=str(error)) from error
