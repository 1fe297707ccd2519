"""The differences between copies of SQLite and of PostgreSQL."""

from pathlib import Path
from typing import Protocol

from django.db import connection

from tournament.backup import postgresql, sqlite


class Kind(Protocol):
    """How one kind of database is copied and restored."""

    ENDING: str
    """The ending of its copies' names."""

    def write(self, target: Path) -> None:
        """Copy the database in use into this file. Refused: `copy_failed`, `postgresql_tool`."""

    def check(self, path: Path) -> None:
        """Check a file as a copy of this kind, as `copies.check_copy`."""

    def column(self, path: Path, table: str, column: str) -> set[str]:
        """Return the texts in a column of a copy. Refused: `copy_damaged`."""

    def replace(self, source: Path, aside: Path, *, is_updated: bool) -> bool:
        """Replace the database by a checked copy; return whether the old one is now in `aside`.

        `is_updated`: migrate it to this version. The old database may be damaged, or newer than the
        program. Refused: `restore_busy`, `restore_failed`; then nothing has changed.
        """


def is_one_file() -> bool:
    """Whether the database is a file of this computer (SQLite)."""
    return connection.vendor == "sqlite"


def kind() -> Kind:
    """Return the kind of the database in use."""
    return sqlite if is_one_file() else postgresql
