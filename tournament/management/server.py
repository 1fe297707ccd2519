"""The server of `serve`: how many browsers it lets in, and how long it waits for each."""

import gc
import select
import shutil
import socket
import sys
from collections.abc import Iterable
from functools import partial
from ipaddress import ip_address
from tempfile import SpooledTemporaryFile
from typing import TYPE_CHECKING, Any

import waitress
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.urls import get_resolver

from tournament.management.connections import LimitedChannel
from tournament.management.listening import HallDoor
from tournament.standby.writes.moved_clock import ClockWatch

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

if sys.platform != "win32":
    import resource

# With 4 or with 32 sixty browsers and four typists wait as long; saves may wait for a second
# computer, whose next question needs one as well.
THREADS = 16

# A browser holds six connections and gives none back: 160 browsers, or 80.
CONNECTIONS = 1000
CONNECTIONS_WITHOUT_POLL = 500  # select() of Windows takes 512
IDLE_SECONDS = 20  # longer than open pages wait before they ask again: see static/tournament
LOOK_FOR_IDLE_EVERY = 5  # seconds
LARGEST_HEAD = 32 * 1024  # bytes
KEPT_IN_MEMORY = 64 * 1024  # bytes of a body; with more it lies in a file until it is whole

# A connection can have its request and its answer in files beside it.
OPEN_FILES = 4 * CONNECTIONS
OTHER_FILES = 100  # the database of each thread, fonts, what is printed


def keep_what_is_loaded() -> None:
    """Take everything loaded so far out of the search for garbage, which it only makes longer.

    Else a page that makes many rows waits now and then 0.1 s while all of the program is searched.
    """
    get_resolver().reverse_dict  # noqa: B018  # loads the pages
    gc.collect()
    gc.freeze()


def serve_forever(listener: socket.socket) -> None:
    """Serve the program until it is stopped, also in the hall's network while others are let in.

    A listener that others reach anyway needs no second door.
    """
    application = follow_clock(WSGIHandler())
    keep_what_is_loaded()
    host, port = listener.getsockname()[:2]
    if ip_address(host).is_loopback:
        HallDoor(port, partial(_server, application)).start_following()
    _server(application, listener).run()


def _server(
    application: "WSGIApplication",
    listener: socket.socket,
    connections: dict[int, Any] | None = None,
) -> Any:
    # With HTTPS there is a proxy on this machine, which alone may say who asks and how.
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
    """The program, which looks at the computer's clock before each request."""
    watch = ClockWatch()

    def follow(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        watch.look()
        return application(environ, start_response)

    return follow


def behind_proxy(application: "WSGIApplication") -> "WSGIApplication":
    """The program as a proxy's neighbour: who asks is whoever asked the proxy.

    For servers that leave this to the program (gunicorn); waitress does it by itself. The proxy
    adds the address it sees behind those that somebody may have made up.
    """

    def answer(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        seen = environ.get("HTTP_X_FORWARDED_FOR", "").rpartition(",")[2].strip()
        if seen and settings.SESSION_COOKIE_SECURE:
            environ["REMOTE_ADDR"] = seen
        return application(environ, start_response)

    return answer


def whole_requests(application: "WSGIApplication") -> "WSGIApplication":
    """The program, which is asked nothing that was cut off on its way: half a form is no form.

    For servers that leave this to the program (gunicorn); waitress takes a request in whole.
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
    """How many connections there may be at a time.

    Never more than there may be open files: one too many could not even be refused.
    """
    wanted = CONNECTIONS if has_poll else CONNECTIONS_WITHOUT_POLL
    return max(1, min(wanted, _open_files() - OTHER_FILES))


def _open_files() -> int:
    """How many files this process may open, once it has allowed itself as many as it may."""
    if sys.platform == "win32":  # nobody limits them there
        return OPEN_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = OPEN_FILES if hard == resource.RLIM_INFINITY else min(hard, OPEN_FILES)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    return allowed
