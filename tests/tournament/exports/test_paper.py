"""What may be loaded while printing, and a machine that cannot print."""

import builtins
from io import BytesIO
from unittest.mock import patch
from zipfile import ZipFile

import pytest
from django.conf import settings

from tests.factories.forging import played_tournament
from tests.factories.rounds import make_drawn_tournament
from tournament.accounts.writes import choose_stylesheet
from tournament.errors import Refused
from tournament.exports.archive import archive_file
from tournament.exports.pdf import paper
from tournament.exports.pdf.layout import font_file
from tournament.exports.pdf.paper import missing_for_pdf
from tournament.exports.pdf.proofs import proof
from tournament.permissions import COMMAND_LINE

FONTS = (settings.FONT_DIRECTORY, settings.SERIF_DIRECTORY)


@pytest.fixture
def without_pango(monkeypatch):
    """A machine on which weasyprint does not find its libraries."""
    real = builtins.__import__

    def fail(name: str, *args: object, **kwargs: object) -> object:
        if name == "weasyprint":
            raise OSError("cannot load library 'libpango-1.0-0'")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", fail)


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("SourceSansPro-Regular.otf", settings.FONT_DIRECTORY),
        ("SourceSerifPro-Bold.otf", settings.SERIF_DIRECTORY),
    ],
)
def test_paper_loads_the_typefaces(name, folder):
    # Both are named relative to the first folder.
    file = settings.FONT_DIRECTORY / name

    assert font_file(file.as_uri(), FONTS) == folder.resolve() / name


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org/font.otf",
        "http://127.0.0.1/font.otf",
        "data:text/css,x",
        "file:///etc/passwd",
        f"{settings.FONT_DIRECTORY.as_uri()}/../__init__.py",
        f"{settings.FONT_DIRECTORY.as_uri()}/%2e%2e/__init__.py",
        "ftp://example.org/SourceSansPro-Regular.otf",
        f"{settings.FONT_DIRECTORY.as_uri()}/no-such-file.otf",
        settings.SERIF_DIRECTORY.as_uri(),
    ],
)
def test_paper_loads_nothing_else(url):
    with pytest.raises(ValueError, match="Paper loads nothing from"):
        font_file(url, FONTS)


@pytest.mark.django_db
def test_printing_without_pango_is_refused(without_pango):
    tournament = make_drawn_tournament(8)

    with pytest.raises(Refused) as refusal:
        proof(tournament)

    assert refusal.value.code == "pango_missing"


def test_missing_pango_is_named(without_pango):
    assert "Pango fehlt" in missing_for_pdf()


def test_nothing_is_missing_here():
    assert missing_for_pdf() == ""


@pytest.fixture
def endless_stylesheet():
    """A club's own stylesheet with which no paper is ever ready."""
    choose_stylesheet(COMMAND_LINE, "p { color: red }")
    with patch.object(paper.layout, "lay_out_apart", side_effect=Refused("paper_takes_too_long")):
        yield


@pytest.mark.django_db
@pytest.mark.parametrize("hindrance", ["without_pango", "endless_stylesheet"])
def test_archive_has_the_list_for_the_wall_whatever_is_missing(hindrance, request):
    tournament = played_tournament()
    whole = papers_in(tournament)
    assert whole == ["papers/proof.pdf", "papers/standings.pdf", "papers/workbook.xlsx"]
    request.getfixturevalue(hindrance)
    assert papers_in(tournament) == ["papers/standings.pdf", "papers/workbook.xlsx"]


@pytest.mark.django_db
def test_archive_of_a_busy_machine_is_refused_rather_than_incomplete():
    tournament = played_tournament()
    with (
        patch.object(paper.layout, "lay_out", side_effect=Refused("printing_busy")),
        pytest.raises(Refused) as refusal,
    ):
        archive_file(tournament)
    assert refusal.value.code == "printing_busy"


def papers_in(tournament):
    """Return the papers of its archive."""
    packed = ZipFile(BytesIO(archive_file(tournament).content))
    return sorted(name for name in packed.namelist() if name.startswith("papers/"))
