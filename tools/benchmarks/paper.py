"""Processor time of paper and workbook, 176 players: pytest -s tools/benchmarks/paper.py."""

import os
import platform
import sys
import time
from collections.abc import Callable

import pytest

from tournament.exports.base import Document
from tournament.exports.excel import workbook as excel
from tournament.exports.pdf.results import round_result, standings
from tournament.exports.pdf.score_sheets import score_sheets
from tournament.exports.pdf.seat_lists import plan, seat_list
from tournament.permissions import COMMAND_LINE
from tournament.rehearsal.writes import generate_tournament

PLAYERS, ROUNDS = 176, 8


@pytest.mark.benchmark
@pytest.mark.django_db
def test_paper_and_workbook_of_a_championship() -> None:
    tournament = generate_tournament(
        COMMAND_LINE, slug="championship", players=PLAYERS, rounds=ROUNDS, seed="1"
    )
    last = tournament.rounds.get(number=ROUNDS)
    documents: dict[str, Callable[[], Document]] = {
        "first document": lambda: seat_list(last, "table"),
        "plan by table": lambda: plan(tournament, "table"),
        "seat list by table": lambda: seat_list(last, "table"),
        "seat list by name": lambda: seat_list(last, "name"),
        "round result": lambda: round_result(last),
        "standings": lambda: standings(tournament),
        "44 score sheets": lambda: score_sheets(last),
        "workbook": lambda: excel.workbook(tournament),
    }
    sys.stdout.write(f"\n{PLAYERS} x {ROUNDS} on {platform.machine()}, {os.cpu_count()} cores\n")
    for name, document in documents.items():
        start = time.process_time()
        size = len(document().content)
        seconds = time.process_time() - start
        sys.stdout.write(f"{name:20} {seconds:6.2f} s {size / 1024:8.0f} KiB\n")
