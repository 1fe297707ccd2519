"""The server of `serve`: where it listens, what it admits, and the threads beside it.

waitress receives a request completely, in memory and then on disk, before the program sees it. So
requests that are too large, too slow or one too many are refused here.

A second socket, in the hall's network, is open while the owner lets others in, at the one address
chosen, so the computer's firewall asks only when it is wanted. Its requests have their own threads:
many phones do not keep the laptop itself waiting.
"""

import contextlib
import gc
import json
import os
import re
import select
import shutil
import socket
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from copy import copy
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from tempfile import SpooledTemporaryFile
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import waitress
from django.conf import settings
from django.contrib.auth import get_user
from django.core.handlers.wsgi import WSGIHandler
from django.db import DatabaseError, connections
from django.http import HttpRequest, parse_cookie
from django.template.loader import render_to_string
from django.urls import get_resolver
from django.utils import timezone, translation
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import ErrorTask

from tournament.accounts import reads
from tournament.accounts.signed_in import SessionStore
from tournament.accounts.writes import network_changed
from tournament.backup.copies import copy_wanted, last_copy, make_copy, status
from tournament.backup.rules import MINUTES_OF_WORK, TOO_OLD_MINUTES
from tournament.backup.second_place import carry_over, chosen_place, written_last
from tournament.backup.sqlite import is_one_file, reading
from tournament.errors import Refused
from tournament.management.crowd import Connections, DeskFirst, loop, make_room, refusal
from tournament.management.garbage import look_seldom
from tournament.models import HallNetwork
from tournament.standby.follower import follower
from tournament.standby.standing import Way, refresh, standing
from tournament.standby.writes import ClockWatch, standing_changed, tell_predecessor

HEAD_SECONDS = 20  # for a request without a body
BYTES_A_SECOND = 32 * 1024  # for the rest of the body: the slowest network that still works
HERE = ("127.0.0.1", "::1")
SHARE_TO_REFUSE = 10
"""A tenth of all connections is there for refusing: they are closed as soon as they were told."""
REFUSED_SECONDS = 2  # until it has asked
ACCEPTED_LANGUAGES = re.compile(rb"^accept-language:[ \t]*([^\r\n]{0,100})", re.I | re.M)
SHARE_OF_ONE_ADDRESS = 2
"""One address gets half of all connections: a hall behind one router works, nobody takes all."""


def most_bytes(path: str, cookies: str) -> int:
    """Return the maximum body size of a request; reads the account from the database."""
    request = HttpRequest()
    try:
        sent = SimpleCookie(cookies).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        sent = None
    try:
        request.session = SessionStore(sent.value if sent else None)
        return reads.most_bytes(get_user(request), path)
    finally:
        connections.close_all()


class LimitedRequest(HTTPRequestParser):  # type: ignore[misc]  # waitress has no types
    """An incoming request, limited by its sender; without a declared length as a stranger's."""

    def parse_header(self, header_plus: bytes) -> None:
        """Read the header, then set the limit of the body."""
        super().parse_header(header_plus)
        most = settings.BODY_OF_STRANGERS
        if self.content_length > most:
            most = most_bytes(self.path, self.headers.get("COOKIE", ""))
        self.adj: Any = copy(self.adj)
        self.adj.max_request_body_size = most + 1  # waitress refuses from this size on

    def seconds(self) -> float:
        """Return how long receiving all of it may take."""
        length: int = self.content_length
        return HEAD_SECONDS + length / BYTES_A_SECOND


class RefusalTask(ErrorTask):  # type: ignore[misc]
    """The answer to a request the program never sees; a file too large is answered in words."""

    def execute(self) -> None:
        """Write the answer."""
        if self.request.error.code != HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            super().execute()
            return
        most = self.request.adj.max_request_body_size - 1
        megabytes = reads.most_megabytes(most)
        headers, request = self.request.headers, HttpRequest()
        request.META["HTTP_ACCEPT_LANGUAGE"] = headers.get("ACCEPT_LANGUAGE", "")
        request.COOKIES = parse_cookie(headers.get("COOKIE", ""))
        with translation.override(translation.get_language_from_request(request)):
            page = render_to_string("413.html", {"megabytes": megabytes}).encode()
        self.status = "413 Request Entity Too Large"
        self.response_headers.append(("Content-Type", "text/html; charset=utf-8"))
        self.set_close_on_finish()
        self.content_length = len(page)
        self.write(page)


class LimitedChannel(HTTPChannel):  # type: ignore[misc]
    """A connection, limited in number per address, and closed if its request is slow.

    One too many closes the one that has been idle longest; where all are busy it is refused.
    """

    parser_class = LimitedRequest
    error_task_class = RefusalTask
    _incoming: LimitedRequest | None = None
    _since = 0.0

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        super().__init__(server, sock, addr, adj, map)
        host, others = addr[0], server.active_channels
        same = sum(each.addr[0] == host for each in others.values())
        most = adj.connection_limit - adj.connection_limit // SHARE_TO_REFUSE
        # Connections from this computer include a proxy's, with everybody behind it.
        self._is_refused = (
            same > adj.connection_limit // SHARE_OF_ONE_ADDRESS
            and str(ip_address(host)) not in HERE
        ) or (len(others) > most and not make_room(others))

    def received(self, data: bytes) -> bool:
        """Take what came in; one connection too many is told so."""
        if not self._is_refused:
            return bool(super().received(data))
        languages = ACCEPTED_LANGUAGES.search(data)
        answer = refusal(languages[1].decode("latin-1") if languages else "")
        with self.outbuf_lock:
            self.outbufs[-1].append(answer)
            self.total_outbufs_len += len(answer)
            self.close_when_flushed = True
        return True

    def readable(self) -> bool:
        """Whether to read on; called at least once a second, so it checks the time as well."""
        if self.request is not self._incoming:
            self._incoming, self._since = self.request, time.monotonic()
        if self._is_refused and time.time() - self.creation_time > REFUSED_SECONDS:
            self.will_close = True
        if self._incoming and time.monotonic() - self._since > self._incoming.seconds():
            self.will_close = True
        return bool(super().readable())


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


Serve = Callable[[socket.socket], Any]
"""Makes a waitress server from a socket."""


class HallDoor:
    """The hall's socket: opens, closes and moves as the owner has chosen."""

    def __init__(self, port: int, serve: Serve) -> None:
        self._port = port
        self._serve = serve
        self._host = ""
        self._shut: Callable[[], None] = lambda: None

    def follow(self) -> None:
        """Open or close if the choice has changed; an address not there yet is retried later."""
        let_in = HallNetwork.objects.filter(port=self._port).first()
        wanted = let_in.host if let_in else ""
        if wanted == self._host:
            return
        if self._host:
            self._shut()
            settings.ALLOWED_HOSTS.remove(self._host)
            self._host = ""
        if not wanted:
            return
        try:
            server = self._serve(listening_socket(wanted, self._port))
        except OSError:
            return

        def run() -> None:
            server.run()  # until nothing is open any more
            server.task_dispatcher.shutdown()

        # In the server's own thread, which alone may touch its connections.
        close = partial(server.asyncore.close_all, server._map)
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
    """Exclude what is loaded from garbage collection, which stops long pages for 0.1 s.

    A club's server asks for it as well (deploy/gunicorn.conf.py).
    """
    get_resolver().reverse_dict  # noqa: B018  # loads the pages
    gc.collect()
    gc.freeze()
    look_seldom()


def serve_forever(listener: socket.socket) -> None:
    """Serve the program until stopped, also in the hall's network while others are let in."""
    application = follow_clock(WSGIHandler())
    keep_what_is_loaded()
    host, port = listener.getsockname()[:2]
    if ip_address(host).is_loopback:
        door = HallDoor(port, partial(_server, application))
        threading.Thread(target=door.follow_forever, name="hall door", daemon=True).start()
    _server(application, listener).run()


def _server(application: "WSGIApplication", listener: socket.socket) -> Any:
    # With HTTPS there is a proxy on this machine, which alone is trusted on client and scheme.
    proxy = (
        {"trusted_proxy": "127.0.0.1", "trusted_proxy_headers": "x-forwarded-for x-forwarded-proto"}
        if settings.SESSION_COOKIE_SECURE
        else {}
    )
    has_poll = hasattr(select, "poll")
    server = waitress.create_server(
        application,
        Connections(),
        sockets=[listener],
        threads=THREADS,
        ident=None,
        connection_limit=connection_limit(has_poll=has_poll),
        channel_timeout=IDLE_SECONDS,
        cleanup_interval=LOOK_FOR_IDLE_EVERY,
        max_request_header_size=LARGEST_HEAD,
        inbuf_overflow=KEPT_IN_MEMORY,
        **proxy,
    )
    server.channel_class = LimitedChannel
    server.asyncore = SimpleNamespace(loop=loop, close_all=wasyncore.close_all)
    server.task_dispatcher.queue = DeskFirst()
    return server


def follow_clock(application: "WSGIApplication") -> "WSGIApplication":
    """Wrap the program so that it checks the computer's clock before each request."""
    watch = ClockWatch()

    def follow(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        watch.look()
        return application(environ, start_response)

    return follow


# The next two are for servers that leave it to the program (gunicorn); waitress does it itself.
def behind_proxy(application: "WSGIApplication") -> "WSGIApplication":
    """Wrap the program: behind a proxy the client is the last address, which the proxy has seen."""

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        seen = environ.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
        if seen and settings.SESSION_COOKIE_SECURE:
            environ["REMOTE_ADDR"] = seen
        return application(environ, start_response)

    return answer


def whole_requests(application: "WSGIApplication") -> "WSGIApplication":
    """Wrap the program so that it never sees a truncated request: half a form is no form."""

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


LOOK_FOR_COPIES_EVERY = 10  # seconds
RETRY_AFTER = 60  # seconds after a failed copy
MINUTE = 60
LOOK_AT_OTHER_EVERY = 5.0  # seconds
TRY_AGAIN_AFTER = 1.0  # seconds, if the other one could not be reached

Written = tuple[object, object]


class CopyKeeper:
    """Makes a copy after something was written: every ten minutes, and at once on request.

    It also keeps a SQLite file open. Otherwise the last request to end would remove SQLite's
    auxiliary files, and on a full disk the next one could not create them: not even read.
    """

    def __init__(self) -> None:
        self._copied: Written | None = None
        self._copied_at = float("-inf")  # monotonic seconds
        self._waiting_since: float | None = None
        self._failed_at = float("-inf")

    def start(self) -> None:
        """Start copying in a thread beside the server."""
        threading.Thread(target=self._keep_forever, name="copies", daemon=True).start()

    def look(self, now: float) -> None:
        """Copy if due at `now` (seconds); then bring the second place up to date."""
        occasion = "round" if copy_wanted.is_set() else ""
        copy_wanted.clear()
        written = written_last()
        if written == self._copied:
            self._waiting_since = None
        elif self._waiting_since is None:
            self._waiting_since = now
        waited = now - self._copied_at >= MINUTES_OF_WORK * MINUTE
        is_urgent = bool(occasion) or waited or status.problem is not None
        if written != self._copied and is_urgent and now - self._failed_at >= RETRY_AFTER:
            try:
                make_copy(occasion)
            except Refused as refusal:
                status.problem, self._failed_at = refusal, now
            else:
                status.problem, status.copied_at = None, timezone.now()
                self._copied, self._copied_at, self._waiting_since = written, now, None
        status.is_too_old = (
            self._waiting_since is not None and now - self._waiting_since > TOO_OLD_MINUTES * MINUTE
        )
        place = chosen_place()
        status.place_problem = None
        try:
            if place:
                carry_over(place)
        except Refused as refusal:
            status.place_problem = refusal

    def _keep_forever(self) -> None:
        if is_one_file():
            held = reading()  # see above
            held.execute("PRAGMA schema_version")  # only this opens the file
        status.is_kept_here = True
        last = last_copy()
        status.copied_at = last.name.made_at if last else None
        while True:
            with contextlib.suppress(DatabaseError, OSError):  # a page reports it; it tries again
                self.look(time.monotonic())
            connections.close_all()
            copy_wanted.wait(LOOK_FOR_COPIES_EVERY)


class SecondComputer:
    """Follows the first computer, or notifies the one that this one has taken over from.

    Notifying goes on as long as this one runs, for the other may go on while offline. The standing
    is reread from time to time: another process may have restored a copy.
    """

    def start(self) -> None:
        """Start in its own thread."""
        threading.Thread(target=self._go_on_forever, name="second computer", daemon=True).start()

    def look(self) -> float:
        """Do it once; return after how many seconds to look again."""
        try:
            if standing.stands_by:
                follower.follow()
                standing.problem = None
                return 0.0
            refresh()
            if Way.PREDECESSOR in standing.others:
                tell_predecessor()
        except Refused as refusal:
            standing.problem = refusal
            if not (standing.stands_by or standing.to_be_told):
                return LOOK_AT_OTHER_EVERY
        except (DatabaseError, sqlite3.Error, OSError):
            pass  # busy for a moment, or a page reports it
        else:
            return LOOK_AT_OTHER_EVERY
        return TRY_AGAIN_AFTER

    def _go_on_forever(self) -> None:
        while True:
            standing_changed.clear()
            seconds = self.look()
            connections.close_all()
            standing_changed.wait(seconds)
