"""A real Chromium against a real server: no errors, no violations, no requests to other hosts.

Without Chromium the tests are skipped with the reason; with CI=true they fail. Debian also packages
Chromium without its window, which needs less than half the processor time: it is used where
installed; `make slow` uses the whole browser.
"""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import handlers
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from tests.factories.effort import THOROUGH
from tests.factories.shared_context import SharedContext
from tests.factories.sheets import make_round
from tests.factories.tournaments import make_tournament, make_user
from tournament.models import GameTable, Role, User

# Playwright's event loop makes Django believe that the tests are asynchronous.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
WITHOUT_WINDOW = "chromium-headless-shell"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--renderer-process-limit=1",  # else one is begun in advance for each page
]
PATIENCE = 60_000  # milliseconds; no test waits for them but on a machine under heavy load
expect.set_options(timeout=PATIENCE)
LOCAL = {"localhost", "127.0.0.1", ""}  # "" are data: and blob: addresses


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = f"{Path(__file__).parent}{os.sep}"
    for item in items:
        if str(item.path).startswith(here):
            item.add_marker(pytest.mark.browser)


@pytest.fixture
def table(transactional_db) -> GameTable:
    """Return the first of two tables that have no sheet yet."""
    return make_round(make_tournament(), sizes=(4, 4)).tables.get(number=1)


@pytest.fixture
def typist(table: GameTable) -> User:
    """Return an account that may type its sheet."""
    return make_user(Role.TYPIST, table.round.tournament)


@pytest.fixture(scope="session")
def _program_alone() -> Iterator[None]:
    """Static files come from the program, to be kept for a year, as in the hall."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(handlers, "StaticFilesHandler", lambda program: program)
        yield


@pytest.fixture(scope="session")
def live_server(_program_alone: None, live_server: LiveServer) -> LiveServer:
    return live_server


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of a process."""
    names = NAMES if THOROUGH else (WITHOUT_WINDOW, *NAMES)
    program = next(filter(None, map(shutil.which, names)), None)
    if program is None:
        reason = "Chromium is not installed (Debian: apt-get install chromium)."
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        yield chromium
        chromium.close()


@pytest.fixture
def problems() -> list[str]:
    """Console complaints of the browser. A test that provokes one clears the list."""
    return []


@pytest.fixture(scope="session")
def shared(browser: Browser, live_server: LiveServer) -> Iterator[SharedContext]:
    """The context that tests pass on to each other."""
    with passed_on(browser, live_server, viewport={"width": 1366, "height": 768}) as shared:
        yield shared


@pytest.fixture(scope="session")
def shared_phone(browser: Browser, live_server: LiveServer) -> Iterator[SharedContext]:
    """The same of a phone: fingers, no keys, no mouse."""
    window = {"width": 360, "height": 740}
    with passed_on(browser, live_server, viewport=window, has_touch=True, is_mobile=True) as shared:
        yield shared


@contextmanager
def passed_on(browser: Browser, server: LiveServer, **options: Any) -> Iterator[SharedContext]:
    """A context of this kind for tests that notice nothing of each other."""
    shared = SharedContext(browser, PATIENCE, base_url=server.url, locale="de-DE", **options)
    with pytest.MonkeyPatch.context() as patch:
        shared.watch(patch)
        yield shared


@pytest.fixture
def page(shared: SharedContext, live_server, problems: list[str]) -> Iterator[Page]:
    """A page of 1366 x 768 pixels with its own session; fails at the end if anything went wrong."""

    def note_message(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            problems.append(f"{message.type}: {message.text} ({message.location['url']})")

    def note_foreign(request: Request) -> None:
        if (urlsplit(request.url).hostname or "") not in LOCAL:
            problems.append(f"leaves this machine: {request.url}")

    page = shared.lend()
    page.on("console", note_message)
    page.on("pageerror", lambda error: problems.append(f"script: {error}"))
    page.on("request", note_foreign)
    yield page
    shared.take_back()
    assert problems == []


@pytest.fixture
def touched(shared_phone: SharedContext, live_server) -> Iterator[Page]:
    """A page of a touch phone of 360 pixels; fails at the end if a script did."""
    faults: list[str] = []
    page = shared_phone.lend()
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    shared_phone.take_back()
    assert faults == []
