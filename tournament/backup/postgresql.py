"""Copies of PostgreSQL databases with its own tools, and restoring from one.

A restore is one transaction that begins by locking every table against writing: the dump set aside
in it is the last state.
"""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from django.core.management import call_command
from django.db import connection, connections

from tournament.backup.files import known_migrations, write_whole
from tournament.errors import Refused

ENDING = "dump"
WAIT_FOR_LOCK = 20  # seconds
_INSTALLED = Path("/usr/lib/postgresql")
_MARK = " TABLE DATA public tournament_journalhead "
_HEAD = re.compile(r"^COPY public\.\w+ \((.*)\) FROM stdin;\n", re.MULTILINE)
_BUSY = ("55P03", "40P01")  # no lock within the time, or a deadlock
_PLAIN = ("--no-owner", "--no-privileges")
_EACH = """DO $$DECLARE each record; BEGIN
  FOR each IN {} LOOP EXECUTE format('{}', each.name); END LOOP;
END$$;
"""
_RELATIONS = (
    "SELECT oid::regclass AS name FROM pg_class "
    "WHERE relnamespace = 'public'::regnamespace AND relkind IN ({})"
)
_FUNCTIONS = (
    "SELECT oid::regprocedure AS name FROM pg_proc "
    "WHERE pronamespace = 'public'::regnamespace "
    "AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')"
)
_TABLES = _RELATIONS.format("'r', 'p'")
# Locks every table in this mode. A session that holds one table and waits for another that we
# have locked would deadlock with us, so sessions waiting for us are terminated; they get an error.
# Other sessions finish soon. We wait in the lock queue of the table, so a session that reconnects
# at once queues behind us. The lock timeout is shorter than the second after which PostgreSQL
# checks for deadlocks, but it may detect one on entering the queue.
_LOCK = """DO $$DECLARE each record; until timestamptz := clock_timestamp() + interval '{} s'; BEGIN
  PERFORM set_config('lock_timeout', '100ms', true);
  FOR each IN {} LOOP LOOP BEGIN
    EXECUTE format('LOCK TABLE %s IN {} MODE', each.name);
    EXIT;
  EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
    IF clock_timestamp() > until THEN RAISE; END IF;
    PERFORM pg_stat_clear_snapshot();
    PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pg_backend_pid() = ANY(pg_blocking_pids(pid));
    PERFORM pg_sleep(0.001);
  END; END LOOP; END LOOP;
END$$;
"""
# Also drops what a newer version created. The schema has another owner and is kept.
_EMPTY = (
    _EACH.format(_TABLES, "DROP TABLE IF EXISTS %s CASCADE")
    + _EACH.format(_RELATIONS.format("'v'"), "DROP VIEW IF EXISTS %s CASCADE")
    + _EACH.format(_RELATIONS.format("'S'"), "DROP SEQUENCE IF EXISTS %s CASCADE")
    + _EACH.format(_FUNCTIONS, "DROP ROUTINE IF EXISTS %s CASCADE")
)


def write(target: Path) -> None:
    """Dump the database in use. Refused: `postgresql_tool`."""
    wait = f"--lock-wait-timeout={WAIT_FOR_LOCK}s"
    _run("pg_dump", "--format=custom", wait, *_PLAIN, f"--file={target}", *_database())


def check(path: Path) -> None:
    """Check that a file is a complete dump of this program's database, of a known version.

    Refused: `copy_damaged`, `copy_of_another`, `copy_newer`, `copy_journal`, `postgresql_tool`.
    """
    if _MARK not in _check_whole(path):
        raise Refused("copy_of_another", path=path)
    rows = _rows(path, "django_migrations", "app", "name")
    if {name for app, name in rows if app == "tournament"} - known_migrations():
        raise Refused("copy_newer", path=path)
    # Each journal has as many entries as its head says, and ends with its seal.
    ends: dict[str, tuple[int, str]] = {}
    entries = _rows(path, "tournament_journalentry", "id", "tournament_id", "seal")
    for _number, tournament, seal in sorted(entries, key=lambda row: int(row[0])):
        ends[tournament] = (ends.get(tournament, (0, ""))[0] + 1, seal)
    heads = _rows(path, "tournament_journalhead", "tournament_id", "entries", "seal")
    for tournament, count, seal in heads:
        if ends.get(tournament, (0, seal)) != (int(count), seal):
            raise Refused("copy_journal", path=path)


def column(path: Path, table: str, column: str) -> set[str]:
    """Return the texts in a column of a dump. Refused: `postgresql_tool`, `copy_damaged`."""
    return {text for (text,) in _rows(path, table, column)}


def replace(source: Path, aside: Path, *, is_updated: bool) -> bool:
    """As `Kind.replace`. Refused: `restore_busy`, `restore_failed`, `postgresql_tool`."""
    is_kept = bool(connection.introspection.table_names())
    if is_kept:
        with write_whole(aside) as part:
            _exchange(source, part)
    else:
        _exchange(source, None)
    if is_updated:
        try:
            call_command("migrate", verbosity=0, interactive=False)
        except Exception as error:
            _exchange(aside if is_kept else None, None)
            raise Refused("restore_failed", reason=str(error)) from error
    return is_kept


def _check_whole(path: Path) -> str:
    """Return the table of contents of a dump; read fully, since truncated files list it too."""
    try:
        listed = _output("pg_restore", "--list", str(path))
        _output("pg_restore", f"--file={os.devnull}", str(path))
    except subprocess.CalledProcessError as error:
        if "unsupported version" in error.stderr:
            raise _tool_refusal("pg_restore", error.stderr) from error
        raise Refused("copy_damaged", path=path) from error
    return listed


def _rows(path: Path, table: str, *columns: str) -> Iterator[list[str]]:
    """Yield these columns of a table in a dump, in PostgreSQL's text form."""
    text = _run("pg_restore", "--data-only", f"--table={table}", "--file=-", str(path))
    head = _HEAD.search(text)
    if head is None:
        raise Refused("copy_damaged", path=path)
    there = head[1].split(", ")
    at = [there.index(name) for name in columns]
    for line in text[head.end() :].split("\n"):
        if line == "\\.":
            return
        values = line.split("\t")  # tabs within are written otherwise
        yield [values[each] for each in at]


def _exchange(source: Path | None, aside: Path | None) -> None:
    """Empty the database and restore a dump in one transaction, dumping the old state aside."""
    database, environment = _database(), _environment()
    connections.close_all()
    words = ["--no-psqlrc", "--quiet", f"--output={os.devnull}", "--set=ON_ERROR_STOP=1"]
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said,
        subprocess.Popen(  # noqa: S603  # found below, no shell
            [_program("psql"), *words, "--set=VERBOSITY=verbose", *database],
            env=environment,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
        ) as session,
    ):
        try:
            quiet = "SET client_min_messages = warning;"
            _ask(session, f"BEGIN; {quiet}\n{_lock('EXCLUSIVE')}")
            if aside:
                write(aside)
                _check_whole(aside)
            _ask(session, _lock("ACCESS EXCLUSIVE") + _EMPTY)
            if source:
                _output("pg_restore", *_PLAIN, "--file=-", str(source), into=session.stdin)
            _ask(session, "COMMIT;\n")
        except (BrokenPipeError, subprocess.CalledProcessError) as error:
            session.wait()
            said.seek(0)
            reason = said.read().strip() or str(error)
            code = "restore_busy" if any(state in reason for state in _BUSY) else "restore_failed"
            raise Refused(code, reason=reason.split("\n", 1)[0]) from error


def _lock(mode: str) -> str:
    return _LOCK.format(WAIT_FOR_LOCK, _TABLES, mode)


def _ask(session: subprocess.Popen[bytes], statements: str) -> None:
    """Send statements to psql and wait for completion; BrokenPipeError if it has given up."""
    assert session.stdin
    assert session.stdout
    session.stdin.write(f"{statements}\\echo done\n".encode())
    if session.stdout.readline() != b"done\n":
        raise BrokenPipeError


def _run(tool: str, *words: str) -> str:
    """Return the output of one of PostgreSQL's tools. Refused: `postgresql_tool`."""
    try:
        return _output(tool, *words)
    except subprocess.CalledProcessError as error:
        raise _tool_refusal(tool, error.stderr) from error


def _output(tool: str, *words: str, into: IO[bytes] | int | None = subprocess.PIPE) -> str:
    """Return the same, raising subprocess.CalledProcessError for callers that need the reason."""
    try:
        ended = subprocess.run(  # noqa: S603  # found below, no shell
            [_program(tool), *words],
            env=_environment(),
            stdout=into,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            check=True,
        )
    except OSError as error:
        raise _tool_refusal(tool, str(error)) from error
    return ended.stdout


def _tool_refusal(tool: str, reason: str) -> Refused:
    return Refused("postgresql_tool", tool=tool, reason=" ".join(reason.split()))


def _database() -> list[str]:
    """Return the connection parameters as used by the program: over a socket or a network."""
    from psycopg.conninfo import make_conninfo  # beside SQLite it is never loaded

    given = connection.get_connection_params()
    known = {name for name, value in given.items() if isinstance(value, str | int)}
    named = {name: given[name] for name in known - {"password", "prepare_threshold"}}
    return [f"--dbname={make_conninfo(**named)}"]


def _environment() -> dict[str, str]:
    """Pass the password only here; messages are in English."""
    password = connection.get_connection_params().get("password")
    return {**os.environ, "LC_ALL": "C", **({"PGPASSWORD": password} if password else {})}


def _program(tool: str) -> str:
    """Return Debian's newest version: older ones refuse to dump a newer server."""
    versions = sorted(_INSTALLED.glob(f"*/bin/{tool}"), key=lambda path: float(path.parts[-3]))
    return str(versions[-1]) if versions else shutil.which(tool) or tool
