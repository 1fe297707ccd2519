"""`manage.py serve` as its user meets it: a process in an empty directory."""

import os
import re
import socket
import sqlite3
import stat
import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from runpy import run_path
from shutil import copytree

import pytest
from django.templatetags.static import static
from django.test import Client

from tests.factories.words import refusal, text
from tests.processes.hall import free_port
from tournament.management.commands.serve import web_addresses
from tournament.management.server import parse_address, version_at
from tournament.shared.rules.version import VERSION

PROJECT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"http://127\.0\.0\.1:\d+/link/[\w-]{43}/")


def environment(var: Path, port: int) -> dict[str, str]:
    mine = {key: value for key, value in os.environ.items() if key != "DATABASE_URL"}
    return {**mine, "KREUZDAME_VAR": str(var), "KREUZDAME_LISTEN": f"127.0.0.1:{port}"}


def command(*words: str) -> list[str]:
    return [sys.executable, "manage.py", *words]


@contextmanager
def served(var: Path, port: int) -> Iterator[str]:
    """Run the program; yield what it printed until it was ready."""
    process = subprocess.Popen(
        command("serve"),
        cwd=PROJECT,
        env=environment(var, port),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    printed = ""
    try:
        for line in process.stdout:
            printed += line
            if line.startswith("Beenden"):
                break
        yield printed
    finally:
        process.terminate()  # what runs in the background of a shell does not hear Ctrl+C
        process.communicate(timeout=120)


def fetch(url: str) -> tuple[int, str]:
    with urllib.request.urlopen(url, timeout=60) as answer:
        return answer.status, answer.read().decode()


@pytest.fixture(scope="module")
def installation(tmp_path_factory) -> tuple[Path, int, str]:
    """An installation after its very first start: directory, port, and output."""
    var, port = tmp_path_factory.mktemp("var") / "kreuzdame", free_port()
    with served(var, port) as printed:
        status, page = fetch(f"http://127.0.0.1:{port}/")
        assert (status, "Anmelden" in page) == (200, True)
        link = LINK.search(printed).group()
        assert "leitung" in fetch(link)[1]
        assert fetch(f"http://127.0.0.1:{port}{static('tournament/kreuzdame.css')}")[0] == 200
    return var, port, printed


def test_first_start_prepares_everything(installation):
    var, port, printed = installation
    assert printed.splitlines()[:3] == [
        "Die Datenbank wird eingerichtet ...",
        "Das Beispielturnier wird geladen ...",
        f"Kreuzdame läuft: http://127.0.0.1:{port}/",
    ]
    # SQLite's side files remain where the program ends in the middle of a read.
    beside = {"kreuzdame.sqlite3-wal", "kreuzdame.sqlite3-shm"}
    assert {path.name for path in var.iterdir()} - beside == {
        "kreuzdame.sqlite3",
        "secret_key",
        "signing_key",
        "backups",
    }


@pytest.mark.skipif(os.name != "posix", reason="modes of files are POSIX")
def test_keys_are_readable_by_their_owner_alone(installation):
    var, _, _ = installation
    for name in ("secret_key", "signing_key"):
        assert stat.S_IMODE((var / name).stat().st_mode) == 0o600
    assert stat.S_IMODE(var.stat().st_mode) == 0o700


def test_next_starts_change_nothing_but_the_link_and_show_what_runs(installation):
    """One after the program has ended, and one by double click while it runs again."""
    var, port, first = installation
    keys = [(var / name).read_bytes() for name in ("secret_key", "signing_key")]
    with served(var, port) as printed:
        with pytest.raises(urllib.error.HTTPError) as refused:
            fetch(LINK.search(first).group())
        code, said, errors = started_again(var, port)
    assert refused.value.code == 410
    refused.value.close()
    address = f"http://127.0.0.1:{port}/"
    assert [line for line in printed.splitlines() if "/link/" not in line] == [
        f"Kreuzdame läuft: {address}",
        text("Sign in with this link (once, within %(minutes)s minutes):", minutes=10),
        "Beenden: Strg+C",
    ]
    assert LINK.search(printed).group() != LINK.search(first).group()
    assert [(var / name).read_bytes() for name in ("secret_key", "signing_key")] == keys
    lines = sorted(said.splitlines())  # the browser is a process of its own
    assert (code, lines, errors) == (
        0,
        [f"Kreuzdame läuft schon: {address}", f"opens {address}"],
        "",
    )


def test_taken_port_is_reported_plainly(installation):
    var, _, _ = installation
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        result = subprocess.run(
            command("serve"),
            cwd=PROJECT,
            env=environment(var, port),
            capture_output=True,
            text=True,
            check=False,
        )
    assert (result.returncode, result.stdout) == (1, "")
    assert result.stderr.startswith(f"Unter 127.0.0.1, Port {port}, lässt sich nichts anbieten")
    assert len(result.stderr.splitlines()) == 1


@contextmanager
def answering(port: int, answer: bytes) -> Iterator[None]:
    """Run another program that answers everything the same way."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *_args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", port), Answer) as other:
        threading.Thread(target=other.serve_forever, daemon=True).start()
        yield
        other.shutdown()


def started_again(var: Path, port: int) -> tuple[int, str, str]:
    """Return the output of a start by double click while that port is in use."""
    result = subprocess.run(
        command("serve", "--browser"),
        cwd=PROJECT,
        env={**environment(var, port), "BROWSER": "echo opens %s"},
        capture_output=True,
        text=True,
        check=False,
    )
    return result.returncode, result.stdout, result.stderr


def test_start_next_to_another_version_names_it(tmp_path):
    port = free_port()
    with answering(port, b'{"state": "ok", "version": "0.3.0"}'):
        told = started_again(tmp_path, port)
    assert told == (
        1,
        "",
        text(
            "Kreuzdame %(running)s runs already. Please close its window, then start Kreuzdame "
            "%(version)s again.",
            running="0.3.0",
            version=VERSION,
        )
        + "\n",
    )


@pytest.mark.parametrize("answer", [b"[]", b"<html>", b"", b'{"state": "ok"}'])
def test_another_program_has_no_version(answer):
    port = free_port()
    with answering(port, answer):
        assert version_at(f"http://127.0.0.1:{port}/") == ""
    assert version_at(f"http://127.0.0.1:{port}/") == ""  # nobody


def test_older_version_leaves_a_newer_database_and_says_so(installation, tmp_path):
    """Both versions start on the same data; the newer one has been there already."""
    var = copytree(installation[0], tmp_path / "var")
    copy = var / "backups" / "kreuzdame-20260101T120000Z-update.sqlite3"
    copy.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(var / "kreuzdame.sqlite3")) as database, database:
        with closing(sqlite3.connect(copy)) as target:
            database.backup(target)
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '0999_x', '')"
        )
        before = list(database.iterdump())
    code, printed, errors = started_again(var, free_port())
    with closing(sqlite3.connect(var / "kreuzdame.sqlite3")) as database:
        assert list(database.iterdump()) == before
    assert (code, printed) == (1, "")
    assert errors == refusal("database_newer", copy=copy) + "\n"


def test_unreadable_address_is_a_wrong_call(installation):
    var, _, _ = installation
    result = subprocess.run(
        command("serve", "--lang", "en"),
        cwd=PROJECT,
        env={**environment(var, 1), "KREUZDAME_LISTEN": "8000"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 2
    assert result.stderr == "KREUZDAME_LISTEN must look like 127.0.0.1:8000, not “8000”.\n"


@pytest.mark.parametrize(
    ("typed", "address"),
    [("127.0.0.1:8000", ("127.0.0.1", 8000)), ("[::1]:80", ("::1", 80)), ("halle:1", ("halle", 1))],
)
def test_address_is_host_and_port(typed, address):
    assert parse_address(typed) == address


@pytest.mark.parametrize("typed", ["8000", ":8000", "127.0.0.1", "127.0.0.1:0", "a:65536", "a:x"])
def test_address_that_is_none_is_an_error(typed):
    with pytest.raises(ValueError):  # noqa: PT011  # whatever its text
        parse_address(typed)


def test_hall_network_is_shown_with_the_names_that_reach_it(settings):
    settings.ALLOWED_HOSTS = [*settings.LOCAL_HOSTS, "192.168.1.20"]
    assert web_addresses("0.0.0.0", 8000) == [
        "http://127.0.0.1:8000/",
        "http://192.168.1.20:8000/",
    ]
    settings.SESSION_COOKIE_SECURE = True
    assert web_addresses("127.0.0.1", 8000) == ["https://192.168.1.20/"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("listen", "answers"),
    [
        ("127.0.0.2:8722", {"127.0.0.2:8722": 200, "127.0.0.3:8722": 400}),
        ("[::2]:8722", {"[::2]:8722": 200}),
        ("0.0.0.0:8722", {"0.0.0.0:8722": 400}),
    ],
)
def test_only_the_listening_address_is_accepted_as_host(monkeypatch, settings, listen, answers):
    """As the settings have it that a program started with this address reads."""
    monkeypatch.setenv("KREUZDAME_LISTEN", listen)
    monkeypatch.delenv("KREUZDAME_HOSTS", raising=False)
    read = run_path(str(PROJECT / "tournament" / "config" / "settings.py"))
    settings.ALLOWED_HOSTS = read["ALLOWED_HOSTS"]
    told = {host: Client(headers={"host": host}).get("/health/").status_code for host in answers}
    assert told == answers


ENGINES = {
    *("PIL", "fontTools", "lxml", "openpyxl", "reportlab", "segno", "svglib"),
    *("psycopg", "tinycss2", "weasyprint", "xlsxwriter"),
}
"""What draws and lays out paper and writes workbooks: loaded by the first who asks for one; and
what speaks with PostgreSQL."""
SAY_WHAT_IS_LOADED = """
import sys, django
django.setup()
from django.core.management import call_command
from tournament.management import server
from tournament.management.commands import serve

def say(listener):
    server.keep_what_is_loaded()
    print("LOADED", *sys.modules, sep="\\n")

serve.serve_forever = say
call_command("serve")
"""


def test_the_server_starts_without_the_engines_of_paper_and_workbooks(installation):
    var, _port, _printed = installation
    started = subprocess.run(
        [sys.executable, "-c", SAY_WHAT_IS_LOADED],
        cwd=PROJECT,
        env=environment(var, free_port())
        | {"DJANGO_SETTINGS_MODULE": "tournament.config.settings"},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    _said, _, loaded = started.stdout.partition("LOADED\n")
    modules = set(loaded.split())
    assert "tournament.exports.papers" in modules
    assert modules & ENGINES == set()
