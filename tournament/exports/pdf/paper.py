"""From a template to a PDF; everything on it comes from the program itself, nothing is fetched."""

import atexit
import contextlib
import io
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from django.conf import settings
from django.template.loader import render_to_string

from tournament.errors import Refused
from tournament.exports.pdf.drawing import CLUB_SIGN, REHEARSAL_SIGN
from tournament.labels.refusals import refusal_sentence
from tournament.shared.writes.one_at_a_time import OneAtATime

DRAWING = "drawing:"
DRAWINGS = {"club.svg": CLUB_SIGN, "rehearsal.svg": REHEARSAL_SIGN}
"""SVGs that templates refer to as `drawing:club.svg`."""
# However many ask for paper, the desk keeps threads for itself.
_printing = OneAtATime("printing_busy", waiting=2)


def load_weasyprint() -> Any:
    """Import WeasyPrint on first use: it takes half a second. Refused: `pango_missing`."""
    try:
        # Without Pango, WeasyPrint prints a page of help: ours is shorter.
        with contextlib.redirect_stdout(io.StringIO()):
            import weasyprint
    except OSError as error:
        raise Refused("pango_missing") from error
    return weasyprint


def missing_for_pdf() -> str:
    """Return what to install, as a sentence; empty if nothing is missing."""
    try:
        load_weasyprint()
    except Refused as refusal:
        return refusal_sentence(refusal)
    return ""


def print_template(template: str, context: Mapping[str, Any]) -> bytes:
    """Render a template of `templates/pdf/`. Refused: `pango_missing`, `printing_busy`."""
    weasyprint = load_weasyprint()
    urls: Any = weasyprint.urls

    class Fetcher(urls.URLFetcher):  # type: ignore[misc]  # untyped library
        """Loads only our drawings and the typeface."""

        def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> Any:
            if url.startswith(DRAWING):
                body = DRAWINGS[url.removeprefix(DRAWING)].encode()
                return urls.URLFetcherResponse(url, body, {"Content-Type": "image/svg+xml"})
            return urls.URLFetcherResponse(url, font_file(url).read_bytes())

    html = weasyprint.HTML(
        string=render_to_string(template, dict(context)),
        base_url=f"{settings.FONT_DIRECTORY.as_uri()}/",
        url_fetcher=Fetcher(),
    )
    with _printing.turn():
        pdf: bytes = html.write_pdf(font_config=_fonts())
    return pdf


@cache
def _fonts() -> Any:
    """Return the typeface, set up once: set up per paper it would leak 0.3 MB each time."""
    from weasyprint.text.fonts import FontConfiguration

    atexit.register(_fonts.cache_clear)  # it keeps files, and removes them when it goes
    return FontConfiguration()


def font_file(url: str) -> Path:
    """Return the typeface file this URL names; `ValueError` for any other URL."""
    parts = urlsplit(url)
    path = Path(url2pathname(parts.path)).resolve()
    if parts.scheme != "file" or path.parent != settings.FONT_DIRECTORY.resolve():
        raise ValueError(f"Paper loads nothing from {url}")
    return path
