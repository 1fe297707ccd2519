"""Processor time of pages and saves on a day with 8 rounds, compared with another version.

python tools/benchmarks/fast_pages.py OTHER_WORK_TREE DATA [PLAYERS] [PAGE ...]
python tools/benchmarks/fast_pages.py growth DATA PLAYERS ...

Two processes answer in turns, each in its own work tree, through the WSGI application with a
database in a file. DATA is a directory in which each version creates its tournament, once; every
run works on a copy of it, so that none finds more versions of a sheet than the one before. The
clock of the last round runs, half of its sheets are in, and before every answer another window
saves a draft in that round. Measured in every turn are an empty page of somebody signed in, the
page right after a sheet was saved elsewhere (with whatever that save left to do in the
background), and the page again, as the browser asks that has it. Printed are medians and the
quotients of what lies above the empty page of the same version, with the goals. `growth` asks this
version alone, by turns about tournaments of several sizes.
"""

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
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve()
SLUG, ROUNDS, REPEATS, WARM = "gross", 8, 15, 3
TOKEN = "k" * 32
GOALS = {
    "overview": 0.5,
    "players": 0.4,
    "round-seats": 0.45,
    "round": 0.35,
    "board": 0.4,
    "sheet": 0.45,
    "totals-lane": 0.35,
    "round-result": 0.3,
    "standings": 0.35,
    "totals by form": 0.6,
    "totals by lane": 0.6,
    "24 rows saved": 0.6,
}
"""The share of the other version's time: of pages above an empty one, of saves the whole."""
UNCHANGED = 1.2
"""What a page that has not changed may take, in empty pages."""
OF_A_ROUND = {"round-seats", "round", "round-result", "board", "totals-lane"}
OF_A_TABLE = {"sheet"}
EMPTY = "password"
"""An empty page for a signed-in user."""
BACKGROUND = 0.03
"""Seconds that what works on after a save has until the page is asked for."""


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
        from tournament.management.server import keep_what_is_loaded
        from tournament.models import User

        client = Client()
        client.force_login(User.objects.filter(is_superuser=True).first() or make_owner())
        self._cookies = f"sessionid={client.cookies['sessionid'].value}; csrftoken={TOKEN}"
        settings.ALLOWED_HOSTS = ["*"]
        self._free = self._emptied()
        self._drafts = 0
        next(self._free)
        self.get("overview")
        keep_what_is_loaded()

    def get(
        self, page: str, mark: str = "", *, counted: bool = False, noted: bool = False
    ) -> dict[str, Any]:
        """Return a page, or nothing if its ETag still holds; `noted`: after an entry elsewhere."""
        from django.urls import reverse

        arguments: list[Any] = [] if page == EMPTY else [SLUG]
        arguments += [ROUNDS] if page in OF_A_ROUND else []
        arguments += [ROUNDS, 1] if page in OF_A_TABLE else []
        address = reverse(page, args=arguments)
        self._type_elsewhere()
        if not noted:
            return self._ask("GET", address, mark=mark, counted=counted)
        self.save("totals by lane")
        start = time.process_time()
        time.sleep(BACKGROUND)
        left = (time.process_time() - start) * 1000
        answer = self._ask("GET", address, counted=counted)
        return {**answer, "ms": answer["ms"] + left}

    def save(self, page: str, *, counted: bool = False) -> dict[str, Any]:
        """Save the sheet of a table that has none."""
        from urllib.parse import urlencode

        from django.urls import reverse

        from tests.factories.desk import real_sheets, typed_rows, typed_totals

        self._type_elsewhere()
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
        """Return tables of the running round without a sheet, half of which are to be typed."""
        from django.utils import timezone

        from tournament.models import GameTable, Round
        from tournament.permissions import COMMAND_LINE

        take_sheet_back = service("sheets.writes.sheets", "services.sheets").take_sheet_back
        last = Round.objects.filter(tournament__slug=SLUG, number=ROUNDS)
        last.update(started_at=timezone.now(), ended_at=None)
        tables = GameTable.objects.filter(round__in=last).order_by("-number")
        while True:
            half = list(tables[: tables.count() // 2])
            for table in half:
                if version := table.current_version:
                    take_sheet_back(COMMAND_LINE, table, "Messung", version=version.number)
            for table in half[1:]:
                yield table.number

    def _type_elsewhere(self) -> None:
        """Save a draft at the table that never gets a sheet, as a window does that types there."""
        from tournament.models import GameTable, User
        from tournament.permissions import Actor

        drafts = service("sheets.writes.progress", "services.drafts")
        self._drafts += 1
        tables = GameTable.objects.filter(round__tournament__slug=SLUG, round__number=ROUNDS)
        drafts.save_draft(
            Actor(User.objects.get(is_superuser=True)),
            tables.order_by("-number")[0],
            "totals",
            {"t1": str(self._drafts)},
            None,
            drafts.Window("elsewhere"),
        )

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


def service(*modules: str) -> Any:
    """Return the first of these modules that this version has."""
    for module in modules:
        with suppress(ModuleNotFoundError):
            return import_module(f"tournament.{module}")
    raise ModuleNotFoundError(modules)


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
    """Print a line for each page and save, as a table of Markdown."""
    before, now = (
        Version(tree, data / f"{players}-{name}", players)
        for tree, name in ((other, "before"), (HERE.parents[2], "now"))
    )
    titles = ("before", "now", "quotient", "goal", "again", "of an empty page", "goal", "queries")
    say(f"{players} players", *titles)
    say("---", *["---:"] * len(titles))
    for page in pages:
        turns = [[turn(version, page) for version in (before, now)] for _ in range(REPEATS + WARM)]
        old, new = (median_of([each[at] for each in turns[WARM:]]) for at in (0, 1))
        is_save = " " in page
        above = [each["first"] - (0 if is_save else each["empty"]) for each in (old, new)]
        old_queries, queries = (count_queries(version, page) for version in (before, now))
        say(
            page,
            *(f"{each['first']:.1f}" for each in (old, new)),
            f"{above[1] / above[0]:.2f}",
            GOALS[page],
            *(
                ["", "", ""]
                if is_save
                else [
                    f"{new['again']:.1f}{'' if new['is_304'] else ' (whole)'}",
                    f"{new['again'] / new['empty']:.2f}",
                    UNCHANGED,
                ]
            ),
            f"{old_queries} → {queries}",
        )
    before.end()
    now.end()


def grown(data: Path, sizes: list[int]) -> None:
    """Print what pages take right after an entry and saves take, in empty pages, by size."""
    versions = [Version(HERE.parents[2], data / f"{size}-now", size) for size in sizes]
    say("right after an entry, in empty pages", *sizes, "growth", "queries")
    say("---", *["---:"] * (len(sizes) + 2))
    for page in GOALS:
        costs: list[list[float]] = [[] for _ in sizes]
        for _ in range(WARM + REPEATS):
            for version, known in zip(versions, costs, strict=True):
                empty, took = version.ask(page=EMPTY)["ms"], turn(version, page)["first"]
                known.append(took / empty)
        medians = [statistics.median(known[WARM:]) for known in costs]
        queries = sorted({count_queries(version, page) for version in versions})
        growth = f"{medians[-1] / medians[0]:.1f}"
        say(page, *(f"{each:.1f}" for each in medians), growth, "–".join(map(str, queries)))
    for version in versions:
        version.end()


def turn(version: Version, page: str) -> dict[str, float]:
    """Return the costs of an empty page, the page after an entry, and again, unchanged."""
    if " " in page:
        return {"first": version.ask(page=page)["ms"]}
    empty = version.ask(page=EMPTY)["ms"]
    first = version.ask(page=page, noted=True)
    again = version.ask(page=page, mark=first["etag"])
    return {
        "empty": empty,
        "first": first["ms"],
        "again": again["ms"],
        "is_304": again["status"] == 304,
    }


def median_of(turns: list[dict[str, float]]) -> dict[str, float]:
    """Return the median of each figure."""
    return {name: statistics.median(each[name] for each in turns) for name in turns[0]}


def count_queries(version: Version, page: str) -> int:
    """Return the queries of a save, or of a page after an entry."""
    more = {} if " " in page else {"noted": True}
    queries: int = version.ask(page=page, counted=True, **more)["queries"]
    return queries


def say(*cells: object) -> None:
    """Print a row of the table."""
    sys.stdout.write(f"| {' | '.join(map(str, cells))} |\n")
    sys.stdout.flush()


if __name__ == "__main__":
    if sys.argv[1] == "worker":
        answering()
    elif sys.argv[1] == "growth":
        grown(Path(sys.argv[2]), [int(size) for size in sys.argv[3:]])
    else:
        _other, _data, *_rest = sys.argv[1:]
        _players = int(_rest[0]) if _rest else 176
        compared(Path(_other).resolve(), Path(_data), _players, _rest[1:] or list(GOALS))
