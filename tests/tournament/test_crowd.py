"""More browsers than the server's own limits admit: the program keeps answering.

No speed is measured here: the timeout only tells answering from not answering.
"""

import os
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.factories.databases import install
from tests.processes.hall import idle_connections, served
from tournament.management import server

pytestmark = pytest.mark.django_db  # the installation is copied from its database

CONNECTIONS = 200  # what 34 browsers hold
ANSWERS_WITHIN = 15  # seconds
assert ANSWERS_WITHIN < server.IDLE_SECONDS  # the page does not wait until others are sent away


def few_files(limit: str) -> tuple[str, ...]:
    """Return the command that starts another one with so many open files, where allowed."""
    return ("sh", "-c", f'ulimit {limit} && exec "$@"', "sh")


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> Path:
    """The directory of an installation that is started several times."""
    return install(tmp_path_factory.mktemp("var"))


def page(address: str) -> str:
    with urlopen(f"{address}/sign-in/", timeout=ANSWERS_WITHIN) as answer:
        return answer.read().decode()


def test_page_loads_with_200_idle_connections(installation: Path) -> None:
    with served(installation) as address, idle_connections(address, CONNECTIONS):
        assert "Anmelden" in page(address)


@pytest.mark.skipif(os.name != "posix", reason="the limit of open files is POSIX")
@pytest.mark.parametrize(
    ("limit", "connections"),
    [pytest.param("-Sn 128", CONNECTIONS, marks=pytest.mark.slow), ("-n 256", 120)],
)
def test_page_loads_where_few_files_may_be_open(
    installation: Path, limit: str, connections: int
) -> None:
    """Once as a limit the program may raise, once as one it has to live with."""
    with (
        served(installation, *few_files(limit)) as address,
        idle_connections(address, connections),
    ):
        assert "Anmelden" in page(address)


def test_without_poll_there_are_fewer_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    assert server.connection_limit(has_poll=True) == 1000
    assert server.connection_limit(has_poll=False) == 500
