"""The same two commands on PostgreSQL, over its own tools."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from tests.factories.backup import begin, slugs
from tests.factories.pages import signed_in, text_of
from tournament.backup.copies import own_directory
from tournament.backup.losses import losses
from tournament.backup.postgresql import check_dump
from tournament.errors import Refused
from tournament.models import JournalEntry

pytestmark = [
    pytest.mark.database,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite is copied otherwise"),
]


@pytest.fixture(autouse=True)
def _own_directory(settings, tmp_path: Path) -> None:
    settings.BACKUP_DIRECTORY = tmp_path / "backups"


def test_dump_comes_back_and_what_was_there_is_set_aside(tmp_path: Path):
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


def test_what_is_no_good_dump_is_refused(tmp_path: Path):
    begin("eins")
    good = tmp_path / "good.dump"
    call_command("backup", str(good))
    whole = good.read_bytes()

    def refusal(content: bytes | None) -> str:
        path = tmp_path / "bad.dump"
        path.unlink(missing_ok=True)
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(Refused) as refused:
            check_dump(path)
        return refused.value.code

    found = [refusal(None), refusal(b""), refusal(b"text"), refusal(whole[: len(whole) // 2])]
    assert found == ["copy_absent", "copy_empty", "copy_damaged", "copy_damaged"]
    with pytest.raises(SystemExit):
        call_command("backup", str(good))
    assert good.read_bytes() == whole


def test_page_names_the_commands():
    page = signed_in().get("/backup/")
    assert "manage.py backup" in text_of(page)
