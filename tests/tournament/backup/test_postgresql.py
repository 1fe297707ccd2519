"""Backup and restore on PostgreSQL with its own tools: as on SQLite."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import (
    DatabaseError,
    IntegrityError,
    InterfaceError,
    connection,
    connections,
    transaction,
)
from django.db.migrations.recorder import MigrationRecorder

from tests.factories import words
from tests.factories.backup import begin, slugs
from tests.factories.databases import empty_server
from tests.factories.pages import signed_in, text_of, without_tags
from tournament.backup import postgresql
from tournament.backup.copies import check_copy, make_copy, own_copies, own_directory
from tournament.backup.restoring import is_update_due, losses
from tournament.errors import Refused
from tournament.labels.backup import age_in_words
from tournament.models import JournalEntry, Tournament
from tournament.permissions import COMMAND_LINE
from tournament.standby.writes import restore_copy
from tournament.tournaments.writes.tournaments import delete_tournament

pytestmark = [
    pytest.mark.database,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite is copied otherwise"),
]


@pytest.fixture(autouse=True)
def _own_directory(settings, tmp_path: Path) -> Iterator[None]:
    settings.BACKUP_DIRECTORY = tmp_path / "backups"
    yield
    connections.close_all()
    if "of_next_year" in connection.introspection.table_names():
        empty_server()
    call_command("migrate", verbosity=0, interactive=False)  # for the tests that follow


def refusal(path: Path) -> str:
    with pytest.raises(Refused) as refused:
        check_copy(path)
    return refused.value.code


def test_dump_is_restored_and_the_old_state_set_aside(tmp_path: Path):
    begin("eins")
    target = tmp_path / "copy.dump"
    call_command("backup", str(target))
    begin("zwei")
    assert losses(target) == (2, 0, ("zwei",))
    call_command("restore", str(target))
    assert slugs() == ["eins"]
    assert JournalEntry.objects.latest("pk").action == "copy_restored"
    (aside,) = own_directory().iterdir()
    call_command("restore", str(aside))
    assert slugs() == ["eins", "zwei"]


def test_dump_is_restored_into_an_empty_database_with_nothing_set_aside(tmp_path: Path, capsys):
    begin("eins")
    target = tmp_path / "copy.dump"
    call_command("backup", str(target))
    capsys.readouterr()
    empty_server()
    call_command("restore", str(target))
    assert capsys.readouterr().out.splitlines() == [
        words.text("There was no database here yet."),
        words.text("%(path)s is the database now.", path=target),
    ]
    assert (slugs(), own_copies()) == (["eins"], [])
    with pytest.raises(IntegrityError), transaction.atomic():  # the triggers are there again
        JournalEntry.objects.update(action="changed")


def test_dump_is_restored_over_a_newer_database_which_is_set_aside(tmp_path: Path):
    begin("eins")
    before = make_copy("update").path
    MigrationRecorder(connection).record_applied("tournament", "0999_of_next_year")
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE of_next_year (id serial PRIMARY KEY, tournament_id bigint NOT NULL "
            "REFERENCES tournament_tournament (id)); "
            "CREATE VIEW newer AS SELECT * FROM of_next_year"
        )
    begin("zwei")
    call_command("restore", str(before))
    assert slugs() == ["eins"]
    assert "of_next_year" not in connection.introspection.table_names(include_views=True)
    aside, _before = own_copies()
    assert (aside.name.occasion, refusal(aside.path)) == ("aside", "copy_newer")
    assert postgresql.column(aside.path, "tournament_tournament", "slug") >= {"eins", "zwei"}


def test_older_dump_is_updated_or_nothing_has_changed(monkeypatch):
    begin("eins")
    call_command("migrate", "tournament", "0025", verbosity=0, interactive=False)
    older = make_copy().path
    call_command("migrate", verbosity=0, interactive=False)
    begin("zwei")

    def fails(*_args: object, **_more: object) -> None:
        raise RuntimeError("kein Platz")

    with monkeypatch.context() as broken:
        broken.setattr(postgresql, "call_command", fails)
        with pytest.raises(Refused, match="restore_failed") as refused:
            restore_copy(COMMAND_LINE, older)
    assert (slugs(), refused.value.params) == (["eins", "zwei"], {"reason": "kein Platz"})
    restore_copy(COMMAND_LINE, older)
    assert (slugs(), is_update_due()) == (["eins"], False)


def test_saves_during_a_restore_are_in_one_of_the_two():
    begin("eins")
    copy = make_copy().path
    is_over = threading.Event()
    saved: list[str] = []

    def save() -> None:
        while not is_over.is_set():
            slug = f"mehr-{len(saved)}"
            try:
                begin(slug)
            except (DatabaseError, InterfaceError):  # told to whoever saves
                connections.close_all()
            else:
                saved.append(slug)
        connections.close_all()

    saving = threading.Thread(target=save)
    saving.start()
    while len(saved) < 5:
        is_over.wait(0.05)
    try:
        aside = restore_copy(COMMAND_LINE, copy).aside
    finally:
        is_over.set()
        saving.join()
    assert aside is not None
    there = {*slugs(), *postgresql.column(aside, "tournament_tournament", "slug")}
    assert set(saved) - there == set()


def test_restore_waits_for_a_writer_or_nothing_happens(monkeypatch):
    begin("eins")
    copy = make_copy().path
    begin("zwei")
    monkeypatch.setattr(postgresql, "WAIT_FOR_LOCK", 1)
    found = []

    def restore() -> None:
        with pytest.raises(Refused) as refused:
            restore_copy(COMMAND_LINE, copy)
        found.append(refused.value.code)
        connections.close_all()

    with transaction.atomic():
        Tournament.objects.filter(slug="zwei").update(name="Zwei")
        restoring = threading.Thread(target=restore)
        restoring.start()
        restoring.join()
    assert (found, slugs(), len(own_copies())) == (["restore_busy"], ["eins", "zwei"], 1)


def test_bad_dump_is_refused(tmp_path: Path):
    begin("eins")
    good = tmp_path / "good.dump"
    call_command("backup", str(good))
    whole = good.read_bytes()

    def refusal_of(content: bytes | None) -> str:
        path = tmp_path / "bad.dump"
        path.unlink(missing_ok=True)
        if content is not None:
            path.write_bytes(content)
        return refusal(path)

    def refusal_after(statement: str) -> str:
        path = tmp_path / "other.dump"
        path.unlink(missing_ok=True)
        with connection.cursor() as cursor:
            cursor.execute(statement)
        postgresql.write(path)
        return refusal(path)

    found = [
        refusal_of(None),
        refusal_of(b""),
        refusal_of(b"text"),
        refusal_of(whole[: len(whole) // 2]),
    ]
    assert found == ["copy_absent", "copy_empty", "copy_damaged", "copy_damaged"]
    assert refusal(tmp_path) == "copy_unreadable"
    with pytest.raises(SystemExit):
        call_command("backup", str(good))
    assert good.read_bytes() == whole
    one_more = "UPDATE tournament_journalhead SET entries = entries + 1"
    assert refusal_after(one_more) == "copy_journal"
    connections.close_all()
    empty_server()
    assert refusal_after("CREATE TABLE of_another (id int)") == "copy_of_another"


def test_copies_of_a_day_are_kept_by_the_same_rule():
    begin("eins")
    copies = [make_copy("update" if number < 4 else "") for number in range(16)]
    left = [copy.path for copy in own_copies()]
    # The 12 latest, and of those made before updates the 3 latest.
    assert left == [copy.path for copy in reversed([*copies[1:]])]
    assert {path.suffix for path in left} == {".dump"}


@pytest.mark.parametrize(
    ("is_server", "command"), [(False, "manage.py restore"), (True, "kreuzdame CLUB restore")]
)
def test_page_lists_the_dumps_and_names_the_way_back(settings, is_server, command):
    settings.IS_SERVER = is_server
    client = signed_in()
    client.post("/backup/now/")
    (copy,) = own_copies()
    page = text_of(client.get("/backup/"))
    just_now = age_in_words(timedelta())
    last_good = words.text("Last good copy: <strong>%(age)s</strong>.", age=just_now)
    assert without_tags(last_good) in page
    assert (copy.path.name in page, f"{command} {own_directory()}/" in page) == (True, True)
    assert "KREUZDAME_SECOND_PLACE" in page


def test_deleting_comes_after_a_dump():
    begin("eins")
    delete_tournament(COMMAND_LINE, Tournament.objects.get(slug="eins"))
    (copy,) = own_copies()
    assert copy.name.occasion == "deletion"
    assert "eins" in postgresql.column(copy.path, "tournament_tournament", "slug")


def test_missing_tool_is_named(monkeypatch, tmp_path: Path, capsys):
    begin("eins")
    good = make_copy().path
    monkeypatch.setattr(postgresql, "_INSTALLED", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert refusal(good) == "postgresql_tool"
    with pytest.raises(SystemExit) as end:
        call_command("backup")
    assert end.value.code == 1
    missing = words.refusal("postgresql_tool", tool="pg_dump", reason="|").partition("|")[0]
    assert capsys.readouterr().err.startswith(missing)


def test_tools_use_the_same_server_as_the_program(monkeypatch):
    """A socket is in the query of DATABASE_URL, and so among the options."""
    begin("eins")
    given = connection.settings_dict
    options = {"host": given["HOST"], "port": given["PORT"], "application_name": "kreuzdame"}
    connections.close_all()
    monkeypatch.setitem(given, "HOST", "")
    monkeypatch.setitem(given, "PORT", "")
    monkeypatch.setitem(given, "OPTIONS", {**given["OPTIONS"], **options})
    restore_copy(COMMAND_LINE, make_copy().path)
    assert slugs() == ["eins"]
