"""The same on PostgreSQL, over its own pg_dump and pg_restore."""

import os
import re
import shutil
import subprocess
from pathlib import Path

from django.db import connection, connections

from tournament.backup.checking import known_migrations
from tournament.backup.copies import finished, free_name
from tournament.errors import Refused

_INSTALLED = Path("/usr/lib/postgresql")
_MARK = " TABLE DATA public tournament_journalhead "
_MIGRATION = re.compile(r"^\d+\ttournament\t(\w+)\t", re.MULTILINE)


def dump_to(target: Path) -> None:
    """A checked dump of the database under this name, which nobody has yet.

    Refused: `target_exists`, `postgresql_tool`, and what `check_dump` finds.
    """
    if target.exists():
        raise Refused("target_exists", path=target)
    with finished(target) as part:
        _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", "--file", str(part))
        check_dump(part)


def check_dump(path: Path) -> None:
    """Whether a file is a whole dump of this program's database, of a version known here.

    Refused: `copy_absent`, `copy_empty`, `copy_damaged`, `copy_of_another`, `copy_newer`.
    """
    if not path.is_file():
        raise Refused("copy_absent", path=path)
    if path.stat().st_size == 0:
        raise Refused("copy_empty", path=path)
    try:
        listed = _run("pg_restore", "--list", str(path), is_for_database=False)
        # Everything is read once: a file cut off has a whole list.
        _run("pg_restore", "--file", os.devnull, str(path), is_for_database=False)
    except Refused as refusal:
        raise Refused("copy_damaged", path=path) from refusal
    if _MARK not in listed:
        raise Refused("copy_of_another", path=path)
    only = ("--data-only", "--table=django_migrations", "--file=-")
    rows = _run("pg_restore", *only, str(path), is_for_database=False)
    if {*_MIGRATION.findall(rows)} - known_migrations():
        raise Refused("copy_newer", path=path)


def dumped_column(path: Path, table: str, column: str) -> set[str]:
    """The values of a column in a dump. Refused: `postgresql_tool`, `copy_damaged`."""
    only = ("--data-only", f"--table={table}", "--file=-")
    rows = _run("pg_restore", *only, str(path), is_for_database=False)
    head = re.search(rf"^COPY public\.{table} \((.*)\) FROM stdin;\n", rows, re.MULTILINE)
    if head is None:
        raise Refused("copy_damaged", path=path)
    at = head[1].split(", ").index(column)
    lines = rows[head.end() :].split("\\.\n", 1)[0].split("\n")[:-1]
    return {line.split("\t")[at] for line in lines}  # tabs within are written otherwise


def restore_dump(source: Path) -> Path:
    """Make a dump the database in use, in one transaction; what is there is dumped aside before.

    Refused: what `check_dump` finds, `postgresql_tool`. Then nothing has changed.
    """
    check_dump(source)
    aside = free_name("aside")[0].with_suffix(".dump")
    dump_to(aside)
    connections.close_all()
    _run(
        "pg_restore",
        *("--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction"),
        *("--dbname", str(connection.settings_dict["NAME"]), str(source)),
    )
    return aside


def _run(tool: str, *words: str, is_for_database: bool = True) -> str:
    """What one of PostgreSQL's programs prints; the password travels in its environment alone."""
    mine = _environment() if is_for_database else {}
    try:
        ended = subprocess.run(  # noqa: S603  # found below, no shell
            [_program(tool), *words],
            env={**os.environ, **mine},
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError as error:
        raise Refused("postgresql_tool", tool=tool, reason=str(error)) from error
    if ended.returncode:
        reason = " ".join(ended.stderr.split())
        raise Refused("postgresql_tool", tool=tool, reason=reason)
    return ended.stdout


def _environment() -> dict[str, str]:
    settings = connection.settings_dict
    names = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD"}
    given = {name: str(settings[key]) for name, key in names.items() if settings[key]}
    return {**given, "PGDATABASE": str(settings["NAME"])}


def _program(tool: str) -> str:
    """Debian's newest: an older one refuses to dump a newer server."""
    versions = sorted(_INSTALLED.glob(f"*/bin/{tool}"), key=lambda path: float(path.parts[-3]))
    return str(versions[-1]) if versions else shutil.which(tool) or tool
