"""Snapshots of the test database, and how to restore them.

SQLite copies its file page by page, which takes a few milliseconds; PostgreSQL deletes all rows.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.apps import apps
from django.core.management import call_command
from django.db import connection, connections

from tournament.models.triggers import drop_triggers, install_triggers, triggers

AT_FIRST, WITH_NEIGHBOUR = "at first", "with neighbour"
_kept: dict[str, sqlite3.Connection] = {}


def keep(name: str) -> None:
    """Save a snapshot of the database."""
    if connection.vendor == "sqlite":
        connection.ensure_connection()
        _kept[name] = sqlite3.connect(":memory:")
        connection.connection.backup(_kept[name])


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
