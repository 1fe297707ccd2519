"""An unusable database gives a page that says so; reading continues, submitted data is kept."""

import os
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from html import unescape
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, build_opener

import pytest

from tests.factories.pages import without_tags
from tests.processes.hall import command, served, sessions
from tournament.labels.faults import FAULTS
from tournament.management.server import THREADS

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="attaches file systems"),
]
TYPED = {"name": "<b>Herbst & Winter</b>", "slug": "herbst", "rounds_planned": "3"}
ROOM = "size=6m"


class Browser:
    """A signed-in user of a served program."""

    def __init__(self, address: str, session: str) -> None:
        self.address, self.session = address, session

    def open(self, path: str, data: dict[str, str] | None = None) -> tuple[int, str]:
        """Return status and text of a page; what is sent has a token."""
        token = "a" * 32
        body = urlencode({**data, "csrfmiddlewaretoken": token}).encode() if data else None
        cookies = f"sessionid={self.session}; csrftoken={token}"
        request = Request(self.address + path, body, {"Cookie": cookies})
        try:
            with build_opener().open(request, timeout=60) as answer:
                return answer.status, answer.read().decode()
        except HTTPError as answer:
            return answer.code, answer.read().decode()


@pytest.fixture
def disk(tmp_path: Path, var: Path) -> Iterator[Path]:
    """An installation on its own small disk."""
    disk = tmp_path / "disk"
    disk.mkdir()
    attached("-t", "tmpfs", "-o", ROOM, "tmpfs", str(disk))
    try:
        shutil.copytree(var, disk / "var")
        yield disk
    finally:
        subprocess.run(["umount", "-l", str(disk)], check=True)


def attached(*words: str) -> None:
    done = subprocess.run(["mount", *words], capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip(f"no file systems can be attached here: {done.stderr.strip()}")


def fill_up(file: Path) -> None:
    """Write until nothing more fits."""
    with suppress(OSError), file.open("wb", buffering=0) as ballast:
        while True:
            ballast.write(bytes(4096))


@contextmanager
def signed_in(var: Path) -> Iterator[Browser]:
    (session,) = sessions(var, 1)
    with served(var) as address:
        browser = Browser(address, session)
        assert browser.open("/")[0] == 200
        yield browser


def assert_told(answer: tuple[int, str], problem: str) -> None:
    """Assert the page of this fault, with the typed data ready to be sent again."""
    status, page = answer
    assert (status, problem, f"<h1>{FAULTS[problem].title}</h1>" in page) == (503, problem, True)
    if "<form" in page:
        assert 'value="&lt;b&gt;Herbst &amp; Winter&lt;/b&gt;"' in page
        assert "Noch einmal senden" in without_tags(page)
        assert "%(" not in unescape(page)


def is_saved(browser: Browser) -> bool:
    return "Herbst &amp; Winter" in browser.open("/")[1]


def test_full_disk(disk: Path) -> None:
    with signed_in(disk / "var") as browser:
        ballast = disk / "film"
        fill_up(ballast)
        assert browser.open("/")[0] == 200
        assert_told(browser.open("/tournaments/new/", TYPED), "full")
        assert (browser.open("/")[0], is_saved(browser)) == (200, False)
        ballast.unlink()
        assert browser.open("/tournaments/new/", TYPED)[0] == 200
        assert is_saved(browser)


@pytest.mark.slow
def test_disk_that_may_only_be_read(disk: Path) -> None:
    with signed_in(disk / "var") as browser:
        var = str(disk / "var")
        attached("--bind", var, var)
        attached("-o", "remount,bind,ro", var)
        try:
            assert browser.open("/")[0] == 200
            assert_told(browser.open("/tournaments/new/", TYPED), "read_only")
        finally:
            subprocess.run(["umount", "-l", var], check=True)
        assert browser.open("/tournaments/new/", TYPED)[0] == 200


def test_missing_database_is_never_recreated(var: Path) -> None:
    with signed_in(var) as browser:
        for _ in range(3 * THREADS):
            browser.open("/health/")  # each thread keeps its connection
        database = var / "kreuzdame.sqlite3"
        database.rename(var / "moved")
        assert_told(browser.open("/"), "not_opened")
        assert_told(browser.open("/tournaments/new/", TYPED), "not_opened")
        stranger = Browser(browser.address, "")
        for page in (stranger.open("/h/2345-6789-a/"), browser.open("/")):
            assert (page[0], str(var) in unescape(page[1])) == (503, False)
        assert not database.exists()
        (var / "moved").rename(database)
        assert browser.open("/tournaments/new/", TYPED)[0] == 200
        assert is_saved(browser)


@pytest.mark.slow  # twenty seconds are waited for the other program
def test_database_held_by_another_program(var: Path) -> None:
    with signed_in(var) as browser:
        with closing(sqlite3.connect(var / "kreuzdame.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert browser.open("/")[0] == 200
            assert_told(browser.open("/tournaments/new/", TYPED), "busy")
            other.execute("ROLLBACK")
        assert browser.open("/tournaments/new/", TYPED)[0] == 200


@pytest.mark.slow
def test_damaged_database_is_reported_and_restored(var: Path) -> None:
    database = var / "kreuzdame.sqlite3"
    with signed_in(var) as browser:
        command(var, "backup", str(var / "copy.sqlite3"))
        with database.open("rb+") as file:
            file.seek(0)
            file.write(b"\xff" * database.stat().st_size)
        assert_told(browser.open("/tournaments/new/", TYPED), "damaged")
    command(var, "restore", str(var / "copy.sqlite3"))
    with served(var) as address:
        assert Browser(address, browser.session).open("/tournaments/new/", TYPED)[0] == 200
