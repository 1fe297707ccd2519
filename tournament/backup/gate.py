"""Requests and connections while the database is replaced.

A gate is closed meanwhile: running requests end first, new ones are told to wait, so no request
spans both databases. Other processes are kept out by the lock of the database itself.

Connections persist between requests, since opening the database took a third of the time of a short
page. But a file that was moved or replaced stays open, and data saved in it would be lost: its
connections are closed. Background threads of the server close theirs after each run.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from django.core.signals import request_started
from django.db import connection
from django.db.backends.signals import connection_created

from tournament.backup.sqlite import database_file, is_one_file
from tournament.errors import Refused

LONGEST_WAIT = 15  # seconds for running requests
_change = threading.Condition()
_inside = 0
_is_shut = False


@contextmanager
def let_through() -> Iterator[bool]:
    """Yield whether a request may proceed; while it runs, no other one can close the gate."""
    global _inside  # noqa: PLW0603  # of the whole process
    with _change:
        may = not _is_shut
        _inside += may
    try:
        yield may
    finally:
        with _change:
            _inside -= may
            _change.notify_all()


@contextmanager
def shut(own: int) -> Iterator[None]:
    """Wait to be alone with the database except for `own` requests. Refused: `still_busy`."""
    global _is_shut  # noqa: PLW0603
    with _change:
        if _is_shut:
            raise Refused("still_busy")
        _is_shut = True
        is_alone = _change.wait_for(lambda: _inside <= own, LONGEST_WAIT)
    try:
        if not is_alone:
            raise Refused("still_busy")
        yield
    finally:
        with _change:
            _is_shut = False


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
