"""Score sheets compared with a plain table of WeasyPrint: pytest -s
tools/benchmarks/score_sheets.py.

Processor time, in turns in one run. The plain table has the same cells, names and captions, and no
layout. Memory is the peak of the whole process, including the tests.
"""

import os
import platform
import resource
import sys
from html import escape
from statistics import median
from time import process_time

import pytest
import weasyprint

from tests.factories.rounds import make_drawn_tournament, round_number
from tournament.exports.pdf.score_sheets import score_sheets
from tournament.models import Round
from tournament.rounds.reads.rounds import table_states

TURNS = 3


def plain(round: Round) -> bytes:
    """Return a page with one HTML table for each table of the round."""
    pages = []
    for table in table_states(round):
        names = "".join(f"<th colspan=2>{escape(row.name)}" for row in table.players)
        empty = "<td>" * (2 * table.size)
        games = range(1, round.tournament.games(table.size) + 1)
        rows = "".join(f"<tr><td>{game}<td><td><td>{empty}" for game in games)
        pages.append(
            f"<h1>Tisch {table.number} {table.code}</h1>"
            f"<table><tr><th>Nr.<th>Geber<th>Gewinner<th>Wert{names}{rows}</table>"
        )
    css = (
        "table{width:100%;border-collapse:collapse;break-after:page}"
        "td,th{border:1px solid;height:9mm}"
    )
    made: bytes = weasyprint.HTML(string=f"<style>{css}</style>{''.join(pages)}").write_pdf()
    return made


def seconds(make, *args: object) -> tuple[float, bytes]:
    start = process_time()
    made = make(*args)
    return process_time() - start, made


def drawn(round: Round) -> bytes:
    return score_sheets(round).content


@pytest.mark.benchmark
@pytest.mark.django_db
def test_score_sheets_compared_with_a_plain_table() -> None:
    sys.stdout.write(f"\non {platform.machine()}, {os.cpu_count()} cores\n")
    many = round_number(make_drawn_tournament(1000, slug="gross"), 1)
    took, made = seconds(drawn, many)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sys.stdout.write(
        f"250 sheets: {took:.2f} s, {len(made) / 1e6:.2f} MB, {memory:.0f} MB in all\n"
    )
    round = round_number(make_drawn_tournament(176), 1)
    pairs = [(seconds(drawn, round)[0], seconds(plain, round)[0]) for _ in range(TURNS)]
    ours, theirs = (median(each) for each in zip(*pairs, strict=True))
    times = theirs / ours
    sys.stdout.write(f"44 sheets: drawn {ours:.3f} s, plain {theirs:.2f} s: {times:.0f} times\n")
