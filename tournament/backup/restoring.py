"""The way back: a copy becomes the database in use, which is set aside before.

The content is changed by SQLite in one transaction: whoever has the file open, in this process or
in another one, sees the old database or the new one and never half of either.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from django.conf import settings

from tournament.backup.checking import (
    applied_migrations,
    check_copy,
    known_migrations,
    opened,
)
from tournament.backup.copies import WAIT_FOR_LOCK, database_file, free_name
from tournament.errors import Refused
from tournament.labels.system_errors import system_reason

_BUSY = 5  # times a quarter of a second, after the lock was waited for


def restore(source: Path, *, is_updated: bool = True) -> Path | None:
    """Make a copy the database in use; returns where the present one was set aside, if any.

    One of an older version is brought up to date, unless it is wanted as it is.

    Refused: what `check_copy` finds, `restore_busy`, `restore_failed`. Then nothing has changed.
    """
    check_copy(source)
    database = database_file()
    try:
        with _incoming(source, database) as incoming:
            if is_updated:
                _bring_up_to_date(incoming)
            return _exchange(incoming, database)
    except OSError as error:
        raise Refused("restore_failed", reason=system_reason(error)) from error
    except sqlite3.Error as error:
        raise Refused("restore_failed", reason=str(error)) from error


@contextmanager
def _incoming(source: Path, database: Path) -> Iterator[Path]:
    """The copy beside the database: a stick may be pulled out now."""
    incoming = database.with_name(f".{database.name}.{os.getpid()}.part")
    try:
        shutil.copyfile(source, incoming)
        incoming.chmod(0o600)
        check_copy(incoming)
        yield incoming
    finally:
        incoming.unlink(missing_ok=True)


def _bring_up_to_date(incoming: Path) -> None:
    """Let a copy of an older version follow the migrations, before it is the database."""
    with opened(incoming) as database:
        if not known_migrations() - applied_migrations(database):
            return
    ended = subprocess.run(  # our own command
        [sys.executable, "-m", "tournament.config.start", "migrate", "--verbosity", "0"],
        cwd=settings.BASE_DIR,
        env={**os.environ, "DATABASE_URL": f"sqlite:///{quote(str(incoming))}"},
        capture_output=True,
        text=True,
        check=False,
    )
    if ended.returncode:
        raise Refused("restore_failed", reason=ended.stderr.strip().splitlines()[-1])
    with closing(sqlite3.connect(incoming)) as database:
        database.execute("PRAGMA journal_mode=DELETE")


def _exchange(incoming: Path, database: Path) -> Path | None:
    aside, _name = free_name("aside")
    if not database.exists() or database.stat().st_size == 0:
        incoming.rename(database)
        return None
    try:
        _exchange_content(incoming, database, aside)
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) not in (
            sqlite3.SQLITE_CORRUPT,
            sqlite3.SQLITE_NOTADB,
        ):
            raise
        _exchange_files(incoming, database, aside)
    return aside


def _exchange_content(incoming: Path, database: Path, aside: Path) -> None:
    """In one transaction; in it, when nobody else can write, what is there is set aside."""
    waits = 0

    def step(status: int, _remaining: int, _total: int) -> None:
        nonlocal waits
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            waits += 1
            if waits > _BUSY:
                raise Refused("restore_busy")
        elif not aside.exists():
            _set_aside(database, aside)

    with (
        closing(sqlite3.connect(incoming)) as source,
        closing(sqlite3.connect(database, timeout=WAIT_FOR_LOCK)) as target,
    ):
        # The first step locks, and is never the whole: a database has more than one page.
        source.backup(target, pages=1, progress=step, sleep=0.25)


def _set_aside(database: Path, aside: Path) -> None:
    with (
        closing(sqlite3.connect(database, timeout=WAIT_FOR_LOCK)) as present,
        closing(sqlite3.connect(aside)) as copy,
    ):
        present.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")


def _exchange_files(incoming: Path, database: Path, aside: Path) -> None:
    """A damaged database cannot be read any more: its files are set aside as they are."""
    aside.unlink(missing_ok=True)
    for ending in ("-wal", "-shm", ""):
        file = database.with_name(database.name + ending)
        if file.exists():
            file.rename(aside.with_name(aside.name + ending))
    incoming.rename(database)
