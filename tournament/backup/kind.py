"""What differs between copies of SQLite and of PostgreSQL; all else is the same for both."""

from pathlib import Path
from typing import Protocol

from django.db import connection

from tournament.backup import postgresql, sqlite


class Kind(Protocol):
    """How one kind of database is copied, and how a copy takes its place."""

    ENDING: str
    """Of the names of its copies."""

    def write(self, target: Path) -> None:
        """Copy the database in use into this file. Refused: `copy_failed`, `postgresql_tool`."""

    def check(self, path: Path) -> None:
        """Whether a file is a copy of this kind, as `checking.check_copy` says."""

    def column(self, path: Path, table: str, column: str) -> set[str]:
        """The texts in a column of a copy. Refused: `copy_damaged`."""

    def replace(self, source: Path, aside: Path, *, is_updated: bool) -> bool:
        """Make a checked copy the database in use; whether what was there is now in `aside`.

        `is_updated`: brought up to this version. What is set aside may be damaged, or newer than
        the program. Refused: `restore_busy`, `restore_failed`; then nothing has changed.
        """


def is_one_file() -> bool:
    """Whether the database is a file of this computer (SQLite)."""
    return connection.vendor == "sqlite"


def kind() -> Kind:
    """The kind of the database in use."""
    return sqlite if is_one_file() else postgresql
