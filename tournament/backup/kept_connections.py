"""Connections are kept between requests, and let go as soon as the file is another one.

A third of a short page's time went into opening the database anew. But a file that was moved away
or exchanged stays open under its old name: what is saved there would be lost. Threads beside the
server keep none: they let go of theirs after each round.
"""

from contextlib import suppress
from typing import Any

from django.core.signals import request_started
from django.db import connection
from django.db.backends.signals import connection_created

from tournament.backup.kind import is_one_file
from tournament.backup.sqlite import database_file


def watch_connections() -> None:
    """Look before each request, from now on."""
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
    """Which file lies where the database should be; None where there is none, or a server."""
    if is_one_file():
        with suppress(OSError):
            state = database_file().stat()
            return state.st_dev, state.st_ino
    return None
