"""A database of the program before the journal kept facts goes on, with one entry more."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.processes.hall import command

LAST_BEFORE = "0010_commitments_and_draws_never_change"
STORY = """
from tournament.models import Tournament
from tournament.selectors.audit import contradictions
from tournament.selectors.journal import journal_days, journal_entries
for tournament in Tournament.objects.order_by("pk"):
    days = journal_days(tournament, journal_entries(tournament).order_by("pk"))
    sentences = [sentence for day in days for act in day.acts for sentence in act.sentences]
    print(len(sentences), sentences[-1], "Turnier angelegt." in sentences, sep="|")
"""
NOTED = "Alles festgehalten, wie es bei der Aktualisierung des Programms gespeichert war."
CHANGED = "UPDATE tournament_entry SET tags = '[]' WHERE number = 2"


@pytest.fixture
def var(tmp_path: Path, project: Path) -> Path:
    """An installation with two tournaments, one of them played, as made by that program."""
    var = tmp_path / "var"
    var.mkdir()
    command(var, "migrate", "tournament", LAST_BEFORE)
    with closing(sqlite3.connect(var / "kreuzdame.sqlite3")) as database, database:
        database.executescript((project / "fixtures/databases/before-facts.sql").read_text("utf-8"))
    command(var, "migrate")
    return var


def test_everything_is_noted_once_and_compared_from_then_on(var: Path) -> None:
    """What was before stays readable, and sealed."""
    story = command(var, "shell", "--no-imports", "-c", STORY).splitlines()
    assert story == [f"31|{NOTED}|True", f"2|{NOTED}|True"]
    told = command(var, "recount", "herbst")
    assert "Das Journal ist unversehrt: 31 Einträge" in told
    assert "Was gespeichert ist, steht auch so im Journal." in told
    with closing(sqlite3.connect(var / "kreuzdame.sqlite3")) as database, database:
        salts = database.execute("SELECT salt FROM tournament_person").fetchall()
        assert (len(salts), len(set(salts))) == (8, 8)
        database.execute(CHANGED)
    with pytest.raises(AssertionError, match="Startnummer 2, Kategorien: gespeichert –, laut"):
        command(var, "recount", "herbst")
