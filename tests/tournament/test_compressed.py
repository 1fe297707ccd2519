"""Lists go to other devices compressed, and to this machine's browser as they are."""

import gzip

import pytest
from django.conf import settings
from django.test import Client
from django.utils.http import http_date

from tests.factories.dress import STATIC
from tests.factories.pages import cells_of, signed_in
from tests.factories.tournaments import make_entries, make_tournament
from tournament.views import middleware

pytestmark = pytest.mark.django_db
PLAYERS = "/t/herbst/players/"
READS_GZIP = {"headers": {"Accept-Encoding": "gzip"}}
STYLE = STATIC / "kreuzdame.css"


def fetched(name: str, **headers: str) -> tuple[int, str | None, bytes]:
    """Return status, encoding and body of a static file for another device."""
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    asked = {"Accept-Encoding": "gzip", **headers}
    answer = Client(REMOTE_ADDR="192.168.1.20").get(f"{settings.STATIC_URL}{name}", headers=asked)
    body = b"".join(answer.streaming_content)
    answer.close()
    return answer.status_code, answer.headers.get("Content-Encoding"), body


def test_list_is_compressed_for_others_alone() -> None:
    make_entries(make_tournament(), 30)
    client = signed_in()
    here = client.get(PLAYERS, **READS_GZIP)
    there = client.get(PLAYERS, REMOTE_ADDR="192.168.1.20", **READS_GZIP)
    plain = client.get(PLAYERS, REMOTE_ADDR="192.168.1.20")
    assert [page.headers.get("Content-Encoding") for page in (here, there, plain)] == [
        None,
        "gzip",
        None,
    ]
    assert len(there.content) < len(here.content) / 4
    there.content = gzip.decompress(there.content)
    assert cells_of(there) == cells_of(here) == cells_of(plain)


def test_compressed_page_is_requested_again_by_its_etag() -> None:
    make_entries(make_tournament(), 3)
    client = signed_in()
    client.cookies["csrftoken"] = "y" * 32
    there = {"REMOTE_ADDR": "192.168.1.20"}
    mark = client.get(PLAYERS, **there, **READS_GZIP)["ETag"]
    again = client.get(PLAYERS, **there, headers={"Accept-Encoding": "gzip", "If-None-Match": mark})
    assert (mark[:2], again.status_code, again.content) == ("W/", 304, b"")


def test_style_is_compressed_and_letters_are_as_they_are(monkeypatch) -> None:
    status, encoding, packed = fetched("tournament/kreuzdame.css")
    assert (status, encoding) == (200, "gzip")
    assert gzip.decompress(packed) == STYLE.read_bytes()
    assert len(packed) < STYLE.stat().st_size / 2
    # What is packed in itself, as the smaller letters are (scripts/web_fonts.py).
    monkeypatch.setattr(middleware, "PACKED", {'text/css; charset="utf-8"'})
    assert fetched("tournament/kreuzdame.css")[1:] == (None, STYLE.read_bytes())


def test_part_of_a_file_is_sent_as_it_is() -> None:
    name = "tournament/kreuzdame.css"
    assert fetched(name, Range="bytes=0-99") == (206, None, STYLE.read_bytes()[:100])
    since = http_date(STYLE.stat().st_mtime)
    assert fetched(name, If_Modified_Since=since) == (304, None, b"")
