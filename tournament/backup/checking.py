"""Whether a file is a copy of this program's database that can be used here."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

from django.db.migrations.loader import MigrationLoader

from tournament.errors import Refused
from tournament.labels.system_errors import system_reason

_DIFFERING_JOURNALS = """
SELECT count(*) FROM tournament_journalhead AS head WHERE
  head.entries <> (SELECT count(*) FROM tournament_journalentry AS entry
                   WHERE entry.tournament_id IS head.tournament_id)
  OR head.seal <> (SELECT entry.seal FROM tournament_journalentry AS entry
                   WHERE entry.tournament_id IS head.tournament_id ORDER BY entry.id DESC LIMIT 1)
"""


def check_copy(path: Path) -> None:
    """Whether this file is whole, ours, and of a version this program knows.

    Refused: `copy_absent`, `copy_unreadable`, `copy_empty`, `copy_damaged`, `copy_of_another`,
    `copy_newer`, `copy_journal`.
    """
    _check_file(path)
    try:
        with opened(path) as database:
            check_database(database, path)
    except sqlite3.DatabaseError as error:
        raise Refused("copy_damaged", path=path) from error


def applied_migrations(database: sqlite3.Connection) -> set[str]:
    """The migrations of this program that a database has seen."""
    rows = database.execute("SELECT name FROM django_migrations WHERE app = 'tournament'")
    return {name for (name,) in rows}


@cache
def known_migrations() -> frozenset[str]:
    """Those this version knows, and those they stand for."""
    migrations = MigrationLoader(None).disk_migrations
    ours = {key: each for key, each in migrations.items() if key[0] == "tournament"}
    replaced = {name for each in ours.values() for _, name in each.replaces}
    return frozenset({name for _, name in ours} | replaced)


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A file nobody writes, to be read: nothing is laid beside it, a stick may be read-only."""
    address = f"{path.resolve().as_uri()}?mode=ro&immutable=1"
    with closing(sqlite3.connect(address, uri=True)) as database:
        yield database


def check_database(database: sqlite3.Connection, path: Path) -> None:
    """As `check_copy`, of a copy that is open; `path` is what a refusal calls it."""
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


def _check_file(path: Path) -> None:
    try:
        with path.open("rb") as file:
            begins = file.read(1)
    except FileNotFoundError as error:
        raise Refused("copy_absent", path=path) from error
    except OSError as error:
        raise Refused("copy_unreadable", path=path, reason=system_reason(error)) from error
    if not begins:
        raise Refused("copy_empty", path=path)
