"""A club's server as strangers, slow lines and judges meet it: real Caddy, gunicorn, PostgreSQL."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.factories.figures import count_of
from tests.factories.pages import without_tags
from tests.factories.words import text
from tests.processes.behind_caddy import ClubServer, club_server, proxy, wait_for
from tests.processes.hall import free_port, sessions

KILOBYTE = 1024
MEGABYTE = 1024 * KILOBYTE
TOKEN = "a" * 32
BORDER = "border"
# Timeouts of the tests, shorter than those of a server.
SHORTER = {"read_body 2m": "read_body 15s"}
UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(\+00:00|Z)")
TOKEN_OF_FIGURES = "KREUZDAME_METRICS_TOKEN"
HEAD = b"Host: localhost\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClubServer]:
    with club_server(tmp_path_factory.mktemp("club"), SHORTER) as started:
        yield started


@pytest.fixture(scope="module")
def owner(server: ClubServer) -> str:
    """Return the cookies of a signed-in owner."""
    (session,) = sessions(server.directory, 1, **server.settings)
    return f"sessionid={session}; csrftoken={TOKEN}"


def test_300_slow_connections_delay_nobody_and_are_closed(server: ClubServer) -> None:
    """Heads and bodies that never end, and answers that nobody reads."""
    font = "fonts/SourceSansPro-Regular.otf"
    _answer, page = server.ask("GET", "/sign-in/")
    static = page.partition('href="/static/')[2].partition("/")[0]
    begun = (
        b"GET / HTTP/1.1\r\n" + HEAD,
        b"POST /sign-in/ HTTP/1.1\r\n" + HEAD + b"Content-Length: 9000\r\n\r\nusername=",
        f"GET /static/{static}/{font} HTTP/1.1\r\n".encode() + HEAD + b"\r\n",
    )
    with ExitStack() as held, ThreadPoolExecutor(8) as pool:
        slow = [held.enter_context(server.connected()) for _ in range(300)]
        for number, connection in enumerate(slow):
            connection.sendall(begun[number % 3])
        answers = pool.map(lambda _: server.ask("GET", "/health/")[0].status, range(40))
        assert list(answers) == [200] * 40
        assert [ended(each) for number, each in enumerate(slow) if number % 3 < 2] == [True] * 200


def ended(connection) -> bool:
    """Return whether a server has closed a connection, with an answer before that or not."""
    try:
        while connection.recv(4096):
            pass
    except TimeoutError:
        return False
    except OSError:
        return True
    return True


def test_size_limits_match_the_program_and_refusals_have_words(
    server: ClubServer, owner: str
) -> None:
    """Asked beforehand, so nothing of a large body is taken from those who may not send it."""
    assert sent(server, "/sign-in/", 64 * KILOBYTE)[0] == 403  # it comes in, without a token
    assert sent(server, "/archive/", 31 * MEGABYTE, owner)[0] == 422  # read: no archive
    large = (413, f"{text('The file is too large')}: 4 MB")
    assert refused(server, "/sign-in/", 64 * KILOBYTE + 1) == large
    assert refused(server, "/sign-in/", 64 * KILOBYTE + 1, "sessionid=made-up") == large
    assert refused(server, "/archive/", 5 * MEGABYTE) == large
    assert refused(server, "/people/", 4 * MEGABYTE + 1, owner) == large
    assert refused(server, "/archive/", 33 * MEGABYTE, owner) == (413, f"{large[1][:-4]}32 MB")
    english = (413, "The file is too large: 4 MB")
    assert refused(server, "/sign-in/", 70 * KILOBYTE, language="en") == english


def sent(server: ClubServer, path: str, size: int, cookies: str = "x=y") -> tuple[int, str]:
    """Return status and heading of the answer to a form with a file of this size."""
    begin = (
        f'--{BORDER}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n'
        f"{TOKEN}\r\n"
        f'--{BORDER}\r\nContent-Disposition: form-data; name="file"; filename="x.json"\r\n'
        "Content-Type: application/json\r\n\r\n"
    ).encode()
    end = f"\r\n--{BORDER}--\r\n".encode()
    headers = {
        "Cookie": cookies,
        "Content_Type": f"multipart/form-data; boundary={BORDER}",
        "Referer": f"https://localhost:{server.port}/",
        "Accept_Language": "de",
    }
    body = begin + b"x" * (size - len(begin) - len(end)) + end
    answer, page = server.ask("POST", path, body, **headers)
    return answer.status, heading(page)


def refused(
    server: ClubServer, path: str, size: int, cookies: str = "x=y", language: str = "de"
) -> tuple[int, str]:
    """Return status and text of the answer to a request's head, before its body is sent."""
    headers = {"Content_Length": str(size), "Cookie": cookies, "Accept_Language": language}
    answer, page = server.ask("POST", path, **headers)
    return answer.status, f"{heading(page)}: {'32 MB' if '32 MB' in page else '4 MB'}"


def heading(page: str) -> str:
    return without_tags(page.partition("<h1>")[2].partition("</h1>")[0]).strip()


def test_request_of_untold_length_is_refused(server: ClubServer) -> None:
    with server.connected() as connection:
        connection.sendall(
            b"POST /sign-in/ HTTP/1.1\r\n" + HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
        )
        assert connection.recv(4096).split(b"\r\n")[0] == b"HTTP/1.1 411 Length Required"


def test_save_during_a_restart_waits_and_is_answered(server: ClubServer) -> None:
    """The sent data arrives complete, whoever else waits."""
    names = [f"{name}{'-' * 20_000}" for name in ("anna", "berta", "carla", "dora")]
    server.stop()
    with ThreadPoolExecutor(len(names)) as pool:
        answers = [pool.submit(sign_in, server, name) for name in names]
        server.start()
        assert [answer.result() for answer in answers] == [(200, True)] * len(names)


def sign_in(server: ClubServer, name: str) -> tuple[int, bool]:
    """Return the status, and whether the page shows the typed data again."""
    form = urlencode({"username": name, "password": "x", "csrfmiddlewaretoken": TOKEN})
    answer, page = server.ask(
        "POST",
        "/sign-in/",
        form.encode(),
        Cookie=f"csrftoken={TOKEN}",
        Content_Type="application/x-www-form-urlencoded",
        Referer=f"https://localhost:{server.port}/",
    )
    return answer.status, f'value="{name}"' in page


def test_browsers_return_by_https_only_and_metrics_stay_inside(server: ClubServer) -> None:
    answer, _page = server.ask("GET", "/sign-in/")
    assert answer.headers["Strict-Transport-Security"] == "max-age=31536000"
    assert server.ask("GET", "/metrics/")[0].status == 404


def test_two_workers_count_together(server: ClubServer) -> None:
    def counted() -> float:
        answer, figures = server.ask_program(
            "GET", "/metrics/", Authorization=f"Bearer {server.settings[TOKEN_OF_FIGURES]}"
        )
        assert answer.status == 200
        return count_of(figures, route="health", method="GET", status="200")

    before = counted()
    assert [server.ask("GET", "/health/")[0].status for _ in range(8)] == [200] * 8
    assert counted() - before == 8


def test_log_lines_all_have_the_same_time_format(server: ClubServer) -> None:
    """The program, gunicorn and Caddy, in any time zone of the machine."""
    server.ask("GET", "/health/")
    program = [json.loads(line) for line in server.log.read_text().splitlines()]
    assert {line["logger"] for line in program} >= {"gunicorn.error", "kreuzdame.requests"}
    of_caddy = [json.loads(line) for line in server.log_of_proxy.read_text().splitlines()]
    # Before it has read its configuration, Caddy counts seconds.
    of_proxy = [line["ts"] for line in of_caddy if not isinstance(line["ts"], float)]
    assert len(of_caddy) - len(of_proxy) < 3 < len(of_proxy)
    times = [line["time"] for line in program] + of_proxy
    assert [each for each in times if not UTC.fullmatch(each)] == []


def test_longer_stop_shows_a_page_with_an_explanation(tmp_path: Path) -> None:
    """In both languages: the reader's one is unknown."""
    stopped = ClubServer(tmp_path, free_port(), {})
    with proxy(stopped, {"lb_try_duration 20s": "lb_try_duration 1s"}):
        wait_for(lambda: stopped.ask("GET", "/")[0].status == 503)
        answer, page = stopped.ask("GET", "/")
        assert answer.headers["Retry-After"] == "10"
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        assert [words in page for words in ("Der Server wird gerade", "The server is just")] == [
            True,
            True,
        ]
