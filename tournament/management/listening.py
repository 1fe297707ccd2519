"""Where `serve` listens: its own socket, and a second one in the hall's network.

The second is open while the owner lets others in, at the one address chosen, so the computer's
firewall asks only when it is wanted. Its requests have their own threads: many phones do not keep
the laptop itself waiting.
"""

import contextlib
import json
import os
import socket
import threading
from collections.abc import Callable
from contextlib import closing
from functools import partial
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import DatabaseError, connections

from tournament.accounts.reads.hall_network import host_let_in
from tournament.accounts.writes.hall_network import network_changed

WAIT_FOR_ANSWER = 30  # seconds: it may be loading the example
LONGEST_ANSWER = 1000  # bytes


def parse_address(text: str) -> tuple[str, int]:
    """Return host and port of "127.0.0.1:8000" or "[::1]:8000"; ValueError for anything else."""
    host, colon, port = text.rpartition(":")
    if not (colon and host and 0 < int(port) < 65536):
        raise ValueError(text)
    return host.strip("[]"), int(port)


def listening_socket(host: str, port: int) -> socket.socket:
    """Return a socket that already listens, so that no second program can take the port."""
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        if os.name == "posix":  # elsewhere the option would let two programs share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(1024)
    except OSError:
        listener.close()
        raise
    return listener


def version_at(address: str) -> str:
    """Return the version of Kreuzdame answering at an address; empty if none does."""
    place = urlsplit(address)
    with closing(
        HTTPConnection(place.hostname or "", place.port, timeout=WAIT_FOR_ANSWER)
    ) as asked:
        try:
            asked.request("GET", "/health/")
            return str(json.loads(asked.getresponse().read(LONGEST_ANSWER))["version"])
        except (OSError, HTTPException, ValueError, KeyError, TypeError):
            return ""


LOOK_EVERY = 5  # seconds: another process may change it, or the network may come up later

Serve = Callable[[socket.socket, dict[int, Any]], Any]
"""Makes a waitress server from a socket, with its own socket map."""


class HallDoor:
    """The hall's socket: opens, closes and moves as the owner has chosen."""

    def __init__(self, port: int, serve: Serve) -> None:
        self._port = port
        self._serve = serve
        self._host = ""
        self._shut: Callable[[], None] = lambda: None

    def follow(self) -> None:
        """Open or close if the choice has changed; an address not there yet is retried later."""
        wanted = host_let_in(self._port)
        if wanted == self._host:
            return
        if self._host:
            self._shut()
            settings.ALLOWED_HOSTS.remove(self._host)
            self._host = ""
        if not wanted:
            return
        connections: dict[int, Any] = {}
        try:
            server = self._serve(listening_socket(wanted, self._port), connections)
        except OSError:
            return

        def run() -> None:
            server.run()  # until nothing is open any more
            server.task_dispatcher.shutdown()

        # In the server's own thread, which alone may touch its connections.
        close = partial(server.asyncore.close_all, connections)
        self._host, self._shut = wanted, partial(server.trigger.pull_trigger, close)
        settings.ALLOWED_HOSTS.append(wanted)
        threading.Thread(target=run, name="hall", daemon=True).start()

    def follow_forever(self) -> None:
        """Follow the owner's choice; blocks."""
        while True:
            network_changed.clear()
            with contextlib.suppress(DatabaseError):  # busy for a moment: it tries again
                self.follow()
            connections.close_all()
            network_changed.wait(LOOK_EVERY)
