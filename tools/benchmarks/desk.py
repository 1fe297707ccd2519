"""Processor time of the desk at 176 players and 8 rounds; what four people wait who save at once.

pytest -s tools/benchmarks/desk.py
"""

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from django.test import Client

from tests.factories.desk import address_of, real_sheets, typed_rows, typed_totals
from tests.factories.tournaments import make_owner
from tests.processes.hall import Desk, drawn_hall, saved_at_once, served, sessions, totals_of
from tournament.models import GameTable, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rehearsal.writes import generate_tournament
from tournament.sheets.writes.sheets import take_sheet_back

PLAYERS, ROUNDS, REPEATS = 176, 8, 21
CLIENTS, TABLES = 4, 60


def told(what: str, times: list[float]) -> None:
    """Return one line: median, 95th percentile and longest, in milliseconds."""
    late = sorted(times)[int(0.95 * (len(times) - 1))]
    sys.stdout.write(
        f"{what:44} {statistics.median(times):7.1f} {late:7.1f} {max(times):7.1f} ms\n"
    )


def timed(act: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    start = clock()
    act()
    return (clock() - start) * 1000


def emptied(tournament: Tournament) -> list[GameTable]:
    """Return tables of the last round without their results, to be saved again."""
    tables = GameTable.objects.filter(round__tournament=tournament, round__number=ROUNDS)
    for table in tables:
        version = table.current_version
        assert version is not None
        take_sheet_back(COMMAND_LINE, table, "Messung", version=version.number)
    return list(tables.order_by("number"))


@pytest.mark.benchmark
@pytest.mark.django_db
def test_saving_and_checking_at_a_championship(client: Client) -> None:
    tournament = generate_tournament(
        COMMAND_LINE, slug="championship", players=PLAYERS, rounds=ROUNDS, seed="1"
    )
    client.force_login(make_owner())
    tables = emptied(tournament)
    sheet = real_sheets()[0]
    rows = {"kind": "rows", **typed_rows(sheet), "action": "save", "based_on": ""}
    totals = {**typed_totals(*sheet["totals"]), "action": "save", "based_on": ""}
    sys.stdout.write(f"\n{'what':44} {'median':>7} {'p95':>7} {'longest':>7}\n")
    told("a full sheet saved", [_post(client, table, rows) for table in tables[:REPEATS]])
    told("totals saved", [_post(client, table, totals) for table in tables[REPEATS : 2 * REPEATS]])
    told(
        "live check of a list",
        [_check(client, tables[-1], rows) for _ in range(REPEATS)],
    )


def _post(client: Client, table: GameTable, fields: dict[str, str]) -> float:
    address = address_of(table)
    spent = timed(lambda: client.post(address, fields))
    table.refresh_from_db()
    assert table.current_version is not None
    return spent


def _check(client: Client, table: GameTable, rows: dict[str, str]) -> float:
    posted = {"kind": "rows", "fields": rows, "based_on": ""}
    address = address_of(table, "sheet-check")
    return timed(lambda: client.post(address, posted, content_type="application/json"))


@pytest.mark.benchmark
def test_sixty_tables_by_four_people_at_once(var: Path) -> None:
    """Through the server that `make run` starts, over HTTP, on SQLite in a file."""
    drawn_hall(var, TABLES)
    totals = {table: totals_of(table) for table in range(1, TABLES + 1)}
    with served(var) as server:
        desks = [Desk(server, "/t/halle/rounds/1/totals/", key) for key in sessions(var, CLIENTS)]
        answers = saved_at_once(desks, totals)
    assert {answer.state for answer in answers} == {"saved"}
    sys.stdout.write("\n")
    told(f"{TABLES} tables by {CLIENTS} at once", [answer.milliseconds for answer in answers])
