"""A database from before the journal kept facts still works: an entry says what is stored."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.factories.words import text
from tests.processes.hall import PROJECT, command

FIXTURES = PROJECT / "fixtures" / "databases"
# One row points to another that comes later.
OFF, ON = ("PRAGMA foreign_keys = OFF;\n", "PRAGMA foreign_keys = ON;\n")
# First the migrations a database of that program has had, by its names; then the others.
UPGRADE = """
from django.core.management import call_command
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from importlib import import_module
call_command("migrate", "tournament", "0001_initial", verbosity=0)
connection.connection.executescript({rows!r})
applied = MigrationRecorder.Migration.objects.filter(app="tournament")
applied.all().delete()
for app, name in import_module("tournament.migrations.0001_initial").Migration.replaces:
    applied.create(app=app, name=name)
call_command("migrate", verbosity=0)
"""
STORY = """
from tournament.models import Tournament
from tournament.trust.reads.audit import contradictions
from tournament.trust.reads.journal import journal_days, journal_entries
for tournament in Tournament.objects.order_by("pk"):
    days = journal_days(tournament, journal_entries(tournament).order_by("pk"))
    sentences = [sentence for day in days for act in day.acts for sentence in act.sentences]
    print(len(sentences), sentences[-1], "Turnier angelegt." in sentences, sep="|")
call_command("recount", "herbst")
"""
NOTED = text("Everything noted as it was stored when the program was updated.")
# Version 3 was typed differently and decided; so was version 1, before the penalty of version 2,
# and version 2 is confirmed by a second person nobody asked for.
LOOKS = """
UPDATE tournament_tournament SET second_look = 'person' WHERE id = 1;
INSERT INTO tournament_secondlook (id, version_id, user_id, how, reason, at)
  VALUES (7, 3, 2, 'decided', 'Papier', '2026-11-22 08:00:00');
INSERT INTO tournament_differentlook (id, version_id, user_id, totals, content, at)
  SELECT 9, id, 2, '[1, 1, -1, -1]', NULL, '2026-11-22 08:01:00' FROM tournament_sheetversion
  WHERE id = 1;
"""
VERIFICATIONS = """
from tournament.models import SheetVersion, Tournament, Verification
print(Tournament.objects.get(pk=1).verification)
print([version.typists for version in SheetVersion.objects.order_by("pk")])
for each in Verification.objects.order_by("version_id", "pk"):
    print(each.version_id, each.agrees, each.user, each.totals, each.decided_by, each.reason)
"""
CHANGED = "UPDATE tournament_entry SET tags = '[]' WHERE number = 2"


def test_rows_are_noted_and_compared_from_then_on(tmp_path: Path) -> None:
    """Of two tournaments, one of them played; earlier entries stay readable, and sealed."""
    rows = f"{OFF}{(FIXTURES / 'before-facts.sql').read_text('utf-8')}{LOOKS}{ON}"
    script = f"{UPGRADE.format(rows=rows)}{STORY}{VERIFICATIONS}"
    told = command(tmp_path, "shell", "--no-imports", "-c", script).splitlines()
    assert told[:2] == [f"31|{NOTED}|True", f"2|{NOTED}|True"]
    assert told[-5:] == [
        "person",
        "[[1], [1], [1]]",
        "1 False ulla [1, 1, -1, -1] None ",
        "2 False ulla [2, 2, -4, 0] None ",
        "3 False ulla [2, 6, -2, -6] ulla Papier",
    ]
    (whole,) = (line for line in told if line.startswith("Das Journal"))
    assert re.findall(r" (\d+) ", whole) == ["31"]
    assert text("What is stored is what the journal says.") in told
    with closing(sqlite3.connect(tmp_path / "kreuzdame.sqlite3")) as database, database:
        salts = database.execute("SELECT salt FROM tournament_person").fetchall()
        assert (len(salts), len(set(salts))) == (8, 8)
        database.execute(CHANGED)
    with pytest.raises(AssertionError, match="Startnummer 2, Kategorien: gespeichert –, laut"):
        command(tmp_path, "recount", "herbst")
