"""Styles, scripts and fonts: requested once, and never an old one with a new page."""

import re

import pytest
from django.conf import settings
from django.test import Client

from tests.factories.pages import signed_in
from tests.factories.tournaments import make_tournament

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
