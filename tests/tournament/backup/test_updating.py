"""A database is updated to the version of the program, or is again what it was before."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from importlib import import_module

import pytest
from django.core.management import call_command
from django.db import connection, connections, migrations
from django.db.migrations.recorder import MigrationRecorder

from tests.factories.backup import ON_SQLITE
from tournament.backup import restoring, sqlite
from tournament.backup.copies import free_name, kind, make_copy, own_copies
from tournament.backup.restoring import is_update_due, update_database
from tournament.backup.sqlite import database_file
from tournament.errors import Refused
from tournament.models import Tournament
from tournament.permissions import COMMAND_LINE
from tournament.tournaments.writes.tournaments import create_tournament

BEFORE, LAST = "0025_published_list_in_table_points", "0026_rounds_of_results_brought_in"
"""Late ones: each migration that is undone and made again takes its time."""
FIRST_RELEASE = "0002_tables_of_the_first_release", "0003_rows_of_the_first_program"
"""They have replaced others."""

pytestmark = [
    pytest.mark.database,
    pytest.mark.django_db(transaction=True),
    pytest.mark.alone,
]


def applied(names: tuple[str, ...] = (BEFORE, LAST)) -> list[str]:
    known = MigrationRecorder(connection).applied_migrations()
    return [name for name in names if ("tournament", name) in known]


def is_half_way() -> bool:
    """Return whether what the last migration adds is there."""
    with connection.cursor() as cursor:
        columns = connection.introspection.get_table_description(cursor, "tournament_eveningline")
    return "of_rounds" in {column.name for column in columns}


@pytest.fixture(autouse=True)
def _own_directory(settings, tmp_path):
    settings.BACKUP_DIRECTORY = tmp_path / "backups"
    yield
    if connection.vendor == "postgresql":  # where nobody sets the form of the database back
        settings.BACKUP_DIRECTORY = tmp_path / "later"
        connections.close_all()
        call_command("migrate", verbosity=0, interactive=False)


@pytest.fixture
def one_behind():
    """The database of a version that lacks the last migration, with a tournament."""
    create_tournament(COMMAND_LINE, slug="herbst", name="Herbst", rounds=1)
    call_command("migrate", "tournament", BEFORE, verbosity=0, interactive=False)
    for copy in own_copies():
        copy.path.unlink()


@pytest.fixture
def breaks_at_the_end(one_behind, monkeypatch):
    """An update that goes half-way: its migration breaks at the end, and stays broken."""

    def give_up(apps, schema_editor):
        raise RuntimeError("kein Platz")

    last = import_module(f"tournament.migrations.{LAST}").Migration
    with monkeypatch.context() as broken:
        operations = [*last.operations, migrations.RunPython(give_up)]
        broken.setattr(last, "operations", operations)
        broken.setattr(last, "atomic", False)
        yield


def test_successful_update_leaves_a_copy_of_the_old_state(one_behind):
    assert is_update_due()
    update_database()
    assert (applied(), is_update_due()) == ([BEFORE, LAST], False)
    (copy,) = own_copies()
    names = kind().column(copy.path, "django_migrations", "name") & {BEFORE, LAST}
    assert (copy.name.occasion, names) == ("update", {BEFORE})


def test_old_names_are_known_and_the_new_ones_recorded():
    recorder = MigrationRecorder(connection)
    for name in FIRST_RELEASE:
        recorder.record_unapplied("tournament", name)
    assert applied(FIRST_RELEASE) == []
    update_database()
    now = applied(FIRST_RELEASE), is_update_due(), own_copies()
    assert now == ([*FIRST_RELEASE], False, [])


def test_update_that_fails_half_way_is_put_back(breaks_at_the_end):
    with pytest.raises(Refused) as refused:
        update_database()
    assert (applied(), is_half_way()) == ([BEFORE], False)
    assert [*Tournament.objects.values_list("slug", flat=True)] == ["herbst"]
    aside, copy = own_copies()
    assert (aside.name.occasion, copy.name.occasion) == ("aside", "update")
    assert refused.value.code == "update_failed"
    assert refused.value.params == {"reason": "kein Platz", "copy": copy.path}


@ON_SQLITE[1]
def test_update_that_fails_during_another_write_says_what_to_do(breaks_at_the_end, monkeypatch):
    monkeypatch.setattr(sqlite, "WAIT_FOR_LOCK", 0)
    monkeypatch.setattr(sqlite, "_BUSY", 0)
    put_back = restoring.restore

    def while_another_writes(*args, **more):
        with closing(sqlite3.connect(database_file())) as other:
            other.execute("BEGIN IMMEDIATE")
            return put_back(*args, **more)

    monkeypatch.setattr(restoring, "restore", while_another_writes)
    with pytest.raises(Refused) as refused:
        update_database()
    assert (applied(), is_half_way()) == ([BEFORE], True)
    (copy,) = own_copies()
    assert refused.value.code == "update_stuck"
    assert refused.value.params == {"reason": "kein Platz", "copy": copy.path}


def test_update_that_cannot_be_copied_before_is_not_begun(one_behind, settings, tmp_path):
    settings.BACKUP_DIRECTORY = tmp_path / "file"
    settings.BACKUP_DIRECTORY.write_text("no directory")
    with pytest.raises(Refused) as refused:
        update_database()
    assert (refused.value.code, applied()) == ("copy_failed", [BEFORE])


@contextmanager
def of_next_year() -> Iterator[None]:
    """Mark the database as used by a newer version."""
    recorder = MigrationRecorder(connection)
    recorder.record_applied("tournament", "0999_of_next_year")
    yield
    recorder.record_unapplied("tournament", "0999_of_next_year")


def refusal_of_the_newer_database() -> Refused:
    with pytest.raises(Refused) as refused:
        is_update_due()
    return refused.value


def test_older_program_leaves_a_newer_database_alone(tmp_path):
    with of_next_year():
        refusal = refusal_of_the_newer_database()
    params = {"copies": tmp_path / "backups"}
    assert (refusal.code, refusal.params) == ("database_newer_alone", params)


def test_older_program_names_the_usable_copy_from_before_the_update():
    make_copy("update")
    usable = make_copy("update")
    make_copy()
    with of_next_year():
        kind().write(free_name("update")[0])
        refusal = refusal_of_the_newer_database()
    assert (refusal.code, refusal.params) == ("database_newer", {"copy": usable.path})
