"""Styles, scripts and fonts: requested once, and never an old one with a new page."""

import gzip
import re

import pytest
from django.conf import settings
from django.test import Client

from tests.factories.dress import STATIC, all_scripts
from tests.factories.pages import signed_in
from tests.factories.tournaments import make_tournament
from tournament.shared.reads.static_files import with_imports
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


def test_styles_and_scripts_of_a_page_come_in_a_file_of_its_kind_and_of_its_own() -> None:
    make_tournament("herbst")
    page = signed_in().get("/t/herbst/").content.decode()
    links = [link for link in LINK.findall(page) if link.endswith((".css", ".js"))]
    asked = [
        link.removeprefix(f"{settings.STATIC_URL}tournament/").split(".")[:-1] for link in links
    ]
    own = ["rounds", "hall", "curves", "journal", "overview", "timetable", "overview-ahead"]
    assert asked == [
        [*EVERYWHERE, *HEADS["page"][0]],
        own,
        ["keys", "live", "clock", "find"],
    ]
    alone = b"\n".join((STATIC / f"{name}.css").read_bytes() for name in own)
    assert sent(links[1], "text/css") == alone


def sent(address: str, kind: str) -> bytes:
    """Return what comes from an address, which says of what kind it is."""
    answer = Client().get(address)
    assert answer.headers["Content-Type"] == f'{kind}; charset="utf-8"'
    return answer.content


def test_scripts_in_one_file_ask_for_no_other_and_keep_their_lines() -> None:
    names = with_imports(*all_scripts())
    assert sorted(names) == all_scripts()
    for name in names:
        imported = with_imports(name)
        assert imported[-1] == name
        if len(imported) > 1:
            address = f"{settings.STATIC_URL}tournament/{'.'.join(imported)}.js"
            together = sent(address, "text/javascript").decode()
            assert re.findall("^(?:import|export).*", together, re.MULTILINE) == []
            for each in imported:
                lines = (STATIC / f"{each}.js").read_text("utf-8").splitlines()
                begun = together.split(f'run("{each}", () => {{\n')[1].splitlines()
                plain = [line for line in lines if not line.startswith(("import", "export"))]
                assert [line for line in begun[: len(lines)] if line in {*plain}] == plain


def test_script_that_is_missing_is_an_error_of_the_page() -> None:
    with pytest.raises(FileNotFoundError, match="nothing"):
        with_imports("keys", "nothing")


@pytest.mark.parametrize(
    "names",
    ["tokens.nothing.css", "tokens..css", f"{'tokens.' * 25}css", "../a.b.css", "keys.tokens.js"],
)
def test_styles_and_scripts_that_are_not_there_are_no_file(names: str) -> None:
    assert Client().get(f"{settings.STATIC_URL}tournament/{names}").status_code == 404


def test_styles_in_one_file_are_compressed_for_others() -> None:
    address = f"{settings.STATIC_URL}tournament/tokens.kreuzdame.css"
    takes = {"Accept-Encoding": "gzip"}
    plain = Client().get(address, headers=takes)
    packed = Client(REMOTE_ADDR="192.168.1.20").get(address, headers=takes)
    assert gzip.decompress(packed.content) == plain.content
