"""The server of `serve`: where it listens, how many browsers it admits, how long it waits for each.

A second socket, in the hall's network, is open while the owner lets others in, at the one address
chosen, so the computer's firewall asks only when it is wanted. Its requests have their own threads:
many phones do not keep the laptop itself waiting.
"""

import contextlib
import gc
import json
import os
import select
import shutil
import socket
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import closing
from functools import partial
from http.client import HTTPConnection, HTTPException
from ipaddress import ip_address
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import waitress
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import DatabaseError, connections
from django.urls import get_resolver

from tournament.accounts.reads.hall_network import host_let_in
from tournament.accounts.writes import network_changed
from tournament.management.connections import LimitedChannel
from tournament.standby.writes import ClockWatch

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

if sys.platform != "win32":
    import resource

# With 4 or with 32 threads, sixty browsers and four typists wait as long; saves may wait for a
# second computer, whose next request needs a thread as well.
THREADS = 16

# A browser holds six connections and releases none: 160 browsers, or 80.
CONNECTIONS = 1000
CONNECTIONS_WITHOUT_POLL = 500  # select() on Windows takes 512
IDLE_SECONDS = 20  # longer than open pages wait before they ask again: see static/tournament
LOOK_FOR_IDLE_EVERY = 5  # seconds
LARGEST_HEAD = 32 * 1024  # bytes
KEPT_IN_MEMORY = 64 * 1024  # bytes of a body; a larger one is in a file until it is complete

# A connection can have its request and its answer in files as well.
OPEN_FILES = 4 * CONNECTIONS
OTHER_FILES = 100  # the database of each thread, fonts, what is printed

WAIT_FOR_ANSWER = 30  # seconds: it may be loading the example
LONGEST_ANSWER = 1000  # bytes
LOOK_EVERY = 5  # seconds: another process may change it, or the network may come up later


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


def keep_what_is_loaded() -> None:
    """Exclude what is loaded from garbage collection, which stops long pages for 0.1 s."""
    get_resolver().reverse_dict  # noqa: B018  # loads the pages
    gc.collect()
    gc.freeze()


def serve_forever(listener: socket.socket) -> None:
    """Serve the program until stopped, also in the hall's network while others are let in."""
    application = follow_clock(WSGIHandler())
    keep_what_is_loaded()
    host, port = listener.getsockname()[:2]
    if ip_address(host).is_loopback:
        door = HallDoor(port, partial(_server, application))
        threading.Thread(target=door.follow_forever, name="hall door", daemon=True).start()
    _server(application, listener).run()


def _server(
    application: "WSGIApplication",
    listener: socket.socket,
    connections: dict[int, Any] | None = None,
) -> Any:
    # With HTTPS there is a proxy on this machine, which alone is trusted on client and scheme.
    proxy = (
        {"trusted_proxy": "127.0.0.1", "trusted_proxy_headers": "x-forwarded-for x-forwarded-proto"}
        if settings.SESSION_COOKIE_SECURE
        else {}
    )
    has_poll = hasattr(select, "poll")
    server = waitress.create_server(
        application,
        connections,
        sockets=[listener],
        threads=THREADS,
        ident=None,
        asyncore_use_poll=has_poll,
        connection_limit=connection_limit(has_poll=has_poll),
        channel_timeout=IDLE_SECONDS,
        cleanup_interval=LOOK_FOR_IDLE_EVERY,
        max_request_header_size=LARGEST_HEAD,
        inbuf_overflow=KEPT_IN_MEMORY,
        **proxy,
    )
    server.channel_class = LimitedChannel
    return server


def follow_clock(application: "WSGIApplication") -> "WSGIApplication":
    """Wrap the program so that it checks the computer's clock before each request."""
    watch = ClockWatch()

    def follow(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        watch.look()
        return application(environ, start_response)

    return follow


def behind_proxy(application: "WSGIApplication") -> "WSGIApplication":
    """Wrap the program: behind a proxy the client is the last address, which the proxy has seen.

    For servers that leave this to the program (gunicorn); waitress does it itself.
    """

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        seen = environ.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
        if seen and settings.SESSION_COOKIE_SECURE:
            environ["REMOTE_ADDR"] = seen
        return application(environ, start_response)

    return answer


def whole_requests(application: "WSGIApplication") -> "WSGIApplication":
    """Wrap the program so that it never sees a truncated request: half a form is no form.

    For servers that leave this to the program (gunicorn); waitress receives requests completely.
    """

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        length = int(environ.get("CONTENT_LENGTH") or 0)
        with SpooledTemporaryFile(KEPT_IN_MEMORY) as body:
            shutil.copyfileobj(environ["wsgi.input"], body)
            if body.tell() < length:
                start_response("400 Bad Request", [("Content-Length", "0")])
                return []
            body.seek(0)
            environ["wsgi.input"] = body
            return application(environ, start_response)

    return answer


def connection_limit(*, has_poll: bool) -> int:
    """Return how many connections there may be, after raising the limit of open files.

    One more than files may be open could not even be refused.
    """
    allowed = OPEN_FILES  # on Windows there is no limit
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        allowed = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
        if soft != resource.RLIM_INFINITY and soft < allowed:
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    wanted = CONNECTIONS if has_poll else CONNECTIONS_WITHOUT_POLL
    return max(1, min(wanted, allowed - OTHER_FILES))
