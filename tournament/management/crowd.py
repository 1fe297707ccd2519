"""Many connections at once: how waitress waits for them, and whose request comes first.

waitress asks every connection before each wait what it waits for, so hundreds that only stay open
cost as much as the answers. Here the system keeps what is waited for, and only connections in which
something has happened are asked: those that wait for an answer when a thread has given one, not at
each new connection; all of them once a second, as time limits are theirs.
"""

import time
from collections import deque
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext
from waitress import wasyncore
from waitress.trigger import trigger

LOOK_AT_ALL_EVERY = 1.0  # seconds
VIEWERS_AT_ONCE = 2
"""Threads for whoever is not signed in: phones, screens, a second computer. More would only share
the processor, of which each takes as much as a save; with one, a long copy would stop all others.
"""
IDLE_FOR = 1.0  # seconds: who was answered just now is about to ask for the styles
RETRY_AFTER = 5  # seconds


class Connections(dict[int, Any]):
    """waitress's map of what is open, by file number, and what is waited for in each."""

    def __init__(self) -> None:
        super().__init__()
        self._selector = DefaultSelector()
        self._to_ask: set[int] = set()
        self._busy: set[int] = set()  # whose requests other threads have or will have
        self._asked_all = 0.0

    def __setitem__(self, number: int, opened: Any) -> None:
        super().__setitem__(number, opened)
        self._to_ask.add(number)

    def __delitem__(self, number: int) -> None:  # the file is still open
        super().__delitem__(number)
        self._to_ask.discard(number)
        self._busy.discard(number)
        self._wait_for(number, 0)

    def serve_events(self, seconds: float) -> None:
        """Wait for the next events, at most so long, and let their connections handle them."""
        now = time.monotonic()
        if now - self._asked_all >= LOOK_AT_ALL_EVERY:
            self._asked_all = now
            self._to_ask.update(self)
        for number in list(self._to_ask):
            self._ask(number)
        for key, events in self._selector.select(seconds):
            opened = key.data
            # One closed just now may have left its number to a new one.
            if events & EVENT_READ and self.get(key.fd) is opened:
                wasyncore.read(opened)
            if events & EVENT_WRITE and self.get(key.fd) is opened:
                wasyncore.write(opened)
            if key.fd in self:
                self._to_ask.add(key.fd)
            if isinstance(opened, trigger):  # another thread has answered
                self._to_ask |= self._busy

    def _ask(self, number: int) -> None:
        opened = self[number]
        if hasattr(opened, "requests"):  # else connections come in there, or it is the trigger
            self._to_ask.discard(number)
            # Before the question: a thread that answers in between still wakes this one.
            (self._busy.add if opened.requests else self._busy.discard)(number)
        reads, writes = opened.readable(), opened.writable() and not opened.accepting
        self._wait_for(number, reads * EVENT_READ | bool(writes) * EVENT_WRITE)

    def _wait_for(self, number: int, events: int) -> None:
        known = self._selector.get_map().get(number)
        if known is not None and (known.events, known.data) == (events, self.get(number)):
            return
        if known is not None:
            self._selector.unregister(number)
        if events:
            self._selector.register(number, events, self[number])


def loop(timeout: float, map: Connections, use_poll: bool = False) -> None:
    """Serve until nothing is open any more, as `waitress.wasyncore.loop`."""
    while map:
        map.serve_events(timeout)


def make_room(channels: dict[int, Any]) -> bool:
    """Close the connection that has been idle longest; False if none is."""
    last = time.time() - IDLE_FOR
    idle = [
        each
        for each in channels.values()
        if not (each.requests or each.request or each.total_outbufs_len)
        and each.last_activity < last
    ]
    if idle:
        min(idle, key=lambda each: each.last_activity).handle_close()
    return bool(idle)


def refusal(languages: str) -> bytes:
    """Return the answer to one connection too many, in the language of the browser."""
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = languages
    with translation.override(translation.get_language_from_request(request)):
        words = gettext("Too many are asking at once. Please try again in a few seconds.").encode()
    head = (
        "HTTP/1.1 503 Service Unavailable\r\n"
        "Content-Type: text/plain; charset=utf-8\r\n"
        f"Content-Length: {len(words)}\r\nRetry-After: {RETRY_AFTER}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + words


class DeskFirst:
    """The requests that wait for a thread: whoever is signed in comes first, viewers share a few.

    It stands in the place of waitress's own queue, whose lock is held by whoever asks.
    """

    def __init__(self) -> None:
        self._desk: deque[Any] = deque()
        self._viewers: deque[Any] = deque()
        self._seen_to = 0

    def __len__(self) -> int:
        """Return how many may begin now."""
        return len(self._desk) + min(len(self._viewers), VIEWERS_AT_ONCE - self._seen_to)

    def append(self, channel: Any) -> None:
        """Add a connection whose first request is complete: a viewer's, or one of the desk.

        A viewer only looks, and is not signed in.
        """
        request = channel.requests[0]
        looks = getattr(request, "command", "GET") in ("GET", "HEAD")
        signed_in = f"{settings.SESSION_COOKIE_NAME}=" in request.headers.get("COOKIE", "")
        (self._viewers if looks and not signed_in else self._desk).append(channel)

    def popleft(self) -> Any:
        """Return the next task."""
        if self._desk:
            return self._desk.popleft()
        self._seen_to += 1
        return _Viewing(self._viewers.popleft(), self)

    def viewer_is_done(self) -> None:
        """Let another viewer begin."""
        self._seen_to -= 1


class _Viewing:
    """A viewer's request while a thread is busy with it."""

    def __init__(self, channel: Any, queue: DeskFirst) -> None:
        self._channel, self._queue = channel, queue

    def service(self) -> None:
        try:
            self._channel.service()
        finally:
            with self._channel.server.task_dispatcher.lock:
                self._queue.viewer_is_done()

    def cancel(self) -> None:
        self._channel.cancel()
        self._queue.viewer_is_done()
