"""Snapshots of the test database, and how to restore them.

SQLite copies its file page by page, which takes a few milliseconds; PostgreSQL deletes all rows.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from time import monotonic

from django.apps import apps
from django.core.management import call_command
from django.db import connection, connections

from tournament.models.triggers import drop_triggers, install_triggers, triggers

AT_FIRST, WITH_NEIGHBOUR = "at first", "with neighbour"
SOON = 240
"""Seconds within which a scene may be used again: in it a clock is running."""
_kept: dict[str, sqlite3.Connection] = {}
_made_at: dict[str, float] = {}


def keep(name: str) -> None:
    """Save a snapshot of the database."""
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        _kept[name] = sqlite3.connect(":memory:")
        connection.connection.backup(_kept[name])


@contextmanager
def one_at_a_time(directory: Path) -> Iterator[None]:
    """Let one process in at a time: a lock that every system has."""
    with closing(sqlite3.connect(directory / "lock", timeout=600, isolation_level=None)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


def write_kept(directory: Path) -> None:
    """Write the snapshots for other processes."""
    for name, kept in _kept.items():
        with closing(sqlite3.connect(directory / name)) as file:
            kept.backup(file)


def read_kept(directory: Path) -> bool:
    """Begin with the snapshots of another process; return whether there are any."""
    if not (directory / WITH_NEIGHBOUR).exists():
        return False
    for name in (AT_FIRST, WITH_NEIGHBOUR):
        _kept[name] = sqlite3.connect(":memory:")
        with closing(sqlite3.connect(directory / name)) as file:
            file.backup(_kept[name])
    connection.close()
    connection.settings_dict["NAME"] = connection.settings_dict["TEST"]["NAME"]
    set_back(WITH_NEIGHBOUR)
    return True


@contextmanager
def migrated_once(directory: Path) -> Iterator[None]:
    """Let a process make PostgreSQL's database within, as a copy of what the first one made."""
    template = directory / "template"
    if template.exists():
        connection.settings_dict["TEST"]["TEMPLATE"] = template.read_text()
        yield
        return
    yield
    connection.creation.clone_test_db("template", verbosity=0)
    template.write_text(connection.creation.get_test_db_clone_settings("template")["NAME"])


def set_back(name: str) -> None:
    """Restore the snapshot with this name."""
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        _kept[name].backup(connection.connection)
        return
    with connection.schema_editor() as editor:
        drop_triggers(apps, editor)
    call_command("flush", verbosity=0, interactive=False)
    with connection.schema_editor() as editor:
        install_triggers(apps, editor)


def make_or_restore(name: str, make: Callable[[], object]) -> None:
    """Make a scene in an empty database, or restore it as a test shortly before made it.

    For tests with a database of their own (`transactional_db`), before anything else is made.
    """
    assert not connection.in_atomic_block
    assert not apps.get_model("tournament", "JournalEntry").objects.exists()
    if monotonic() - _made_at.get(name, -SOON) < SOON and name in _kept:
        set_back(name)
        return
    make()
    keep(name)
    _made_at[name] = monotonic()


def empty_server() -> None:
    """Drop everything in PostgreSQL's database, as when it was created."""
    connections.close_all()
    with connection.cursor() as cursor:
        cursor.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")


def install(var: Path) -> Path:
    """Prepare an installation in a directory, copying a migrated one to save seconds."""
    with closing(sqlite3.connect(var / "kreuzdame.sqlite3")) as database:
        _kept[AT_FIRST].backup(database)
    return var


def empty() -> None:
    """Delete every row of the program within a test's transaction."""
    models = apps.get_app_config("tournament").get_models(include_auto_created=True)
    with connection.cursor() as cursor:
        for trigger in triggers(connection.vendor):
            cursor.execute(f"DROP TRIGGER {trigger.name}")
        for model in models:
            cursor.execute(f"DELETE FROM {model._meta.db_table}")
        for trigger in triggers(connection.vendor):
            cursor.execute(trigger.statement)
