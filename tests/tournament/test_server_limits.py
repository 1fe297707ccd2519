"""What the server refuses before the program sees it: size, slowness, too many per address.

By real sockets against the server of `serve`, in this process.
"""

import socket
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connections
from django.test import Client
from waitress.trigger import trigger

from tests.factories.tournaments import make_owner, make_user
from tests.factories.words import text
from tournament.management import crowd, server
from tournament.management.server import listening_socket

KILOBYTE = 1024
MEGABYTE = 1024 * KILOBYTE


def echo(environ, start_response):
    """Return how many bytes came in."""
    body = str(len(environ["wsgi.input"].read())).encode()
    start_response("200 OK", [("Content-Length", str(len(body)))])
    connections.close_all()
    return [body]


@contextmanager
def served() -> Iterator[tuple[Any, tuple[str, int]]]:
    """Run the server with a program that reads everything; yield it and its address."""
    made = server._server(echo, listening_socket("127.0.0.1", 0))
    running = threading.Thread(target=run, args=[made])
    running.start()
    try:
        yield made, ("127.0.0.1", int(made.effective_port))
    finally:
        with suppress(OSError):  # woken just before, it has closed everything already
            made.trigger.pull_trigger(lambda: made.asyncore.close_all(made._map))
        running.join()
        made.task_dispatcher.shutdown()


def run(made) -> None:
    made.run()
    connections.close_all()


@pytest.fixture
def address() -> Iterator[tuple[str, int]]:
    with served() as (_made, found):
        yield found


def rest(made) -> None:
    """Wait until no thread is busy: one that has answered still notes when, and may be held up."""
    until = time.monotonic() + 20
    while made.task_dispatcher.active_count and time.monotonic() < until:
        time.sleep(0.001)


def answer(connection: socket.socket) -> str:
    """Read a whole answer and return its status, or "closed"."""
    connection.settimeout(20)
    status, length = "", 0
    with suppress(ConnectionError), connection.makefile("rb") as answered:
        status = answered.readline().decode().strip()[9:]
        while line := answered.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        answered.read(length)  # it may come after the head
    return status or "closed"


def ask(address: tuple[str, int], length: int, cookies: str = "", path: str = "/", body=b"") -> str:
    head = (
        f"POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: {length}\r\nCookie: {cookies}\r\n\r\n"
    )
    with closing(socket.create_connection(address)) as connection:
        connection.sendall(head.encode() + body)
        return answer(connection)


def signed_in(account, backend: str | None = None) -> str:
    client = Client()
    client.force_login(account, backend=backend)
    return f"csrftoken=x; sessionid={client.session.session_key}"


def test_stranger_sends_64_kilobytes_and_no_more(address) -> None:
    assert ask(address, 64 * KILOBYTE, body=b"x" * 64 * KILOBYTE) == "200 OK"


@pytest.mark.django_db(transaction=True)
def test_large_body_is_refused_before_sending_unless_permitted(address, settings) -> None:
    settings.LARGER_BODIES = {"players-import": 8 * MEGABYTE}
    typist, owner = signed_in(make_user(username="helga")), signed_in(make_owner())
    archive = "/t/x/players/import/"

    def told(length: int, cookies: str = "", path: str = "/") -> str:
        if server.most_bytes(path, cookies) >= length:
            return "taken"
        return ask(address, length, cookies, path)

    large = "413 Request Entity Too Large"
    assert told(64 * KILOBYTE + 1) == large
    assert told(200 * MEGABYTE, "sessionid=made-up") == large
    assert told(200 * MEGABYTE, 'a]b="x; sessionid=[]') == large
    assert told(4 * MEGABYTE, typist) == "taken"
    assert told(4 * MEGABYTE + 1, typist) == large
    assert told(8 * MEGABYTE, typist, archive) == large
    assert told(8 * MEGABYTE, owner, archive) == "taken"
    assert told(8 * MEGABYTE + 1, owner, archive) == large
    assert told(8 * MEGABYTE, owner) == large
    assert ask(address, MEGABYTE, typist, body=b"x" * MEGABYTE) == "200 OK"


@pytest.mark.django_db(transaction=True)
def test_who_signed_in_with_an_earlier_version_sends_no_less(settings) -> None:
    cookies = signed_in(make_user(), "django.contrib.auth.backends.ModelBackend")
    assert server.most_bytes("/", cookies) == settings.BODY_OF_ACCOUNTS


def test_oversized_file_is_refused_with_a_message(address) -> None:
    """The sender of a phone's photo reads what to do, in the language of the browser."""
    head = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\nAccept-Language: %s\r\n\r\n"
    pages = []
    for language in (b"de", b"en"):
        with closing(socket.create_connection(address)) as connection:
            connection.settimeout(20)
            connection.sendall(head % language)
            pages.append(b"".join(iter(lambda: connection.recv(4096), b"")).decode())
    assert ["text/html" in page for page in pages] == [True, True]
    assert text("The file is too large") in pages[0]
    assert "Höchstens 4 MB" in pages[0]
    assert "The file is too large" in pages[1]


def test_body_of_untold_length_is_a_strangers(address) -> None:
    head = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"4000\r\n" + b"x" * 0x4000 + b"\r\n"
    with closing(socket.create_connection(address)) as connection:
        connection.sendall(head + 5 * chunk)
        assert answer(connection) == "413 Request Entity Too Large"


def test_head_of_more_than_32_kilobytes_is_refused(address) -> None:
    assert ask(address, 0, "x" * 33 * KILOBYTE) == "431 Request Header Fields Too Large"


def test_request_that_never_ends_is_dropped(address, monkeypatch) -> None:
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.5)
    for begun in (b"GET / HT", b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\nx"):
        with closing(socket.create_connection(address)) as connection:
            connection.sendall(begun)
            for _ in range(40):  # a byte now and then keeps no connection
                time.sleep(0.1)
                try:
                    connection.sendall(b"x")
                except ConnectionError:
                    break
            else:
                pytest.fail("It is still taken in.")
    assert ask(address, 0) == "200 OK"


def test_idle_connection_is_closed(monkeypatch) -> None:
    monkeypatch.setattr(server, "IDLE_SECONDS", 0)
    monkeypatch.setattr(server, "LOOK_FOR_IDLE_EVERY", 0)
    with served() as (_made, address), closing(socket.create_connection(address)) as idle:
        assert answer(idle) == "closed"


@pytest.mark.skipif(sys.platform != "linux", reason="further addresses of this computer")
def test_one_address_has_half_of_the_connections(monkeypatch) -> None:
    monkeypatch.setattr(server, "connection_limit", lambda **_: 20)
    with served() as (_made, address), ExitStack() as held:
        told = []
        for _ in range(12):
            other = socket.create_connection(address, source_address=("127.0.0.2", 0))
            held.enter_context(closing(other))
            other.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            told.append(answer(other))
        assert told == ["200 OK"] * 10 + ["503 Service Unavailable"] * 2
        assert ask(address, 0) == "200 OK"


HELLO = b"GET / HTTP/1.1\r\nHost: x\r\nAccept-Language: %s\r\n\r\n"


@contextmanager
def kept_connections(made, address, number: int) -> Iterator[list[socket.socket]]:
    """Connections that were answered and stay open."""
    with ExitStack() as held:
        kept = []
        for _ in range(number):
            kept.append(held.enter_context(closing(socket.create_connection(address))))
            kept[-1].sendall(HELLO % b"de")
            assert answer(kept[-1]) == "200 OK"
            rest(made)  # so that the first one has been idle longest
        yield kept


def test_one_too_many_closes_the_one_that_is_idle_longest(monkeypatch) -> None:
    monkeypatch.setattr(server, "connection_limit", lambda **_: 30)
    monkeypatch.setattr(crowd, "IDLE_FOR", 0)
    with served() as (made, address), kept_connections(made, address, 27) as kept:
        assert ask(address, 0) == "200 OK"
        assert answer(kept[0]) == "closed"
        kept[-1].sendall(HELLO % b"de")
        assert answer(kept[-1]) == "200 OK"


def test_where_all_are_busy_one_too_many_is_refused_in_words(monkeypatch) -> None:
    monkeypatch.setattr(server, "connection_limit", lambda **_: 30)
    monkeypatch.setattr(crowd, "IDLE_FOR", 60)
    words = "Too many are asking at once. Please try again in a few seconds."
    with served() as (made, address), kept_connections(made, address, 27):
        for language, told in ((b"de", text(words)), (b"en", words)):
            with closing(socket.create_connection(address)) as one:
                one.settimeout(20)
                one.sendall(HELLO % language)
                head, _, body = b"".join(iter(lambda: one.recv(4096), b"")).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 503 ")
            assert body.decode() == told


class Opened:
    """One end of a connection that counts how often it is asked what it waits for."""

    accepting, requests = False, ()

    def __init__(self) -> None:
        self.mine, self.other = socket.socketpair()
        self.asked, self.read = 0, b""

    def readable(self) -> bool:
        self.asked += 1
        return True

    def writable(self) -> bool:
        return False

    def handle_read_event(self) -> None:
        self.read += self.mine.recv(100)


def test_connections_in_which_nothing_happens_are_not_asked_at_each_event(monkeypatch) -> None:
    monkeypatch.setattr(crowd, "LOOK_AT_ALL_EVERY", 600)
    opened, waiting = crowd.Connections(), [Opened(), Opened()]
    with ExitStack() as held:
        for each in waiting:
            held.enter_context(each.mine)
            held.enter_context(each.other)
            opened[each.mine.fileno()] = each
        quiet, busy = waiting
        for _ in range(5):
            opened.serve_events(0)
            busy.other.sendall(b"x")
            opened.serve_events(5)
        assert (quiet.asked, busy.read) == (1, b"xxxxx")
        del opened[busy.mine.fileno()]
        busy.other.sendall(b"x")
        opened.serve_events(0)
        assert busy.read == b"xxxxx"


def test_connections_that_wait_for_an_answer_are_asked_when_a_thread_gives_one(monkeypatch) -> None:
    """Of a thousand that came at once half had no answer: all were asked at each new one."""
    monkeypatch.setattr(crowd, "LOOK_AT_ALL_EVERY", 600)
    opened, waits, comes = crowd.Connections(), Opened(), Opened()
    waits.requests = ("asked for",)
    answered = trigger(opened)
    with ExitStack() as held:
        held.callback(answered.close)
        for each in (waits, comes):
            held.enter_context(each.mine)
            held.enter_context(each.other)
            opened[each.mine.fileno()] = each
        for _ in range(5):
            comes.other.sendall(b"x")
            opened.serve_events(5)
        assert (waits.asked, comes.read) == (1, b"xxxxx")
        answered.pull_trigger()
        opened.serve_events(5)
        opened.serve_events(0)
        assert waits.asked == 2


class Asks:
    """A connection with one complete request."""

    def __init__(self, method: str, cookies: str = "") -> None:
        self.requests = [SimpleNamespace(command=method, headers={"COOKIE": cookies})]
        self.server = SimpleNamespace(task_dispatcher=SimpleNamespace(lock=threading.Lock()))

    def service(self) -> None:
        """Answer."""


def test_the_desk_comes_before_viewers_who_share_a_few_threads(monkeypatch) -> None:
    monkeypatch.setattr(crowd, "VIEWERS_AT_ONCE", 2)
    phones = [Asks("GET", "language=de") for _ in range(6)]
    first, second = Asks("GET", "a=b; sessionid=x"), Asks("HEAD", "sessionid=x")
    queue = crowd.DeskFirst()
    for each in (*phones, first, second):
        queue.append(each)
    assert len(queue) == 2 + 2
    assert [queue.popleft(), queue.popleft()] == [first, second]
    seen_to = [queue.popleft(), queue.popleft()]
    assert len(queue) == 0
    seen_to[0].service()
    assert len(queue) == 1
