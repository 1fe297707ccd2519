"""Whether a file is a copy of this program's database that can be used here."""

from pathlib import Path

from tournament.backup.files import check_file
from tournament.backup.kind import kind


def check_copy(path: Path) -> None:
    """Whether this file is whole, ours, and of a version this program knows.

    Refused: `copy_absent`, `copy_unreadable`, `copy_empty`, `copy_damaged`, `copy_of_another`,
    `copy_newer`, `copy_journal`; on PostgreSQL `postgresql_tool`.
    """
    check_file(path)
    kind().check(path)
