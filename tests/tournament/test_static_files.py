"""Styles, scripts and fonts: requested once, and never an old one with a new page."""

import gzip
import re

import pytest
from django.conf import settings
from django.test import Client

from tests.factories.dress import STATIC
from tests.factories.pages import signed_in
from tests.factories.tournaments import make_tournament
from tournament.templatetags.pages import EVERYWHERE, HEADS

YEAR = 60 * 60 * 24 * 365
LINK = re.compile(r'(?:href|src)="(/static/[^"]+)"')

pytestmark = pytest.mark.django_db


def test_files_of_a_page_are_cached_for_a_year_under_a_common_mark() -> None:
    make_tournament("herbst")
    client = signed_in()
    links = LINK.findall(client.get("/t/herbst/").content.decode())
    assert {link[: len(settings.STATIC_URL)] for link in links} == {settings.STATIC_URL}
    assert re.fullmatch(r"/static/[0-9a-f]{12}/", settings.STATIC_URL)
    for link in links:
        answer = client.get(link)
        answer.close()
        age = re.search(r"max-age=(\d+), public, immutable", answer.headers["Cache-Control"])
        assert answer.status_code == 200
        assert age
        assert int(age[1]) >= YEAR


@pytest.mark.parametrize("mark", ["", "000000000000/"])
def test_another_mark_is_no_address(mark: str) -> None:
    """Else a page of an earlier version would run the scripts of this one."""
    assert Client().get(f"/static/{mark}tournament/kreuzdame.css").status_code == 404


def test_styles_of_a_page_come_in_a_file_of_its_kind_and_of_its_own() -> None:
    make_tournament("herbst")
    page = signed_in().get("/t/herbst/").content.decode()
    links = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page)
    asked = [
        link.removeprefix(f"{settings.STATIC_URL}tournament/")[:-4].split(".") for link in links
    ]
    assert asked == [
        [*EVERYWHERE, *HEADS["page"][0]],
        ["rounds"],
        ["hall", "curves", "journal", "overview"],
        ["timetable", "overview-ahead"],
    ]
    for link, names in zip(links, asked, strict=True):
        alone = [(STATIC / f"{name}.css").read_bytes() for name in names if name != "faces"]
        answer = Client().get(link)
        assert answer.headers["Content-Type"] == 'text/css; charset="utf-8"'
        sent = b"".join(answer) if answer.streaming else answer.content
        answer.close()
        assert sent.endswith(b"\n".join(alone))


@pytest.mark.parametrize(
    "names", ["tokens.nothing", "tokens.", "tokens.".join([""] * 14), "../a.b"]
)
def test_styles_that_are_not_there_are_no_file(names: str) -> None:
    address = f"{settings.STATIC_URL}tournament/{names}.css"
    assert Client().get(address).status_code == 404


def test_styles_in_one_file_are_compressed_for_others() -> None:
    address = f"{settings.STATIC_URL}tournament/tokens.kreuzdame.css"
    takes = {"Accept-Encoding": "gzip"}
    plain = Client().get(address, headers=takes)
    packed = Client(REMOTE_ADDR="192.168.1.20").get(address, headers=takes)
    assert gzip.decompress(packed.content) == plain.content
