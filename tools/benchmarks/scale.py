"""Time by size of a tournament and by number of other tournaments in the database.

python -m tools.benchmarks.scale [sqlite | postgresql ...]

Tournaments of 64, 176 and 1,024 players over eight rounds in one database; besides them first
nothing, then 100 and 10,000 small evenings of eight players. Measured by the wall clock, as the
database of a server has its own process: medians of seven for pages and saves, of three for
documents. The figures are in docs/scale/*.json, from which docs/scale.md is made.
"""

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from tests.postgresql.run import cluster
from tests.processes.hall import PROJECT, environment
from tools.benchmarks.scale_page import page

PLAYERS, ROUNDS = (64, 176, 1024), 8
EVENINGS = (0, 100, 10_000)
PAGES, DOCUMENTS = 7, 3
OF_THE_INSTALLATION = ("home", "people")
OF_THE_TOURNAMENT = ("overview", "players", "standings", "print", "journal", "settings")
OF_A_ROUND = ("round", "round-seats", "round-result", "board", "totals-lane")
KINDS = ("sqlite", "postgresql")
MEASURED = PROJECT / "docs" / "scale"


# --- The worker: one database, a line of JSON for every figure ------------------------------------


def measure() -> None:
    """Fill the database step by step, and measure after each."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.test import Client

    from tests.factories.tournaments import make_owner
    from tools.benchmarks.evenings import copies_of
    from tournament.permissions import COMMAND_LINE
    from tournament.rehearsal.writes import generate_tournament

    call_command("migrate", verbosity=0)
    client = Client(SERVER_NAME="localhost")
    client.force_login(make_owner())
    tournaments = [
        generate_tournament(
            COMMAND_LINE, slug=f"players-{players}", players=players, rounds=ROUNDS, seed="1"
        )
        for players in PLAYERS
    ]
    evening = generate_tournament(COMMAND_LINE, slug="evening-0", players=8, rounds=1, seed="1")
    beside = 0
    for evenings in EVENINGS:
        copies_of(evening, beside + 1, evenings)
        beside = evenings
        for tournament, players in zip(tournaments, PLAYERS, strict=True):
            for what, milliseconds, size in _figures(client, tournament):
                figure = [evenings, players, what, round(milliseconds, 2), size]
                sys.stdout.write(json.dumps(figure) + "\n")
                sys.stdout.flush()


def _figures(client: Any, tournament: Any) -> Iterator[tuple[str, float, int]]:
    """Yield the figures of one tournament: name, milliseconds, and bytes of the answer."""
    from django.urls import reverse

    from tests.factories.journal import note
    from tournament.exports.excel import workbook as excel
    from tournament.exports.pdf.results import standings
    from tournament.exports.pdf.score_sheets import score_sheets
    from tournament.exports.pdf.seat_lists import seat_list

    def shown(name: str, *place: object) -> int:
        response = client.get(reverse(name, args=place))
        assert response.status_code == 200, (name, response.status_code)
        return len(response.content)

    slug = tournament.slug
    addresses = {
        **dict.fromkeys(OF_THE_INSTALLATION, ()),
        **dict.fromkeys(OF_THE_TOURNAMENT, (slug,)),
        **dict.fromkeys(OF_A_ROUND, (slug, ROUNDS)),
        "sheet": (slug, ROUNDS, 1),
    }
    for name, place in addresses.items():
        # After a new entry, so that nothing is cached from the answer before.
        yield name, *_timed(PAGES, partial(shown, name, *place), partial(note, tournament))
    yield "totals saved", *_timed(PAGES, *_saving(client, tournament))
    yield "draw", *_timed(PAGES, lambda: _drawn(tournament))
    last = tournament.rounds.get(number=ROUNDS)
    for name, document in {
        "seat list": partial(seat_list, last, "name"),
        "score sheets": partial(score_sheets, last),
        "standings on paper": partial(standings, tournament),
        "workbook": partial(excel.workbook, tournament),
    }.items():
        yield name, *_timed(DOCUMENTS, partial(_size, document))


def _size(document: Callable[[], Any]) -> int:
    return len(document().content)


def _timed(
    times: int, act: Callable[[], int], before: Callable[[], object] = lambda: None
) -> tuple[float, int]:
    waited, size = [], 0
    for _ in range(times + 1):
        before()
        start = time.perf_counter()
        size = act()
        waited.append((time.perf_counter() - start) * 1000)
    return median(waited[1:]), size  # the first one loads what all need


def _saving(client: Any, tournament: Any) -> tuple[Callable[[], int], Callable[[], object]]:
    """Save the totals of the last table, after taking it back."""
    from django.urls import reverse

    from tournament.models import GameTable
    from tournament.permissions import COMMAND_LINE
    from tournament.sheets.writes.sheets import take_sheet_back

    tables = GameTable.objects.filter(round__tournament=tournament, round__number=ROUNDS)
    number = tables.latest("number").number
    address = reverse("totals-lane-save", args=[tournament.slug, ROUNDS])
    figures = ["12", "-12", "4", "-4"]

    def save() -> int:
        typed = {"table": number, "totals": figures}
        answer = client.post(address, typed, content_type="application/json")
        assert answer.json()["state"] == "saved", answer.content
        return len(answer.content)

    def empty() -> None:
        table = tables.get(number=number)
        if version := table.current_version:
            take_sheet_back(COMMAND_LINE, table, "Messung", version=version.number)

    return save, empty


def _drawn(tournament: Any) -> int:
    """Return the seats of all rounds as the first draw has them; nothing is stored."""
    from tests.factories.draws import field
    from tournament.draw import DrawRequest, draw

    entrants = field(tournament.entries.count())
    return len(draw(DrawRequest(entrants, ROUNDS, "1")).rounds)


# --- Both databases, and the page made from the figures -------------------------------------------


@contextmanager
def database(kind: str) -> Iterator[dict[str, str]]:
    """Return the worker's environment for an empty database."""
    with tempfile.TemporaryDirectory() as var:
        if kind == "sqlite":
            yield environment(Path(var))
            return
        with cluster(is_safe=True) as address:
            yield environment(Path(var), DATABASE_URL=address)


def run(kind: str) -> None:
    """Measure one kind of database and store the figures."""
    with database(kind) as told:
        worker = subprocess.run(
            [sys.executable, "-m", "tools.benchmarks.scale", "worker"],
            cwd=PROJECT,
            env=told,
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    figures = [json.loads(line) for line in worker.stdout.splitlines()]
    machine = f"{os.cpu_count()} cores, {_processor()}, CPython {platform.python_version()}"
    kept = {"machine": machine, "day": f"{datetime.now(UTC):%d.%m.%Y}", "figures": figures}
    MEASURED.mkdir(exist_ok=True)
    (MEASURED / f"{kind}.json").write_text(json.dumps(kept).replace("], [", "],\n["))


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), "")


def main(*kinds: str) -> None:
    for kind in kinds or KINDS:
        run(kind)
    known = {kind: json.loads((MEASURED / f"{kind}.json").read_text()) for kind in KINDS}
    page(known, PROJECT / "docs")


if __name__ == "__main__":
    if sys.argv[1:] == ["worker"]:
        measure()
    else:
        main(*sys.argv[1:])
