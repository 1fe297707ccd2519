"""Lists go to other devices compressed, and to this machine's browser as they are."""

import gzip

import pytest

from tests.factories.pages import cells_of, signed_in
from tests.factories.tournaments import make_entries, make_tournament

pytestmark = pytest.mark.django_db
PLAYERS = "/t/herbst/players/"
READS_GZIP = {"headers": {"Accept-Encoding": "gzip"}}


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
