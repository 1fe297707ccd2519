"""A copy becomes the database in use; the old state is set aside and can come back."""

import sqlite3
import threading
from contextlib import closing
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connections
from django.urls import reverse

from tests.factories.backup import ON_SQLITE, begin, slugs
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.rounds import make_drawn_tournament, round_number
from tests.factories.sheets import totals_content
from tests.factories.tournaments import make_owner
from tests.factories.words import refusal, text
from tests.processes.hall import command
from tournament.backup import gate, restoring, sqlite
from tournament.backup.copies import make_copy, own_copies
from tournament.backup.restoring import is_update_due, losses
from tournament.backup.sqlite import database_file
from tournament.errors import Refused
from tournament.labels.backup import loss_sentence
from tournament.models import GameTable, JournalEntry
from tournament.permissions import COMMAND_LINE, Actor
from tournament.sheets.writes.sheets import submit_sheet
from tournament.standby.writes import restore_copy

pytestmark = ON_SQLITE
COPIED = "Copied and checked, into the file %(path)s."
RESTORED = "%(path)s is the database now."


@pytest.fixture(autouse=True)
def _own_directory(settings, tmp_path: Path) -> None:
    settings.BACKUP_DIRECTORY = tmp_path / "var" / "backups"


def save(table: GameTable) -> None:
    submit_sheet(COMMAND_LINE, table, "totals", totals_content([6, 2, -2, -6]), based_on=None)


def test_copy_is_restored_and_the_old_state_can_come_back():
    begin("eins")
    owner = make_owner()
    copy = make_copy()
    begin("zwei")
    restored = restore_copy(Actor(owner), copy.path)
    assert (slugs(), restored.account) == (["eins"], owner)
    entry = JournalEntry.objects.latest("pk")
    assert (entry.action, entry.user) == ("copy_restored", owner)
    assert entry.data == {"copy": copy.path.name, "aside": restored.aside.name}
    restore_copy(COMMAND_LINE, restored.aside)
    assert slugs() == ["eins", "zwei"]
    assert sorted(each.name.occasion for each in own_copies()) == ["", "aside", "aside"]


def test_restore_waits_for_a_writer_or_nothing_happens(monkeypatch):
    begin("eins")
    copy = make_copy()
    begin("zwei")
    connections.close_all()
    monkeypatch.setattr(sqlite, "WAIT_FOR_LOCK", 0.1)
    with closing(sqlite3.connect(database_file(), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Refused, match="restore_busy"):
            restore_copy(COMMAND_LINE, copy.path)
        other.execute("ROLLBACK")
    assert slugs() == ["eins", "zwei"]
    assert len(own_copies()) == 1


def test_damaged_copy_leaves_everything_as_it_is(tmp_path: Path):
    begin("eins")
    copy = make_copy().path
    bad = tmp_path / "bad.sqlite3"
    bad.write_bytes(copy.read_bytes()[:100_000])
    begin("zwei")
    with pytest.raises(Refused, match="copy_damaged"):
        restore_copy(COMMAND_LINE, bad)
    assert slugs() == ["eins", "zwei"]


def test_requests_under_way_end_first_and_new_ones_wait(client, monkeypatch):
    monkeypatch.setattr(gate, "LONGEST_WAIT", 0.05)
    with gate.let_through() as may:
        assert may
        with pytest.raises(Refused, match="still_busy"), gate.shut(0):
            pass
        with gate.shut(1):  # one's own
            page = client.get(reverse("sign-in"))
            with pytest.raises(Refused, match="still_busy"), gate.shut(0):
                pass
    assert (page.status_code, page["Retry-After"]) == (503, "5")
    assert "Eine Sicherung wird zurückgeholt" in text_of(page)
    assert client.get(reverse("sign-in")).status_code == 200
    ended = threading.Event()
    with gate.let_through():
        ended.set()
    assert ended.is_set()


def test_owner_restores_by_buttons_and_stays_signed_in():
    begin("eins")
    client = signed_in()
    client.post(reverse("backup-now"))
    begin("zwei")
    page = client.get(reverse("backup"))
    (copy,) = own_copies()
    assert page.context["last"] in text_of(page)
    assert f'value="{copy.path}"' in page.content.decode()
    page = client.get(reverse("backup-restore"), {"copy": copy.path})
    assert f'name="copy" value="{copy.path}"' in page.content.decode()
    page = client.post(reverse("backup-restore"), {"copy": copy.path}, follow=True)
    assert messages_of(page) == [text("The copy is the database now.")]
    assert slugs() == ["eins"]


def test_copy_on_the_stick_is_used_where_the_local_one_is_damaged(tmp_path: Path):
    begin("eins")
    client, stick = signed_in(), tmp_path / "stick"
    stick.mkdir()
    client.post(reverse("backup-place"), {"path": str(stick)})
    client.post(reverse("backup-now"))
    (copy,) = own_copies()
    assert "dieser Rechner, zweiter Ort" in text_of(client.get(reverse("backup")))
    begin("zwei")
    asked = {"copy": copy.path}
    assert not client.get(reverse("backup-restore"), asked).context["is_twin"]
    copy.path.write_bytes(copy.path.read_bytes()[:5000])
    page = client.get(reverse("backup-restore"), asked)
    twin = "The file on this computer is damaged; the same copy at the second place is taken."
    assert text(twin) in text_of(page)
    client.post(reverse("backup-restore"), asked)
    assert slugs() == ["eins"]


def test_losses_are_counted_before_a_copy_is_restored(tmp_path: Path):
    tournament = make_drawn_tournament(8)
    first, second = round_number(tournament, 1).tables.all()
    save(first)
    client, copy = signed_in(), make_copy()
    address = reverse("backup-restore")
    assert losses(copy.path) == (0, 0, ())
    save(second)
    assert losses(copy.path) == (1, 1, ())
    begin("zwei")
    assert losses(copy.path) == (3, 1, ("zwei",))
    page = text_of(client.get(address, {"copy": copy.path}))
    assert loss_sentence((3, 1, ("zwei",))) in page
    (tmp_path / "bad").write_bytes(b"bad")
    assert [losses(tmp_path / "bad"), losses(tmp_path / "none")] == [None, None]


def test_only_listed_copies_can_be_restored(tmp_path: Path):
    client = signed_in()
    copy = make_copy().path
    elsewhere = tmp_path / copy.name
    elsewhere.write_bytes(copy.read_bytes())
    answer = client.post(reverse("backup-restore"), {"copy": elsewhere})
    assert (answer.status_code, answer["Location"]) == (302, reverse("backup"))
    assert not JournalEntry.objects.filter(action="copy_restored").exists()


def test_commands_copy_and_restore(tmp_path: Path, capsys):
    begin("eins")
    target = tmp_path / "copy.sqlite3"
    call_command("backup", str(target))
    begin("zwei")
    with pytest.raises(SystemExit):
        call_command("backup", str(target))
    call_command("restore", str(target))
    said, refused = capsys.readouterr()
    (aside,) = own_copies()
    assert said.splitlines() == [
        text(COPIED, path=target),
        loss_sentence((2, 0, ("zwei",))),
        text(RESTORED, path=target),
        text("What was there before is kept as %(path)s.", path=aside.path),
    ]
    assert refused == refusal("target_exists", path=target) + "\n"
    assert slugs() == ["eins"]


def test_copy_says_whether_it_went_into_a_folder(tmp_path: Path, capsys):
    (tmp_path / "stick").mkdir()
    call_command("backup", str(tmp_path / "stick"))
    (written,) = (tmp_path / "stick").iterdir()
    assert capsys.readouterr().out == text(COPIED, path=written) + "\n"
    call_command("backup")
    (own,) = own_copies()
    assert capsys.readouterr().out == text(COPIED, path=own.path) + "\n"


@pytest.mark.parametrize("target", ["stick/", "stick/copy"])
def test_folder_that_is_not_there_is_no_file(tmp_path: Path, capsys, target: str):
    with pytest.raises(SystemExit) as end:
        call_command("backup", f"{tmp_path}/{target}")
    assert end.value.code == 1
    assert capsys.readouterr().err == refusal("place_absent", path=tmp_path / "stick") + "\n"
    assert [*tmp_path.glob("stick*")] == []


def test_restore_into_an_empty_place_says_that_nothing_was_there(tmp_path: Path, var: Path):
    copy = var / "copy.sqlite3"
    command(var, "backup", str(copy))
    empty = tmp_path / "empty"
    empty.mkdir()
    said = [text("There was no database here yet."), text(RESTORED, path=copy)]
    assert command(empty, "restore", str(copy)).splitlines() == said
    again = command(empty, "restore", str(copy)).splitlines()
    assert again[0] == loss_sentence((1, 0, ()))  # that of the restore


@pytest.mark.parametrize("present", [b"", None, b"\xff" * 50_000])
def test_lost_or_damaged_database_is_replaced_and_kept(monkeypatch, tmp_path: Path, present):
    copy = make_copy().path
    database = tmp_path / "database.sqlite3"
    if present is not None:
        database.write_bytes(present)
    monkeypatch.setattr(sqlite, "database_file", lambda: database)
    aside = restoring.restore(copy)
    assert database.read_bytes() == copy.read_bytes()
    assert aside is None if not present else aside.read_bytes() == present


@pytest.mark.slow
def test_copy_of_an_older_version_is_updated():
    begin("eins")
    call_command("migrate", "tournament", "0002", verbosity=0, interactive=False)
    older = make_copy().path
    assert is_update_due()
    restore_copy(COMMAND_LINE, older)
    assert (slugs(), is_update_due()) == (["eins"], False)
