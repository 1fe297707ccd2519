"""Limits on one connection before the program sees the request.

waitress receives a request completely, in memory and then on disk, before the program sees it. So
requests that are too large, too slow or one too many are refused here.
"""

import time
from copy import copy
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.db import connections
from django.http import HttpRequest, parse_cookie
from django.template.loader import render_to_string
from django.utils import translation
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.task import ErrorTask

from tournament.accounts.reads import accounts

HEAD_SECONDS = 20  # for a request without a body
BYTES_A_SECOND = 32 * 1024  # for the rest of the body: the slowest network that still works
HERE = ("127.0.0.1", "::1")
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
        return accounts.most_bytes(get_user(request), path)
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
        megabytes = accounts.most_megabytes(most)
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
    """A connection, limited in number per address, and closed if its request is slow."""

    parser_class = LimitedRequest
    error_task_class = RefusalTask
    _incoming: LimitedRequest | None = None
    _since = 0.0

    def __init__(self, server: Any, sock: Any, addr: Any, adj: Any, map: Any = None) -> None:
        super().__init__(server, sock, addr, adj, map)
        host = addr[0]
        same = sum(each.addr[0] == host for each in server.active_channels.values())
        # Connections from this computer include a proxy's, with everybody behind it.
        if (
            same > adj.connection_limit // SHARE_OF_ONE_ADDRESS
            and str(ip_address(host)) not in HERE
        ):
            self.will_close = True

    def readable(self) -> bool:
        """Whether to read on; called at least once a second, so it checks the time as well."""
        if self.request is not self._incoming:
            self._incoming, self._since = self.request, time.monotonic()
        if self._incoming and time.monotonic() - self._since > self._incoming.seconds():
            self.will_close = True
        return bool(super().readable())
