"""Two versions on the same data: the newer one updates it, or leaves it as it was."""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from tests.factories.words import text
from tests.processes.hall import environment
from tests.tournament.test_serve import PROJECT

TREES = ("fixtures", "scoring", "templates", "tournament")
MIGRATION = """
from django.db import migrations, models
def end(apps, schema_editor):
    {end}
class Migration(migrations.Migration):
    dependencies = [("tournament", "{after}")]
    operations = [{operations}]
"""
NOTE = """migrations.AddField("series", "note", models.TextField(default=""))"""
LIST = "from tournament.models import *; print(*Tournament.objects.values_list('slug', flat=True))"


@dataclass(frozen=True, slots=True)
class Version:
    """A version of the program in its own directory, on shared data."""

    directory: Path
    var: Path

    def run(self, *words: str) -> tuple[int, str, str]:
        ended = subprocess.run(
            [sys.executable, self.directory / "manage.py", *words],
            env=environment(self.var),
            capture_output=True,
            text=True,
            check=False,
        )
        return ended.returncode, ended.stdout, ended.stderr

    def told(self, *words: str) -> str:
        """Return what a command prints; it must not fail."""
        code, printed, errors = self.run(*words)
        assert (code, errors) == (0, "")
        return printed

    def copies(self, occasion: str) -> list[Path]:
        return sorted((self.var / "backups").glob(f"*-{occasion}.sqlite3"))

    def migration(self, name: str, operations: str, end: str = "pass") -> None:
        """Add a migration at the end of this version."""
        migrations = self.directory / "tournament" / "migrations"
        after = max(path.stem for path in migrations.glob("0*.py"))
        text = MIGRATION.format(after=after, operations=operations, end=end)
        (migrations / f"{name}.py").write_text(text)

    def slugs(self) -> list[str]:
        return sorted(self.told("shell", "--no-imports", "-c", LIST).split())


@pytest.fixture
def older(tmp_path) -> Version:
    """This version, with its own data of one tournament."""
    version = Version(PROJECT, tmp_path / "var")
    version.told("serve", "--prepare")
    version.told("create_tournament", "halle", "--name", "Halle", "--rounds", "1")
    return version


@pytest.fixture
def newer(older, tmp_path) -> Version:
    """The next version, on the same data."""
    for tree in TREES:
        copytree(PROJECT / tree, tmp_path / tree, ignore=ignore_patterns("__pycache__"))
    (tmp_path / "manage.py").write_bytes((PROJECT / "manage.py").read_bytes())
    version = Version(tmp_path, older.var)
    version.migration("0900_note", NOTE)
    return version


@pytest.mark.slow
def test_way_to_the_newer_version_and_back(older, newer):
    before = older.slugs()
    assert newer.told("serve", "--prepare").startswith("Die Datenbank wird eingerichtet ...\n")
    newer.told("create_tournament", "neu", "--name", "Neu", "--rounds", "1")

    code, printed, errors = older.run("serve", "--prepare")
    assert (code, printed) == (1, "")
    (copy,) = older.copies("update")
    assert str(copy) in errors
    assert newer.slugs() == sorted([*before, "neu"])

    older.told("restore", str(copy))
    assert "eingerichtet" not in older.told("serve", "--prepare")
    assert (older.slugs(), len(older.copies("aside"))) == (before, 1)


@pytest.mark.slow
def test_update_that_fails_leaves_everything_to_the_older_version(older, newer):
    before = older.slugs()
    newer.migration("0901_broken", "migrations.RunPython(end)", 'raise RuntimeError("kein Platz")')
    code, printed, errors = newer.run("serve", "--prepare")
    (copy,) = older.copies("update")
    assert (code, printed) == (1, "Die Datenbank wird eingerichtet ...\n")
    told = text(
        "The data could not be brought up to this version (%(reason)s). Everything is as it was "
        "before: please go on with the version before. A copy lies at %(copy)s.",
        reason="kein Platz",
        copy=copy,
    )
    assert errors == told + "\n"
    assert "eingerichtet" not in older.told("serve", "--prepare")
    assert (older.slugs(), len(older.copies("aside"))) == (before, 1)
