"""Copies on a club's server: a timer's command makes them, every process can report their state."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests.factories.backup import begin, slugs
from tests.factories.pages import messages_of, signed_in, text_of
from tests.factories.tournaments import make_tournament
from tests.factories.words import refusal, text
from tournament.backup import copies as how
from tournament.backup.copies import copy_status, kind, make_copy, own_copies, own_directory, status
from tournament.models import JournalEntry, JournalHead, Person

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
TOKEN = "geheim"


@pytest.fixture(autouse=True)
def _own_directory(settings, tmp_path: Path) -> Iterator[None]:
    settings.BACKUP_DIRECTORY = tmp_path / "var" / "backups"
    settings.METRICS_TOKEN = TOKEN
    own_directory().mkdir(parents=True)
    status.__init__()  # type: ignore[misc]  # no copies are made in this process
    yield
    status.__init__()  # type: ignore[misc]


@pytest.fixture
def elsewhere(settings, tmp_path: Path) -> Path:
    """The second place, set by the operator of the server."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    settings.SECOND_PLACE = str(folder)
    return folder


def timer() -> int:
    """Return the last output of the timer's command."""
    try:
        call_command("backup", "--timer")
    except SystemExit as end:
        return int(end.code or 0)
    return 0


def figures() -> dict[str, float]:
    told = Client().get("/metrics/", headers={"Authorization": f"Bearer {TOKEN}"}).content.decode()
    pairs = [line.rsplit(" ", 1) for line in told.splitlines() if line.startswith("kreuzdame_copy")]
    return {name: float(value) for name, value in pairs}


def bar(client: Client, slug: str) -> str:
    page = client.get(f"/t/{slug}/").content.decode()
    if '<p class="copy-state' not in page:
        return ""
    said = page.split('<p class="copy-state', 1)[1].split("</p>", 1)[0]
    return ("! " if said.startswith(" alarm") else "") + text_of_part(said)


def text_of_part(html: str) -> str:
    return " ".join(html.split(">", 1)[1].replace("</a>", "").split(">")[-1].split())


def age_note(hours: float) -> None:
    """Date the last look back by so much."""
    path = own_directory() / "last.json"
    note = json.loads(path.read_text())
    made_at = datetime.fromisoformat(note["copied_at"]) - timedelta(hours=hours)
    path.write_text(json.dumps({**note, "copied_at": made_at.isoformat()}))


def somebody_long_ago() -> None:
    old = timezone.localdate() - timedelta(days=3000)
    Person.objects.create(last_name="Alt", email="a@example.org", contact_given_on=old)


def test_timer_copies_changes_and_otherwise_keeps_the_older_copies():
    begin("eins")
    assert [timer(), timer()] == [0, 0]
    assert [copy.name.occasion for copy in own_copies()] == [""]
    begin("zwei")
    assert timer() == 0
    latest, first = own_copies()
    assert kind().column(latest.path, "tournament_tournament", "slug") >= {"eins", "zwei"}
    latest.path.unlink()
    first.path.unlink()
    assert (timer(), len(own_copies())) == (0, 1)


def test_copy_with_other_entries_of_the_same_number_differs():
    begin("eins")
    copy = make_copy().path
    somebody_long_ago()
    timer()  # the purge is told in one entry
    last = JournalEntry.objects.latest("pk").pk
    call_command("restore", str(copy))  # as is the restore
    assert JournalEntry.objects.latest("pk").pk == last
    count = len(own_copies())
    timer()
    assert len(own_copies()) == count + 1


def test_timer_deletes_expired_contact_data_before_it_copies():
    begin("eins")
    somebody_long_ago()
    timer()
    assert Person.objects.get(last_name="Alt").email == ""
    (copy,) = own_copies()
    assert "a@example.org" not in kind().column(copy.path, "tournament_person", "email")


def test_copies_and_keys_go_to_the_place_the_server_names(elsewhere: Path):
    begin("eins")
    for name in ("secret_key", "signing_key"):
        (own_directory().parent / name).write_text(f"{name} of here")
    assert timer() == 0
    (copy,) = own_copies()
    names = {copy.path.name, "secret_key", "signing_key"}
    assert {path.name for path in elsewhere.iterdir()} == names
    assert (elsewhere / copy.path.name).read_bytes() == copy.path.read_bytes()
    assert {path.name for path in own_directory().iterdir()} == names | {"last.json"}
    assert {path.stat().st_mode & 0o777 for path in elsewhere.iterdir()} == {0o600}


def test_button_on_a_server_copies_and_leaves_the_second_place_to_the_timer(
    settings, elsewhere: Path
):
    client = signed_in()
    settings.IS_SERVER = True
    elsewhere.rmdir()
    page = client.post("/backup/now/", follow=True)
    assert messages_of(page) == [text("Copied and checked.")]
    assert (len(own_copies()), copy_status().is_alarm) == (1, False)
    elsewhere.mkdir()
    settings.IS_SERVER = False
    assert (timer(), len(own_copies()), len([*elsewhere.iterdir()])) == (0, 1, 1)


def test_missing_place_fails_the_timer_and_alarms_until_it_is_back(elsewhere: Path, capsys):
    tournament, client = make_tournament(), signed_in()
    elsewhere.rmdir()
    assert timer() == 1
    assert capsys.readouterr().err == refusal("place_lost", path=elsewhere) + "\n"
    assert (len(own_copies()), elsewhere.exists()) == (1, False)
    assert bar(client, tournament.slug) == f"! {text('Second place for copies missing')}"
    assert figures()["kreuzdame_copy_alarm"] == 1
    assert refusal("place_lost", path=elsewhere) in text_of(client.get("/backup/"))
    elsewhere.mkdir()
    assert timer() == 0
    assert bar(client, tournament.slug) == "Sicherung gerade eben"
    assert [path.name for path in elsewhere.iterdir()] == [own_copies()[0].path.name]


def test_refused_copy_fails_the_timer_and_alarms_with_its_reason():
    tournament, client = make_tournament(), signed_in()
    JournalHead.objects.update(entries=99)
    assert (timer(), own_copies()) == (1, [])
    assert (bar(client, tournament.slug), figures()) == (
        "! Keine Sicherung",
        {"kreuzdame_copy_alarm": 1},
    )
    problem = copy_status().problem
    assert problem is not None
    assert problem.code == "copy_journal"
    assert refusal(problem.code, **problem.params) in text_of(client.get("/backup/"))


def test_full_disk_fails_the_timer_and_alarms_by_the_age_of_the_copy(capsys):
    tournament, client = make_tournament(), signed_in()
    timer()
    begin("zwei")
    own_directory().rename(own_directory().with_name("away"))
    own_directory().write_text("no directory")
    assert timer() == 1
    failed = refusal("copy_failed", reason="|").partition("|")[0]
    assert capsys.readouterr().err.startswith(failed)
    own_directory().unlink()
    own_directory().with_name("away").rename(own_directory())
    assert bar(client, tournament.slug) == "Sicherung gerade eben"  # nobody could leave a note
    age_note(2.1)
    assert bar(client, tournament.slug) == "! Sicherung vor 2 Stunden"


def test_age_of_the_last_good_copy_is_in_the_bar_and_the_metrics(monkeypatch):
    tournament, client = make_tournament(), signed_in()
    assert bar(client, tournament.slug) == ""
    assert figures() == {"kreuzdame_copy_alarm": 0}
    timer()
    age_note(1.5)
    assert bar(client, tournament.slug) == "Sicherung vor 90 Minuten"
    found = figures()
    assert found.pop("kreuzdame_copy_alarm") == 0
    assert round(found.pop("kreuzdame_copy_age_seconds") / 60) == 90
    timer()  # nothing was written: the copy is as good as a new one
    assert (bar(client, tournament.slug), len(own_copies())) == ("Sicherung gerade eben", 1)
    age_note(2.1)
    assert bar(client, tournament.slug) == "! Sicherung vor 2 Stunden"
    assert figures()["kreuzdame_copy_alarm"] == 1


def test_server_without_copies_says_so_after_two_hours(settings, monkeypatch):
    tournament, client = make_tournament(), signed_in()
    settings.IS_SERVER = True
    monkeypatch.setattr(how, "_begun", how._begun - 3 * 3600)
    assert bar(client, tournament.slug) == "! Keine Sicherung"


def test_note_of_another_kind_is_none():
    for content in ("", "{}", "[]", '{"copied_at": 5, "problems": [], "written": ""}'):
        (own_directory() / "last.json").write_text(content)
        assert (copy_status().copied_at, copy_status().is_alarm) == (None, False)


def test_keys_come_back_on_request_and_the_present_ones_stay(tmp_path: Path, capsys):
    begin("eins")
    own, beside = own_directory().parent, tmp_path / "stick"
    beside.mkdir()
    call_command("backup", str(beside))
    (copy,) = beside.iterdir()
    for name in ("secret_key", "signing_key"):
        (own / name).write_text(f"{name} of here")
        (beside / name).write_text(f"{name} of there")
    call_command("restore", str(copy))
    assert (own / "signing_key").read_text() == "signing_key of here"
    capsys.readouterr()
    call_command("restore", "--keys", str(copy))
    kept = {path.name: path.read_text() for path in own.iterdir() if path.is_file()}
    assert {name: text for name, text in kept.items() if "key" in name} == {
        "secret_key": "secret_key of there",
        "secret_key.before": "secret_key of here",
        "signing_key": "signing_key of there",
        "signing_key.before": "signing_key of here",
    }
    assert capsys.readouterr().out.splitlines()[-1] == text(
        "Keys beside it are now those of this installation, from its next start on: %(names)s. "
        "Others that were there are kept as …%(ending)s.",
        names="secret_key, signing_key",
        ending=".before",
    )
    assert slugs() == ["eins"]
