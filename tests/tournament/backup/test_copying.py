"""Copies are made, checked and brought to a second place; a bad copy is refused."""

import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connections
from django.utils import timezone

from tests.factories.backup import ON_SQLITE, begin
from tests.factories.pages import signed_in
from tests.factories.rounds import make_drawn_tournament
from tests.factories.tournaments import make_owner
from tests.factories.words import text
from tournament.backup import second_place, sqlite
from tournament.backup.copies import (
    CopyStatus,
    check_copy,
    copies_in,
    copy_to,
    make_copy,
    own_copies,
    status,
)
from tournament.backup.rules import CopyName, file_name
from tournament.errors import Refused
from tournament.labels.backup import age_in_words
from tournament.management.server import CopyKeeper
from tournament.models import BackupPlace, JournalEntry, Tournament
from tournament.permissions import Actor
from tournament.standby.writes import choose_place, leave_place
from tournament.tournaments.writes.tournaments import delete_tournament

pytestmark = ON_SQLITE


@pytest.fixture(autouse=True)
def _own_directory(settings, tmp_path: Path) -> None:
    settings.BACKUP_DIRECTORY = tmp_path / "var" / "backups"
    status.__init__()  # type: ignore[misc]  # as when the program starts


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    path = tmp_path / "stick"
    path.mkdir()
    return path


def slugs(copy: Path) -> set[str]:
    with closing(sqlite3.connect(copy)) as database:
        return {slug for (slug,) in database.execute("SELECT slug FROM tournament_tournament")}


def refusal_of(problem: Refused | None) -> str:
    return problem.code if problem else ""


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.code


def test_copy_has_everything_and_nothing_else(tmp_path: Path):
    tournament = make_drawn_tournament()
    copy = make_copy("round")
    assert slugs(copy.path) == {tournament.slug}
    assert [path.name for path in copy.path.parent.iterdir()] == [copy.path.name]
    assert copy.path.stat().st_mode & 0o777 == 0o600
    assert own_copies() == [copy]
    assert refusal(lambda: copy_to(copy.path)) == "target_exists"


def test_concurrent_save_neither_stops_the_copy_nor_enters_it(monkeypatch):
    """Small steps and a save between any two of them: the copy is the state at its beginning."""
    begin("eins")
    monkeypatch.setattr(sqlite, "PAGES_AT_ONCE", 100)
    monkeypatch.setattr(sqlite, "PAUSE", 0.02)
    is_over = threading.Event()

    def save() -> None:
        number = 0
        while not is_over.is_set():
            number += 1
            begin(f"mehr-{number}")
        connections.close_all()

    saving = threading.Thread(target=save)
    saving.start()
    try:
        copy = make_copy()
    finally:
        is_over.set()
        saving.join()
    assert "eins" in slugs(copy.path)
    assert len(slugs(copy.path)) < Tournament.objects.count()


def test_two_copies_in_a_second_are_two():
    assert make_copy().path != make_copy().path
    assert len(own_copies()) == 2


def test_bad_copy_is_refused(tmp_path: Path):
    make_drawn_tournament()
    good = make_copy().path

    def altered(*statements: str) -> Path:
        path = tmp_path / "altered.sqlite3"
        shutil.copyfile(good, path)
        with closing(sqlite3.connect(path)) as database:
            for statement in statements:
                database.execute(statement)
            database.commit()
        return path

    def written(content: bytes) -> Path:
        path = tmp_path / "written.sqlite3"
        path.write_bytes(content)
        return path

    whole = good.read_bytes()
    trigger = "DROP TRIGGER IF EXISTS "
    names = [
        name
        for (name,) in sqlite3.connect(good).execute(
            "SELECT name FROM sqlite_master WHERE type='trigger'"
        )
    ]
    found = {
        "absent": refusal(lambda: check_copy(tmp_path / "none")),
        "directory": refusal(lambda: check_copy(tmp_path)),
        "empty": refusal(lambda: check_copy(written(b""))),
        "text": refusal(lambda: check_copy(written(b"No database at all. " * 300))),
        "half": refusal(lambda: check_copy(written(whole[: len(whole) // 2]))),
        "hole": refusal(lambda: check_copy(written(whole[:40960] + bytes(40960) + whole[81920:]))),
        "other": refusal(lambda: check_copy(altered("DROP TABLE tournament_journalhead"))),
        "newer": refusal(
            lambda: check_copy(
                altered(
                    "INSERT INTO django_migrations (app, name, applied) "
                    "VALUES ('tournament', '0999_later', '2030-01-01')"
                )
            )
        ),
        "orphan": refusal(
            lambda: check_copy(altered("UPDATE tournament_entry SET person_id = person_id + 99999"))
        ),
        "journal": refusal(
            lambda: check_copy(
                altered(
                    *(trigger + name for name in names),
                    "DELETE FROM tournament_journalentry WHERE id = "
                    "(SELECT max(id) FROM tournament_journalentry)",
                )
            )
        ),
    }
    assert found == {
        "absent": "copy_absent",
        "directory": "copy_unreadable",
        "empty": "copy_empty",
        "text": "copy_damaged",
        "half": "copy_damaged",
        "hole": "copy_damaged",
        "other": "copy_of_another",
        "newer": "copy_newer",
        "orphan": "copy_damaged",
        "journal": "copy_journal",
    }


def test_copies_stay_in_order_when_the_clock_is_set_back():
    tomorrow = datetime.now(UTC).replace(microsecond=0) + timedelta(days=1)
    first = make_copy().path
    ahead = first.rename(first.with_name(file_name(CopyName(tomorrow))))
    latest = make_copy()
    assert latest.name.made_at == tomorrow + timedelta(seconds=1)
    assert [copy.path for copy in own_copies()] == [latest.path, ahead]


def test_deleting_comes_after_a_copy_and_not_without_one(settings, tmp_path: Path):
    tournament = make_drawn_tournament()
    owner = Actor(make_owner())
    (tmp_path / "file").touch()
    settings.BACKUP_DIRECTORY = tmp_path / "file" / "backups"
    assert refusal(lambda: delete_tournament(owner, tournament)) == "copy_failed"
    assert Tournament.objects.count() == 1
    settings.BACKUP_DIRECTORY = tmp_path / "backups"
    delete_tournament(owner, tournament)
    (copy,) = own_copies()
    assert (copy.name.occasion, slugs(copy.path)) == ("deletion", {tournament.slug})


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("", "place_relative"),
        ("stick", "place_relative"),
        ("{tmp}/none", "place_absent"),
        ("{tmp}/var", "place_inside"),
        ("{tmp}/var/backups", "place_inside"),
        ("/proc", "place_not_writable"),
    ],
)
def test_second_place_must_be_different_and_writable(tmp_path: Path, path: str, code: str):
    make_copy()
    owner = Actor(make_owner())
    assert refusal(lambda: choose_place(owner, path.format(tmp=tmp_path))) == code
    assert not BackupPlace.objects.exists()


def test_stick_is_reported_missing_when_pulled_and_updated_when_back(stick: Path):
    owner = Actor(make_owner())
    choose_place(owner, f" {stick} ")
    keeper = CopyKeeper()
    keeper.look(0)
    (folder,) = stick.iterdir()
    assert [copy.path.name for copy in copies_in(folder)] == [own_copies()[0].path.name]
    away = stick.with_name("away")
    stick.rename(away)
    stick.mkdir()  # the place where it was attached
    begin("eins")
    keeper.look(600)
    assert refusal_of(status.place_problem) == "place_lost"
    assert (status.is_alarm, [*stick.iterdir()]) == (True, [])
    stick.rmdir()
    away.rename(stick)
    keeper.look(610)
    assert not status.is_alarm
    assert [copy.path.name for copy in copies_in(folder)] == [
        copy.path.name for copy in own_copies()
    ]
    leave_place(owner)
    actions = JournalEntry.objects.filter(action__startswith="backup_place").order_by("pk")
    assert [*actions.values_list("action", flat=True)] == [
        "backup_place_chosen",
        "backup_place_left",
    ]


def test_page_says_when_this_database_was_copied_not_another_one(stick: Path):
    begin("eins")
    now, three_hours = timezone.now(), timedelta(hours=3)
    own = make_copy().path
    BackupPlace.objects.create(pk=1, path=str(stick))
    other = stick / "Kreuzdame Laptop"
    other.mkdir()
    shutil.copy(own, other / file_name(CopyName(now)))
    own.rename(own.with_name(file_name(CopyName(now - three_hours))))
    page = signed_in().get("/backup/")
    assert len(page.context["table"].rows) == 2
    said = "Last good copy: <strong>%(age)s</strong>."
    assert text(said, age=age_in_words(three_hours)) in page.content.decode()


def test_copies_are_made_every_ten_minutes_of_work_and_after_a_round():
    begin("eins")
    keeper = CopyKeeper()
    keeper.look(0)
    keeper.look(6000)  # nothing was written
    assert len(own_copies()) == 1
    begin("zwei")
    keeper.look(6010)
    begin("drei")
    keeper.look(6600)
    assert len(own_copies()) == 2
    keeper.look(6620)
    assert len(own_copies()) == 3


def test_copies_that_fail_are_an_alarm_and_tried_again(settings, tmp_path: Path):
    make_drawn_tournament()
    (tmp_path / "file").touch()
    settings.BACKUP_DIRECTORY = tmp_path / "file" / "backups"
    keeper = CopyKeeper()
    keeper.look(0)
    assert (refusal_of(status.problem), status.is_alarm) == ("copy_failed", True)
    keeper.look(26 * 60)
    assert status.is_too_old
    settings.BACKUP_DIRECTORY = tmp_path / "backups"
    keeper.look(28 * 60)
    assert (status.problem, status.is_too_old) == (None, False)


def test_status_without_a_keeper_says_nothing():
    assert CopyStatus().is_alarm is False
    assert second_place.chosen_place() is None
