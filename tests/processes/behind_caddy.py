"""A club's server in miniature: PostgreSQL, gunicorn on a socket, and Caddy as in deploy/."""

import os
import shutil
import socket
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path

import pytest

from tests.postgresql.run import Unavailable, cluster
from tests.processes.hall import PROJECT, command, environment, free_port

CADDYFILE = PROJECT / "deploy" / "Caddyfile"
# No admin port, no requests to the internet, no certificate installed on this computer.
FOR_TESTS = """{
	admin off
	skip_install_trust
	http_port %(http)s
	https_port %(https)s
"""


def need_tools() -> None:
    """Skip with the reason, or fail where everything must run (CI)."""
    if shutil.which("caddy") is None:
        unavailable("caddy is not installed (Debian: apt-get install caddy)")


def unavailable(reason: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@dataclass
class ClubServer:
    """A club's program and its proxy."""

    directory: Path
    port: int
    settings: dict[str, str]
    _program: subprocess.Popen[bytes] | None = field(default=None, repr=False)

    @property
    def socket(self) -> Path:
        """Return the socket on which the proxy reaches the program."""
        return self.directory / "program.socket"

    @property
    def log(self) -> Path:
        """Return the program's log."""
        return self.directory / "program.log"

    @property
    def log_of_proxy(self) -> Path:
        """Return the proxy's log."""
        return self.directory / "caddy.log"

    def start(self) -> None:
        """Start the program, without waiting until it answers."""
        with self.log.open("ab") as log:
            self._program = subprocess.Popen(
                [sys.executable, "-m", "gunicorn", "-c", "deploy/gunicorn.conf.py"],
                cwd=PROJECT,
                env=environment(self.directory, **self.settings),
                stderr=log,
            )

    def runs(self) -> bool:
        """Return True; fail with its log where the program has ended by itself."""
        assert self._program is not None
        assert self._program.poll() is None, self.log.read_text(encoding="utf-8")[-2000:]
        return True

    def stop(self) -> None:
        """Stop the program as systemd does."""
        assert self._program is not None
        self._program.terminate()
        self._program.wait(timeout=60)

    def connected(self) -> ssl.SSLSocket:
        """Return an idle connection to the proxy."""
        raw = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        return _trusting().wrap_socket(raw, server_hostname="localhost")

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[HTTPResponse, str]:
        """Return an answer and its text; underscores in the names of headers become hyphens."""
        return _ask(
            HTTPSConnection("localhost", self.port, timeout=60, context=_trusting()),
            method,
            path,
            body,
            headers,
        )

    def ask_program(self, method: str, path: str, **headers: str) -> tuple[HTTPResponse, str]:
        """Ask the program past the proxy, as this machine may."""
        connection = HTTPConnection("localhost", timeout=60)
        connection.sock = socket.socket(socket.AF_UNIX)
        connection.sock.connect(str(self.socket))
        return _ask(connection, method, path, None, headers)


def _ask(
    connection: HTTPConnection,
    method: str,
    path: str,
    body: bytes | None,
    headers: dict[str, str],
) -> tuple[HTTPResponse, str]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    try:
        connection.request(method, path, body, named)
        answer = connection.getresponse()
        return answer, answer.read().decode()
    finally:
        connection.close()


@contextmanager
def club_server(directory: Path, changes: dict[str, str] | None = None) -> Iterator[ClubServer]:
    """Run a prepared club on its server; `changes` in the text of deploy/Caddyfile."""
    need_tools()
    with ExitStack() as running:
        try:
            database = running.enter_context(cluster())
        except Unavailable as reason:
            unavailable(str(reason))
        server = ClubServer(directory, free_port(), {"DATABASE_URL": database})
        server.settings |= {
            "KREUZDAME_BIND": f"unix:{server.socket}",
            "KREUZDAME_HTTPS": "1",
            "KREUZDAME_LOG": "json",
            "KREUZDAME_HOSTS": "localhost",
            "KREUZDAME_METRICS_TOKEN": "geheim",
        }
        command(directory, "serve", "--prepare", **server.settings)
        server.start()
        running.callback(server.stop)
        running.enter_context(proxy(server, changes or {}))
        wait_for(lambda: server.runs() and server.ask("GET", "/health/")[0].status == 200)
        yield server


@contextmanager
def proxy(server: ClubServer, changes: dict[str, str]) -> Iterator[None]:
    """Run the proxy alone, before a program that need not run."""
    text = CADDYFILE.read_text(encoding="utf-8")
    ports = {"http": free_port(), "https": server.port}
    for old, new in {"\n{\n": "\n" + FOR_TESTS % ports, **changes}.items():
        assert text.count(old) > 0, old
        text = text.replace(old, new)
    clubs = server.directory / "kreuzdame"
    clubs.mkdir()
    (server.directory / "Caddyfile").write_text(text, encoding="utf-8")
    (clubs / "club").write_text(
        f"localhost {{\n\ttls internal\n\timport kreuzdame unix/{server.socket}\n}}\n"
    )
    with server.log_of_proxy.open("wb") as log:
        process = subprocess.Popen(
            ["caddy", "run", "--config", str(server.directory / "Caddyfile")],
            env={**os.environ, "HOME": str(server.directory)},
            stderr=log,
            stdout=log,
        )
    try:
        yield
    finally:
        process.terminate()
        process.wait(timeout=60)


def wait_for(is_so) -> None:
    """Wait until a condition holds; an error in the meantime counts as not yet."""
    for _ in range(300):
        try:
            if is_so():
                return
        except OSError:
            pass
        time.sleep(0.2)
    raise TimeoutError


def _trusting() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # reads no certificates, unlike the usual one
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
