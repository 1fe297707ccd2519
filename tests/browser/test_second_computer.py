"""The page of the second computer in every state, and how a browser tells the older computer."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from tests.factories.browsing import assert_accessible, overflow, signed_in
from tests.factories.tournaments import make_owner
from tests.tournament.second.conftest import stand
from tournament.models import OtherComputer
from tournament.standby.standing import Way, refresh, standing

SIGNED = 60  # seconds


@pytest.fixture
def older() -> Iterator[tuple[str, Queue[tuple[str, str]]]]:
    """A computer at another address: its address, and what it receives."""
    told: Queue[tuple[str, str]] = Queue()

    class Listener(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            told.put((self.path, self.rfile.read(length).decode()))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Listener)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", told
    server.shutdown()
    thread.join()
    server.server_close()


def test_page_of_the_newer_computer_tells_the_older_one(page: Page, older) -> None:
    address, told = older
    stand(Way.PREDECESSOR, epoch=2)
    OtherComputer.objects.update(url=address)
    refresh()
    signed_in(page, make_owner("leitung")).goto("/")
    assert told.get(timeout=SIGNED) == ("/second/epoch/", standing.signed_epoch)


def test_every_state_is_accessible(page: Page) -> None:
    owner = make_owner("leitung")
    signed_in(page, owner)
    for way in (None, Way.FOLLOWER, Way.FIRST, Way.SUCCESSOR):
        stand(way, epoch=2, last_entry=0)
        for width in (1366, 360):
            page.set_viewport_size({"width": width, "height": 768})
            page.goto("/second/")
            expect(page.get_by_role("heading", name="Zweiter Rechner")).to_be_visible()
            assert overflow(page) == 0, (way, width)
        assert_accessible(page)
