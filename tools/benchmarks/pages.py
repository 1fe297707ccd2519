"""Server time and queries of every page at 176 players and 8 rounds.

pytest -s tools/benchmarks/pages.py
"""

import os
import platform
import statistics
import sys
import time

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories.tournaments import make_owner
from tournament.permissions import COMMAND_LINE
from tournament.rehearsal.writes import generate_tournament

PLAYERS, ROUNDS, REPEATS = 176, 8, 7
PAGES = [
    ("home", ()),
    ("overview", None),
    ("players", None),
    ("round", (ROUNDS,)),
    ("round-seats", (ROUNDS,)),
    ("sheet", (ROUNDS, 1)),
    ("sheet-versions", (ROUNDS, 1)),
    ("round-result", (ROUNDS,)),
    ("standings", None),
    ("penalties", None),
    ("deductions", None),
    ("print", None),
    ("journal", None),
    ("accounts", ()),
    ("installation-journal", ()),
]
OF_THE_INSTALLATION = {"home", "accounts", "installation-journal"}


@pytest.mark.benchmark
@pytest.mark.django_db
def test_pages_of_a_championship(client: Client) -> None:
    tournament = generate_tournament(
        COMMAND_LINE, slug="championship", players=PLAYERS, rounds=ROUNDS, seed="1"
    )
    client.force_login(make_owner())
    sys.stdout.write(f"\n{PLAYERS} x {ROUNDS} on {platform.machine()}, {os.cpu_count()} cores\n")
    sys.stdout.write(f"{'page':24} {'median':>9} {'longest':>9} {'queries':>8}\n")
    for name, arguments in PAGES:
        place = () if name in OF_THE_INSTALLATION else (tournament.slug,)
        address = reverse(name, args=[*place, *(arguments or ())])
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(address).status_code == 200
        asked = len(queries)  # before the next request empties the log
        times = [_milliseconds(client, address) for _ in range(REPEATS)]
        sys.stdout.write(
            f"{name:24} {statistics.median(times):6.1f} ms {max(times):6.1f} ms {asked:8}\n"
        )


def _milliseconds(client: Client, address: str) -> float:
    start = time.perf_counter()
    client.get(address)
    return (time.perf_counter() - start) * 1000
