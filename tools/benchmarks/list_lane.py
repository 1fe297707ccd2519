"""Server time of the list lane at 176 players and 8 rounds: the check of a row, the doctor.

It is processor time of the process: its database is in memory, it waits for nothing, and other load
on the machine does not count.

pytest -s tools/benchmarks/list_lane.py
"""

import json
import statistics
import sys
import time
from collections.abc import Mapping
from random import Random

import pytest
from django.test import Client

from tests.factories.desk import address_of, real_sheets
from tests.factories.lane import typed_as_written, typed_lines
from tests.factories.slips import SLIPS, random_slip
from tests.factories.tournaments import make_owner
from tournament.models import GameTable
from tournament.permissions import COMMAND_LINE
from tournament.rehearsal.writes import generate_tournament

PLAYERS, ROUNDS, LISTS = 176, 8, 6


@pytest.mark.benchmark
@pytest.mark.django_db
def test_list_lane_of_a_championship(client: Client) -> None:
    tournament = generate_tournament(
        COMMAND_LINE, slug="championship", players=PLAYERS, rounds=ROUNDS, seed="1"
    )
    client.force_login(make_owner())
    table = tournament.rounds.get(number=ROUNDS).tables.get(number=1)
    _tell("row by row, real lists", _while_typing(client, table))
    slips = list(_slips(client, table, "check"))
    _tell("whole lists with a slip", slips)
    _tell("the doctor for these", list(_slips(client, table, "doctor")))


def _while_typing(client: Client, table: GameTable) -> list[float]:
    """Check after every line of some lists."""
    times = []
    for sheet in real_sheets()[:LISTS]:
        typed: dict[str, str] = {}
        for name, text in typed_lines(sheet).items():
            typed[name] = text
            times.append(_milliseconds(client, table, "check", typed))
    return times


def _slips(client: Client, table: GameTable, name: str) -> list[float]:
    return [
        _milliseconds(client, table, name, typed_as_written(slip.written))
        for kind in SLIPS
        for number in range(LISTS)
        if (slip := random_slip(kind, Random(f"{kind}{number}"))).written.table_size == table.size
    ]


def _milliseconds(client: Client, table: GameTable, name: str, fields: Mapping[str, str]) -> float:
    body = json.dumps({"kind": "rows", "based_on": "", "fields": fields})
    address = address_of(table, f"sheet-{name}")
    start = time.process_time()
    assert client.post(address, body, content_type="application/json").status_code == 200
    return (time.process_time() - start) * 1000


def _tell(what: str, times: list[float]) -> None:
    p95 = statistics.quantiles(times, n=20)[-1]
    sys.stdout.write(
        f"\n{what:28} n={len(times):4} median {statistics.median(times):6.1f} ms  "
        f"p95 {p95:6.1f} ms  longest {max(times):6.1f} ms\n"
    )
