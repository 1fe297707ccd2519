"""Measure writing the archive of a large tournament, and opening it.

pytest -s tools/benchmarks/archive.py
"""

import sys
import time
from io import StringIO

import pytest
from django.core.management import call_command

from tournament.archives.writes import open_archive
from tournament.exports.archive import archive_file
from tournament.imports.apart import read_apart
from tournament.imports.archives import read_archive
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.rehearsal.writes import generate_tournament
from tournament.tournaments.writes.tournaments import delete_tournament
from tournament.trust.reads.audit import contradictions

PLAYERS, ROUNDS = 176, 8


def lists() -> list[str]:
    """Return the standings as json and csv."""
    outs = {kind: StringIO() for kind in ("json", "csv")}
    for kind, out in outs.items():
        call_command("standings", "gross", "--format", kind, stdout=out)
    return [out.getvalue() for out in outs.values()]


@pytest.mark.benchmark
@pytest.mark.alone
@pytest.mark.django_db
def test_archive_of_a_large_tournament() -> None:
    made = generate_tournament(
        COMMAND_LINE, slug="gross", players=PLAYERS, rounds=ROUNDS, seed="Kreuzdame"
    )
    # As a real one: people of a rehearsal are not matched with known ones.
    Tournament.objects.filter(pk=made.pk).update(is_rehearsal=False)
    tournament = Tournament.objects.get(pk=made.pk)
    before = lists()
    start = time.perf_counter()
    content = archive_file(tournament).content
    written = time.perf_counter()
    delete_tournament(COMMAND_LINE, tournament)
    deleted = time.perf_counter()
    archive = read_apart(read_archive, content)
    read = time.perf_counter()
    opened = open_archive(COMMAND_LINE, archive)
    done = time.perf_counter()
    assert (opened.same_standings, lists() == before) == (True, True)
    assert contradictions(opened.tournament) == ()
    call_command("recount", "gross", stdout=StringIO())
    sys.stdout.write(
        f"\n{PLAYERS} players, {ROUNDS} rounds, {len(content) / 1e6:.1f} MB: "
        f"written in {written - start:.1f} s, read in {read - deleted:.1f} s, "
        f"opened in {done - read:.1f} s\n"
    )
