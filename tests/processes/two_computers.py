"""Two computers on this machine: the first is killed under typing clients, the second takes over.

usage: python -m tests.processes.two_computers COUNT [--seed S]

A client sends a table again until it is told "saved". After each kill somebody signs in on the
second computer and takes over; its database is compared with what clients were told. Every line
says how long that took, from the kill until the second one saves, and what was lost.
"""

import argparse
import json
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from http import HTTPStatus
from http.client import HTTPException
from http.cookiejar import Cookie, CookieJar
from pathlib import Path
from random import Random
from typing import Self
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener
from uuid import UUID

from tests.processes.hall import (
    PROJECT,
    SESSIONS,
    Desk,
    command,
    drawn_hall,
    environment,
    free_port,
    sessions,
    totals_of,
)

MOST_TABLES, CLIENTS = 88, 4
LANE = "/t/halle/rounds/1/totals/"
PASSWORD = "zwei Rechner im Saal"  # of nobody
OFFER = f"""
from tournament.models import OtherComputer
from tournament.permissions import COMMAND_LINE
from tournament.standby.rules import Line
from tournament.accounts.reads import hall_url
from tournament.accounts.writes import create_account, set_password
from tournament.standby.writes import let_second_in
set_password(create_account(COMMAND_LINE, username="leitung", owner=True), {PASSWORD!r})
let_second_in(COMMAND_LINE)
print(Line(hall_url(), OtherComputer.objects.get().code))
"""


class Computer:
    """An installation and its program."""

    def __init__(self, var: Path, port: int) -> None:
        self.var, self.port = var, port
        self.address = f"http://127.0.0.1:{self.port}"
        self.environment = {
            "KREUZDAME_LISTEN": f"127.0.0.1:{self.port}",
            "KREUZDAME_HOSTS": "127.0.0.1",
        }
        self._process: subprocess.Popen[str] | None = None
        self._reader = threading.Thread()

    def start(self) -> Self:
        """Start it and wait until it answers."""
        self._process = subprocess.Popen(
            [sys.executable, "manage.py", "serve"],
            cwd=PROJECT,
            env=environment(self.var, **self.environment),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line.startswith("Beenden"):
                break
        self._reader = threading.Thread(target=self._process.stdout.read, daemon=True)
        self._reader.start()
        return self

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the program."""
        assert self._process is not None
        self._process.send_signal(number)
        if number in (signal.SIGKILL, signal.SIGTERM):
            self._process.wait(timeout=60)
            self._reader.join()
            assert self._process.stdout is not None
            self._process.stdout.close()

    def stop(self) -> None:
        """Stop it if it still runs."""
        if self._process and self._process.poll() is None:
            self._process.send_signal(signal.SIGCONT)
            self.send(signal.SIGTERM)

    def rows(self, query: str) -> list[tuple]:
        """Read from the database, past the program."""
        with closing(sqlite3.connect(self.var / "kreuzdame.sqlite3", timeout=30)) as database:
            return database.execute(query).fetchall()

    def saved(self) -> set[int]:
        """Return the tables stored with the totals as typed."""
        rows = self.rows(
            "SELECT t.number, v.totals FROM tournament_gametable t "
            "JOIN tournament_sheetversion v ON v.id = t.current_version_id"
        )
        return {number for number, totals in rows if json.loads(totals) == totals_of(number)}


class Browser:
    """A user at a computer, by pages and buttons."""

    def __init__(self, computer: Computer, session: str = "") -> None:
        self._address = computer.address
        self._jar = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._jar))
        for name, value in (("sessionid", session), ("csrftoken", "a" * 32)):
            self._jar.set_cookie(_cookie(name, value))

    def open(self, path: str, **fields: str) -> str:
        """Return the page, or the answer to a form."""
        token = {"csrfmiddlewaretoken": self._cookie("csrftoken")}
        data = urlencode({**fields, **token}).encode() if fields else None
        with self._opener.open(self._address + path, data, timeout=30) as answer:
            return str(answer.read().decode())

    def save(self, table: int) -> str:
        """Return the answer to the totals of one table; "refused" where it takes none."""
        desk = Desk(self._address, LANE, self._cookie("sessionid"))
        try:
            return desk.save(table, totals_of(table)).state
        except HTTPError as error:
            if error.code != HTTPStatus.SERVICE_UNAVAILABLE:
                raise
            return "refused"

    def sign_in(self, name: str) -> Self:
        """Sign in with the password that everybody has here."""
        self.open("/sign-in/", username=name, password=PASSWORD)
        return self

    def _cookie(self, name: str) -> str:
        return next(each.value for each in self._jar if each.name == name) or ""


def _cookie(name: str, value: str) -> Cookie:
    nothing = {"port": None, "expires": None, "comment": None, "comment_url": None, "rest": {}}
    yes = ("domain_specified", "path_specified", "discard")
    no = ("port_specified", "domain_initial_dot", "secure")
    return Cookie(
        version=0,
        name=name,
        value=value,
        domain="127.0.0.1",
        path="/",
        **nothing,
        **dict.fromkeys(yes, True),
        **dict.fromkeys(no, False),
    )


@dataclass
class Pair:
    """The first computer with a drawn round, the second one, and what clients were told."""

    first: Computer
    second: Computer
    line: str
    keys: list[str]
    key_of_second: str
    tables: int
    told: dict[int, float] = field(default_factory=dict)
    waited: list[float] = field(default_factory=list)

    def copied(self, directory: Path) -> Self:
        """Return the same, as prepared, in a directory of its own."""

        def copy(computer: Computer) -> Computer:
            var = shutil.copytree(computer.var, directory / computer.var.name)
            return Computer(var, computer.port)

        return replace(self, first=copy(self.first), second=copy(self.second), told={}, waited=[])

    def follow(self) -> None:
        """Start both; the second one stands by."""
        self.first.start()
        self.second.start()
        Browser(self.second, self.key_of_second).open("/second/follow/", line=self.line)

    def type(self, client: int, random: Random, is_over: threading.Event) -> None:
        """Type one client's tables, each until it is saved, as fast as the computer answers."""
        for table in range(1 + client, self.tables + 1, CLIENTS):
            mark = str(UUID(int=random.getrandbits(128), version=4))
            while not is_over.is_set() and not self._is_saved(client, table, mark):
                time.sleep(0.05)
            if is_over.is_set():
                return
            self.told[table] = time.monotonic()

    def save(self, table: int) -> str:
        """Return the first computer's answer to one table."""
        self.told[table] = time.monotonic()
        return Browser(self.first, self.keys[0]).save(table)

    def _is_saved(self, client: int, table: int, mark: str) -> bool:
        try:
            answer = Desk(self.first.address, LANE, self.keys[client]).save(
                table, totals_of(table), mark
            )
        except (URLError, HTTPException, OSError, ValueError, StopIteration):
            return False
        self.waited.append(answer.milliseconds)
        return answer.state == "saved"

    def take_over(self) -> Browser:
        """Sign in on the second computer and press the button."""
        browser = Browser(self.second).sign_in("leitung")
        browser.open("/second/take-over/", take="1")
        return browser

    def lost(self) -> set[int]:
        """Return acknowledged tables the second computer lacks."""
        return self.told.keys() - self.second.saved()


def prepared_pair(directory: Path, tables: int, template: Path | None = None) -> Pair:
    """Prepare two installations: one with a drawn hall and its code; and an empty one."""
    first, second = (Computer(directory / name, free_port()) for name in ("first", "second"))
    if template is None:
        for computer in (first, second):
            computer.var.mkdir()
            command(computer.var, "migrate", "--verbosity", "0")
    else:
        for computer in (first, second):
            shutil.copytree(template, computer.var)
    drawn_hall(first.var, tables)
    script = SESSIONS.format(count=CLIENTS) + OFFER
    said = command(first.var, "shell", "--no-imports", "-c", script, **first.environment).split()
    (key,) = sessions(second.var, 1)
    return Pair(first, second, said[-1], said[:CLIENTS], key, tables)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of one kill: tables acknowledged and lost, seconds until the takeover."""

    told: int
    lost: int
    seconds: float
    slowest_save: float  # milliseconds


def killed_and_taken_over(pair: Pair, random: Random) -> Outcome:
    """Let clients type, kill the first computer, sign in on the second and take over."""
    is_over = threading.Event()
    clients = [
        threading.Thread(target=pair.type, args=[each, random, is_over]) for each in range(CLIENTS)
    ]
    for client in clients:
        client.start()
    wanted = random.randint(5, pair.tables - 15)
    while len(pair.told) < wanted:
        time.sleep(0.005)
    time.sleep(random.uniform(0, 0.2))
    pair.first.send(signal.SIGKILL)
    begun = time.monotonic()
    is_over.set()
    for client in clients:
        client.join()
    pair.take_over()
    seconds = time.monotonic() - begun
    return Outcome(len(pair.told), len(pair.lost()), seconds, max(pair.waited))


def main() -> int:
    """Return exit code 1 if more than one save was lost or it took longer than a minute."""
    parser = argparse.ArgumentParser()
    parser.add_argument("count", type=int)
    parser.add_argument("--seed", type=int, default=16)
    options = parser.parse_args()
    random, is_right = Random(options.seed), True
    for _each in range(options.count):
        with tempfile.TemporaryDirectory(prefix="two-") as directory:
            pair = prepared_pair(Path(directory), MOST_TABLES)
            try:
                pair.follow()
                outcome = killed_and_taken_over(pair, random)
            finally:
                for computer in (pair.first, pair.second):
                    with suppress(subprocess.TimeoutExpired):
                        computer.stop()
        is_right &= outcome.lost <= 1 and outcome.seconds < 60
        sys.stdout.write(f"{outcome}\n")
        sys.stdout.flush()
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
