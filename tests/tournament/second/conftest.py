"""Forget what this process knows of another computer before and after each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection

from tournament.models import Epoch, OtherComputer
from tournament.standby.standing import Feed, Standing, Way, feed, refresh, standing

pytestmark = pytest.mark.skipif(connection.vendor != "sqlite", reason="for SQLite alone")
CODE = "k7mxp2qd9hfct3wzb6ne"
KEY = "k" * 64  # of the epoch, which both computers have
URL = "http://127.0.0.1:9"  # where nobody answers


@pytest.fixture(autouse=True)
def _alone(settings, tmp_path: Path) -> Iterator[None]:
    settings.BACKUP_DIRECTORY = tmp_path / "backups"
    if feed._watch:
        feed._watch.close()
    vars(feed).update(vars(Feed()))  # tests of other files may have asked as a second computer
    yield
    vars(standing).update(vars(Standing()))


def stand(way: Way | None, epoch: int = 1, **more: object) -> None:
    """Set how this computer stands to another one."""
    Epoch.objects.update_or_create(pk=1, defaults={"number": epoch, "key": KEY})
    OtherComputer.objects.all().delete()
    if way:
        OtherComputer.objects.create(way=way, url=URL, code=CODE, **more)
    refresh()
