"""A hall in miniature: the program in its own process, and desks that send to it over HTTP."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.cookiejar import CookieJar
from itertools import islice, product
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

PROJECT = Path(__file__).resolve().parents[2]
SESSIONS = """
import sys
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from tournament.permissions import COMMAND_LINE
from tournament.accounts.writes import create_account
for number in range(int({count})):
    user = create_account(COMMAND_LINE, username=f"desk{{number}}", owner=True)
    store = SessionStore()
    store[SESSION_KEY] = str(user.pk)
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store[HASH_SESSION_KEY] = user.get_session_auth_hash()
    store.save()
    print(store.session_key)
"""


@dataclass(frozen=True, slots=True)
class Answer:
    """The server's answer to one save, and its time in milliseconds."""

    table: int
    state: str
    milliseconds: float


def environment(var: Path, **more: str) -> dict[str, str]:
    """Return the environment of a program that keeps everything in `var`, on SQLite."""
    mine = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    settings = {"DJANGO_SETTINGS_MODULE": "tournament.config.settings"}
    return {**mine, **settings, "KREUZDAME_VAR": str(var), **more}


def command(var: Path, *words: str, **more: str) -> str:
    """Return what a command prints, in an environment with `more`; it must not fail."""
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=PROJECT,
        env=environment(var, **more),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def drawn(var: Path, slug: str, players: Path, rounds: int = 1, **more: str) -> None:
    """Create a tournament with these people, its rounds drawn and published, in one process."""
    calls = (
        ("create_tournament", slug, "--name", slug, "--rounds", str(rounds)),
        ("import_players", slug, str(players)),
        *[("draw_round", slug)] * rounds,
    )
    lines = [f"call_command(*{words!r})" for words in calls]
    script = "\n".join(["from django.core.management import call_command", *lines])
    command(var, "shell", "--no-imports", "-c", script, **more)


def drawn_hall(var: Path, tables: int, rounds: int = 1, **more: str) -> Path:
    """Create "halle" in this installation, all rounds drawn and published; return its directory."""
    players = var / "players.csv"
    letters = product(ascii_uppercase, *[ascii_lowercase[:20]] * 2)
    names = [f"{''.join(each)}muster;Anna" for each in islice(letters, 4 * tables)]
    players.write_text("\n".join(["Nachname;Vorname", *names]) + "\n", encoding="utf-8")
    drawn(var, "halle", players, rounds, **more)
    return var


def free_port() -> int:
    """Return a port nobody listens on yet."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@contextmanager
def served(var: Path, *wrapped: str) -> Iterator[str]:
    """Run the program, started by the command `wrapped` if any; yield its address."""
    with running(var, *wrapped) as (address, _process):
        yield address


@contextmanager
def running(var: Path, *wrapped: str) -> Iterator[tuple[str, int]]:
    """As `served`; yield the number of its process as well."""
    port = free_port()
    process = subprocess.Popen(
        [*wrapped, sys.executable, "manage.py", "serve"],
        cwd=PROJECT,
        env=environment(var, KREUZDAME_LISTEN=f"127.0.0.1:{port}"),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith("Beenden"):
                break
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.communicate(timeout=120)


@contextmanager
def idle_connections(server: str, count: int) -> Iterator[None]:
    """Hold so many idle connections, as browsers do."""
    place = urlsplit(server)
    with ExitStack() as held:
        for _ in range(count):
            held.enter_context(socket.create_connection((place.hostname, place.port), timeout=30))
        yield


def sessions(var: Path, count: int, **more: str) -> list[str]:
    """Return the session keys of so many people at the desk."""
    script = SESSIONS.format(count=count)
    return command(var, "shell", "--no-imports", "-c", script, **more).split()


class Desk:
    """One person's browser at the totals lane of a round."""

    def __init__(self, server: str, lane: str, session: str) -> None:
        self._lane = f"{server}{lane}"
        self._cookies = f"sessionid={session}"
        jar = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(jar))
        page = Request(self._lane, headers={"Cookie": self._cookies})
        with self._opener.open(page, timeout=30) as answer:
            answer.read()
        self._token = next(cookie.value for cookie in jar if cookie.name == "csrftoken") or ""

    def save(self, table: int, totals: list[int], mark: str = "") -> Answer:
        """Send the totals of a table as the lane's script does; a repeated one carries a mark."""
        typed = {"table": table, "totals": [str(total) for total in totals], "submission": mark}
        headers = {
            "Content-Type": "application/json",
            "X-CSRFToken": self._token,
            "Cookie": f"{self._cookies}; csrftoken={self._token}",
        }
        sent = Request(f"{self._lane}save/", json.dumps(typed).encode(), headers)
        start = time.perf_counter()
        with build_opener().open(sent, timeout=30) as answer:
            state = json.load(answer)["state"]
        return Answer(table, state, (time.perf_counter() - start) * 1000)


def totals_of(table: int) -> list[int]:
    """Return totals no other of the first ninety tables has, none implausible."""
    one, other = 2 * (table % 30), 4 + 2 * (table // 30)
    return [one, -one, other, -other]


def saved_at_once(desks: list[Desk], totals: dict[int, list[int]]) -> list[Answer]:
    """Save all tables, shared out among the desks, each as fast as it can."""

    def type_all(place: int) -> list[Answer]:
        mine = [table for table in totals if table % len(desks) == place]
        return [desks[place].save(table, totals[table]) for table in mine]

    with ThreadPoolExecutor(len(desks)) as pool:
        return [answer for answers in pool.map(type_all, range(len(desks))) for answer in answers]
