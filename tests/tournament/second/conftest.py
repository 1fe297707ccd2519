"""How this computer stands to another one, and its own place for copies."""

from pathlib import Path

import pytest
from django.db import connection

from tournament.models import Epoch, OtherComputer
from tournament.standby.standing import Way, refresh

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="for SQLite alone")
CODE = "k7mxp2qd9hfct3wzb6ne"
KEY = "k" * 64  # of the epoch, which both computers have
URL = "http://127.0.0.1:9"  # where nobody answers


@pytest.fixture(autouse=True)
def _own_copies(settings, tmp_path: Path) -> None:
    settings.BACKUP_DIRECTORY = tmp_path / "backups"


def stand(way: Way | None, epoch: int = 1, **more: object) -> None:
    """Set how this computer stands to another one."""
    Epoch.objects.update_or_create(pk=1, defaults={"number": epoch, "key": KEY})
    OtherComputer.objects.all().delete()
    if way:
        OtherComputer.objects.create(way=way, url=URL, code=CODE, **more)
    refresh()
