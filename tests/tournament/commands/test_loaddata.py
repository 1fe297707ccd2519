"""The example as a Django fixture: what the program itself would make, for an empty database."""

import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.factories.tournaments import make_owner
from tests.factories.words import text
from tests.processes.hall import PROJECT, environment
from tools.example_fixture import FIXTURE
from tournament.models import Person, Tournament

# The workbook with recount is made by another process, which finds the same rows.
LOAD_AND_READ = """
from unittest.mock import patch
from django.core.management import call_command
from tournament.exports.excel import apart
from tournament.models import Tournament
call_command("loaddata", "beispiel")
print("=====")
call_command("recount", "beispiel")
print("=====")
call_command("standings", "beispiel", "--format", "csv")
print("=====")
with patch.object(apart, "workbook", None):  # so it cannot be made here
    made = apart.workbook_apart(Tournament.objects.get(), with_payments=False)
print(made.file_name, made.content[:2].decode())
"""


def run(var: Path, *words: str) -> str:
    """Run Python with these words on this folder; return what it says."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=PROJECT,
        env=environment(var),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


WRITE = """
import sys
from pathlib import Path
from tools.example_fixture import write_fixture
write_fixture(Path(sys.argv[1]))
"""


@pytest.mark.django_db
def test_fixture_is_what_the_program_makes(tmp_path, var):
    file = tmp_path / "beispiel.json"

    run(var, "-c", WRITE, str(file))

    assert file.read_text(encoding="utf-8") == FIXTURE.read_text(encoding="utf-8")


@pytest.mark.django_db
def test_empty_database_takes_it_and_every_figure_agrees(var):
    told = run(var, "manage.py", "shell", "--no-imports", "-c", LOAD_AND_READ)
    _loaded, recount, standings, made = told.split("=====\n")
    assert text("Every figure agrees.") in recount
    assert len(standings.splitlines()) == 73
    assert made == "beispiel-ergebnisse.xlsx PK\n"


@pytest.mark.django_db
@pytest.mark.parametrize("there", ["account", "person"])
def test_database_that_holds_something_refuses_it(there, capsys):
    if there == "account":
        make_owner()
    else:
        Person.objects.create(last_name="Beck")
    before = (Person.objects.count(), Tournament.objects.count())

    with pytest.raises(SystemExit):
        call_command("loaddata", "beispiel")

    said = text(
        "The example is only loaded into an empty database: this one has people, tournaments "
        "or accounts. Nothing was changed. Please use a new folder (KREUZDAME_VAR) for it."
    )
    assert capsys.readouterr().err.strip() == said
    assert (Person.objects.count(), Tournament.objects.count()) == before
