"""Copies of SQLite databases by its backup API, made in steps, and restoring from one.

SQLite replaces the content in one transaction: every user of the file, in any process, sees the old
database or the new one.
"""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote, urlsplit
from urllib.request import url2pathname

from django.conf import settings
from django.db import connection

from tournament.backup.files import check_file, known_migrations
from tournament.errors import Refused
from tournament.labels.faults import system_reason

ENDING = "sqlite3"
PAGES_AT_ONCE = 500
PAUSE = 0.005
"""Seconds between two steps, leaving the disk to concurrent saves."""
WAIT_FOR_LOCK = 20  # seconds
_BUSY = 5  # times a quarter of a second, after waiting for the lock
_DIFFERING_JOURNALS = """
SELECT count(*) FROM tournament_journalhead AS head WHERE
  head.entries <> (SELECT count(*) FROM tournament_journalentry AS entry
                   WHERE entry.tournament_id IS head.tournament_id)
  OR head.seal <> (SELECT entry.seal FROM tournament_journalentry AS entry
                   WHERE entry.tournament_id IS head.tournament_id ORDER BY entry.id DESC LIMIT 1)
"""


def write(target: Path) -> None:
    """Copy the database in use. Refused: `copy_failed`."""
    try:
        with closing(reading()) as source, closing(sqlite3.connect(target)) as copy:
            # One read transaction for all steps: otherwise every save would restart the copy.
            source.execute("BEGIN")
            source.execute("SELECT count(*) FROM sqlite_master").fetchone()
            source.backup(copy, pages=PAGES_AT_ONCE, sleep=PAUSE)
            copy.execute("PRAGMA journal_mode=DELETE")  # a single file
    except sqlite3.Error as error:
        raise Refused("copy_failed", reason=str(error)) from error


def check(path: Path) -> None:
    """Refused: `copy_damaged`, and as `check_database`."""
    with open_unchanging(path) as database:
        check_database(database, path)


def column(path: Path, table: str, column: str) -> set[str]:
    """Return the texts in a column of a copy. Refused: `copy_damaged`."""
    with open_unchanging(path) as database:
        rows = database.execute(f"SELECT {column} FROM {table}")  # noqa: S608  # our own names
        return {text for (text,) in rows}


def replace(source: Path, aside: Path, *, is_updated: bool) -> bool:
    """As `Kind.replace`. Refused: `restore_busy`, `restore_failed`."""
    database = database_file()
    try:
        with _incoming(source, database) as incoming:
            if is_updated:
                _bring_up_to_date(incoming)
            return _exchange(incoming, database, aside)
    except OSError as error:
        raise Refused("restore_failed", reason=system_reason(error)) from error
    except sqlite3.Error as error:
        raise Refused("restore_failed", reason=str(error)) from error


def is_one_file() -> bool:
    """Whether the database is a file of this computer (SQLite)."""
    return connection.vendor == "sqlite"


def database_file() -> Path:
    """Return the file of the database in use (SQLite), configured by path or URL."""
    name = str(connection.settings_dict["NAME"])
    return Path(url2pathname(urlsplit(name).path) if name.startswith("file:") else name)


def reading(*, for_all_threads: bool = False) -> sqlite3.Connection:
    """Open the database for reading, outside all transactions; never creates it."""
    return sqlite3.connect(
        f"{database_file().resolve().as_uri()}?mode=rw",
        uri=True,
        timeout=WAIT_FOR_LOCK,
        isolation_level=None,
        check_same_thread=not for_all_threads,
    )


def applied_migrations(database: sqlite3.Connection) -> set[str]:
    """Return the applied migrations of this program."""
    rows = database.execute("SELECT name FROM django_migrations WHERE app = 'tournament'")
    return {name for (name,) in rows}


@contextmanager
def open_unchanging(path: Path) -> Iterator[sqlite3.Connection]:
    """Open a file nobody writes; creates no side files, since a stick may be read-only.

    Refused: `copy_damaged`, for whatever is read.
    """
    address = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    try:
        with closing(sqlite3.connect(address, uri=True)) as database:
            yield database
    except sqlite3.DatabaseError as error:
        raise Refused("copy_damaged", path=path) from error


def check_database(database: sqlite3.Connection, path: Path) -> None:
    """Check an open copy; `path` is for the refusal.

    Refused: `copy_of_another`, `copy_newer`, `copy_damaged`, `copy_journal`.
    """
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    if not {"django_migrations", "tournament_journalhead"} <= tables:
        raise Refused("copy_of_another", path=path)
    if applied_migrations(database) - known_migrations():
        raise Refused("copy_newer", path=path)
    (said,) = database.execute("PRAGMA integrity_check(1)").fetchone()
    if said != "ok" or database.execute("PRAGMA foreign_key_check").fetchone():
        raise Refused("copy_damaged", path=path)
    if database.execute(_DIFFERING_JOURNALS).fetchone() != (0,):
        raise Refused("copy_journal", path=path)


@contextmanager
def _incoming(source: Path, database: Path) -> Iterator[Path]:
    """Copy the source beside the database first: a stick may be pulled out."""
    incoming = database.with_name(f".{database.name}.{os.getpid()}.part")
    try:
        shutil.copyfile(source, incoming)
        incoming.chmod(0o600)
        check_file(incoming)
        check(incoming)
        yield incoming
    finally:
        incoming.unlink(missing_ok=True)


def _bring_up_to_date(incoming: Path) -> None:
    """Migrate a copy of an older version, before it becomes the database."""
    with open_unchanging(incoming) as database:
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


def _exchange(incoming: Path, database: Path, aside: Path) -> bool:
    if not database.exists() or database.stat().st_size == 0:
        incoming.rename(database)
        return False
    try:
        _exchange_content(incoming, database, aside)
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) not in (
            sqlite3.SQLITE_CORRUPT,
            sqlite3.SQLITE_NOTADB,
        ):
            raise
        # A damaged database cannot be read: its files are set aside as they are.
        aside.unlink(missing_ok=True)
        for ending in ("-wal", "-shm", ""):
            file = database.with_name(database.name + ending)
            if file.exists():
                file.rename(aside.with_name(aside.name + ending))
        incoming.rename(database)
    return True


def _exchange_content(incoming: Path, database: Path, aside: Path) -> None:
    """Replace the content in one transaction, setting the old one aside while writes are locked."""
    waits = 0

    def step(status: int, _remaining: int, _total: int) -> None:
        nonlocal waits
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            waits += 1
            if waits > _BUSY:
                raise Refused("restore_busy")
        elif not aside.exists():
            with (
                closing(sqlite3.connect(database, timeout=WAIT_FOR_LOCK)) as present,
                closing(sqlite3.connect(aside)) as copy,
            ):
                present.backup(copy)
                copy.execute("PRAGMA journal_mode=DELETE")

    with (
        closing(sqlite3.connect(incoming)) as source,
        closing(sqlite3.connect(database, timeout=WAIT_FOR_LOCK)) as target,
    ):
        # The first step takes the lock, and is never the last: a database has more than one page.
        source.backup(target, pages=1, progress=step, sleep=0.25)
