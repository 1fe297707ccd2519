"""What may be loaded while printing, and a machine that cannot print."""

import builtins

import pytest
from django.conf import settings

from tests.factories.rounds import make_drawn_tournament
from tournament.errors import Refused
from tournament.exports.pdf.layout import font_file
from tournament.exports.pdf.paper import missing_for_pdf
from tournament.exports.pdf.proofs import proof

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
