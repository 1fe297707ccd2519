"""Processor time of pages and saves at 8 rounds, compared with another version.

python tools/benchmarks/fast_pages.py OTHER_WORK_TREE DATA [PLAYERS] [PAGE ...]

Two processes answer in turns, each in its own work tree, through the WSGI application with a
database in a file. DATA is a directory in which each version creates its tournament, once; every
run works on a copy of it, so that none finds more versions of a sheet than the one before. Printed
are the medians, the median of the quotients of consecutive answers, queries, rows and bytes, and of
this version alone the cost of a page right after a journal entry, when nothing of it is cached, and
of reading an unchanged page again.
"""

import gc
import io
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve()
SLUG, ROUNDS, REPEATS, WARM = "gross", 8, 15, 3
TOKEN = "k" * 32
GOALS = {
    "overview": None,
    "standings": 0.45,
    "players": 0.45,
    "round-seats": 0.45,
    "round": 0.45,
    "round-result": 0.3,
    "board": 0.4,
    "sheet": 0.35,
    "totals-lane": 0.35,
    "settings": None,
    "journal": None,
    "password": None,
    "totals by lane": 0.55,
    "totals by form": 0.55,
    "24 rows saved": 0.5,
}
OF_A_ROUND = {"round-seats", "round", "round-result", "board", "totals-lane"}
OF_A_TABLE = {"sheet"}
HERE_ALONE = ("after an entry", "again")
EMPTY = "password"
"""An empty page for a signed-in user."""


# --- The worker: one version, an answer for each line that comes in -------------------------------


class Server:
    """A version of the program with a signed-in user."""

    def __init__(self) -> None:
        sys.path.insert(0, str(Path.cwd()))
        os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.config.settings"
        from tournament.config.wsgi import application

        self._application = application
        from django.conf import settings
        from django.test import Client

        from tests.factories.tournaments import make_owner
        from tournament.models import User

        client = Client()
        client.force_login(User.objects.filter(is_superuser=True).first() or make_owner())
        self._cookies = f"sessionid={client.cookies['sessionid'].value}; csrftoken={TOKEN}"
        settings.ALLOWED_HOSTS = ["*"]
        self._free = self._emptied()
        self.get("overview")
        gc.collect()
        gc.freeze()

    def get(
        self, page: str, mark: str = "", *, counted: bool = False, noted: bool = False
    ) -> dict[str, Any]:
        """Return a page, or nothing if its ETag still holds; `noted`: after a new entry."""
        from django.urls import reverse

        if noted:
            from tests.factories.journal import note
            from tournament.models import Tournament

            note(Tournament.objects.get(slug=SLUG))
        arguments = [] if page == EMPTY else [SLUG]
        arguments += [1] if page in OF_A_ROUND else [1, 1] if page in OF_A_TABLE else []
        return self._ask("GET", reverse(page, args=arguments), mark=mark, counted=counted)

    def save(self, page: str, *, counted: bool = False) -> dict[str, Any]:
        """Save the sheet of a table that has none."""
        from urllib.parse import urlencode

        from django.urls import reverse

        from tests.factories.desk import real_sheets, typed_rows, typed_totals

        table = next(self._free)
        sheet = next(each for each in real_sheets() if each["table_size"] == 4)
        address = reverse("sheet", args=[SLUG, ROUNDS, table])
        fields = typed_totals(*sheet["totals"])
        if page == "totals by lane":
            address = reverse("totals-lane-save", args=[SLUG, ROUNDS])
            typed = {"table": table, "totals": [str(total) for total in sheet["totals"]]}
            return self._ask(
                "POST", address, json.dumps(typed), "application/json", counted=counted
            )
        if page == "24 rows saved":
            fields = {"kind": "rows", **typed_rows(sheet)}
        body = urlencode({**fields, "action": "save", "based_on": ""})
        form = "application/x-www-form-urlencoded"
        return self._ask("POST", address, body, form, counted=counted)

    def _emptied(self) -> Iterator[int]:
        """Return a table without its sheet, each time another; the last one's is missing, too."""
        from tournament.models import GameTable
        from tournament.permissions import COMMAND_LINE
        from tournament.sheets.writes.sheets import take_sheet_back

        tables = GameTable.objects.filter(round__tournament__slug=SLUG, round__number=ROUNDS)
        while True:
            last, *others = tables.order_by("-number")
            for table in (last, *others):
                if version := table.current_version:
                    take_sheet_back(COMMAND_LINE, table, "Messung", version=version.number)
                if table != last:
                    yield table.number

    def _ask(
        self,
        method: str,
        path: str,
        body: str = "",
        kind: str = "",
        *,
        mark: str = "",
        counted: bool = False,
    ) -> dict[str, Any]:
        from django.db import connection

        environ = {
            "REQUEST_METHOD": method,
            "PATH_INFO": path,
            "QUERY_STRING": "",
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "REMOTE_ADDR": "127.0.0.1",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body.encode()),
            "wsgi.errors": sys.stderr,
            "CONTENT_LENGTH": str(len(body.encode())),
            "CONTENT_TYPE": kind,
            "HTTP_COOKIE": self._cookies,
            "HTTP_HOST": "localhost",
            "HTTP_X_CSRFTOKEN": TOKEN,
            "HTTP_ACCEPT_LANGUAGE": "de",
            **({"HTTP_IF_NONE_MATCH": mark} if mark else {}),
        }
        status, headers = "", {}

        def start_response(given: str, fields: list[tuple[str, str]], *rest: object) -> None:
            nonlocal status, headers
            status, headers = given, dict(fields)

        connection.force_debug_cursor = counted
        connection.queries_log.clear()
        start = time.process_time()
        answer = self._application(environ, start_response)
        content = b"".join(answer)
        queries = len(connection.queries_log)
        answer.close()
        return {
            "ms": (time.process_time() - start) * 1000,
            "status": int(status.split()[0]),
            "etag": headers.get("ETag", ""),
            "bytes": len(content),
            "rows": content.count(b"<tr"),
            "queries": queries,
        }


def answering() -> None:
    """The worker."""
    server = Server()
    for line in sys.stdin:
        asked = json.loads(line)
        act = server.save if " " in asked["page"] else server.get
        sys.stdout.write(json.dumps(act(**asked)) + "\n")
        sys.stdout.flush()


# --- Both in turns --------------------------------------------------------------------------------


class Version:
    """A work tree with its process, on a copy of its data."""

    def __init__(self, tree: Path, data: Path, players: int) -> None:
        self._environment = {**os.environ, "KREUZDAME_VAR": str(data), "PYTHONHASHSEED": "0"}
        self._tree = tree
        self._copy = tempfile.TemporaryDirectory()
        if not data.exists():
            data.mkdir(parents=True)
            manage = [sys.executable, "manage.py"]
            self._run(*manage, "migrate", "--verbosity", "0")
            given = ["--players", str(players), "--rounds", str(ROUNDS), "--seed", "1"]
            self._run(*manage, "generate_tournament", SLUG, *given)
        shutil.copytree(data, self._copy.name, dirs_exist_ok=True)
        self._environment["KREUZDAME_VAR"] = self._copy.name
        self._process = subprocess.Popen(
            [sys.executable, HERE, "worker"],
            cwd=tree,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=self._environment,
        )

    def ask(self, **asked: Any) -> dict[str, Any]:
        """Return an answer, with its cost."""
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        assert answer["status"] in (200, 302, 304), (asked, answer)
        return answer

    def end(self) -> None:
        """Stop the process."""
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()
        self._copy.cleanup()

    def _run(self, *command: str) -> None:
        subprocess.run(command, cwd=self._tree, env=self._environment, check=True)


def compared(other: Path, data: Path, players: int, pages: list[str]) -> None:
    """Return a line for each page, as a table of Markdown."""
    trees = (other, HERE.parents[2])
    names = ("before", "now")
    before, now = (
        Version(tree, data / f"{players}-{name}", players)
        for tree, name in zip(trees, names, strict=True)
    )
    say(
        f"{players} players",
        "before",
        "now",
        "quotient",
        "goal",
        "queries",
        "rows",
        "KB",
        *HERE_ALONE,
    )
    say("---", *["---:"] * 9)
    for page in pages:
        pairs = [(before.ask(page=page), now.ask(page=page)) for _ in range(REPEATS + WARM)][WARM:]
        first, last = (version.ask(page=page, counted=True) for version in (before, now))
        noted, again = [], []
        if mark := last["etag"]:
            noted = [now.ask(page=page, noted=True) for _ in range(REPEATS)]
            mark = now.ask(page=page)["etag"]
            again = [now.ask(page=page, mark=mark) for _ in range(REPEATS)]
            assert {(each["status"], each["bytes"]) for each in again} == {(304, 0)}
        say(
            page,
            *(f"{statistics.median(pair[at]['ms'] for pair in pairs):.1f}" for at in (0, 1)),
            f"{statistics.median(new['ms'] / old['ms'] for old, new in pairs):.2f}",
            GOALS[page] or "",
            *(f"{first[key]} → {last[key]}" for key in ("queries", "rows")),
            f"{first['bytes'] / 1000:.0f} → {last['bytes'] / 1000:.0f}",
            *(
                f"{statistics.median(each['ms'] for each in asked):.1f}" if asked else ""
                for asked in (noted, again)
            ),
        )
    before.end()
    now.end()


def say(*cells: object) -> None:
    """Print a row of the table."""
    sys.stdout.write(f"| {' | '.join(map(str, cells))} |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    if sys.argv[1] == "worker":
        answering()
    else:
        _other, _data, *_rest = sys.argv[1:]
        _players = int(_rest[0]) if _rest else 176
        compared(Path(_other).resolve(), Path(_data), _players, _rest[1:] or list(GOALS))
