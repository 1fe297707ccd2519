"""Connections persist between requests, and are closed when the database file is replaced.

Opening the database took a third of the time of a short page. But a file that was moved or replaced
stays open, and data saved in it would be lost. Background threads of the server close theirs after
each run.
"""

from contextlib import suppress
from typing import Any

from django.core.signals import request_started
from django.db import connection
from django.db.backends.signals import connection_created

from tournament.backup.kind import is_one_file
from tournament.backup.sqlite import database_file


def watch_connections() -> None:
    """Check the file before each request from now on."""
    connection_created.connect(_remember_file)
    request_started.connect(_let_go_of_another_file)


def _remember_file(connection: Any, **_others: object) -> None:
    connection.opened_file = _file()


def _let_go_of_another_file(**_others: object) -> None:
    if connection.connection is None or connection.in_atomic_block:  # in tests a request is in one
        return
    if getattr(connection, "opened_file", None) != _file():
        connection.close()


def _file() -> tuple[int, int] | None:
    """Return the identity of the database file; None if there is none, or for a server."""
    if is_one_file():
        with suppress(OSError):
            state = database_file().stat()
            return state.st_dev, state.st_ino
    return None
