"""HTML and CSS to PDF, and in a process of its own what is long or dressed by somebody else.

Only what is handed over can be loaded: drawings by name, and the files of the typefaces. The
process of its own loads this module alone, so it knows neither the database nor the settings.
"""

import atexit
import contextlib
import ctypes
import io
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from tournament.errors import Refused
from tournament.shared.writes.apart import Limits, call_apart

DRAWING = "drawing:"
KINDS = ((b"\x89PNG", "image/png"), (b"\xff\xd8", "image/jpeg"), (b"<svg", "image/svg+xml"))
"""How the content of a drawing begins."""
PANGO = "libpango-1.0.so.0", "libpango-1.0.dylib", "libpango-1.0-0"
"""What the library is called on Linux, macOS and Windows."""
SECONDS = 60
"""Processor time of a process of its own: 1,000 people take a quarter of it."""
LONGEST_WAIT = 150  # seconds until it is given up, however busy the machine
MEGABYTES = 2048


@dataclass(frozen=True, slots=True)
class Page:
    """What to lay out: HTML, the drawings it may load by name, and the folders of the typefaces.

    Addresses of typefaces are relative to the first folder, wherever the file lies.
    """

    html: str
    drawings: Mapping[str, bytes]
    fonts: tuple[Path, ...]


def has_pango() -> bool:
    """Whether Pango is found, without WeasyPrint; where it is not, that may yet find it."""
    for name in PANGO:
        with contextlib.suppress(OSError):
            ctypes.CDLL(name)
            return True
    return False


def load_weasyprint() -> Any:
    """Import WeasyPrint on first use: it takes half a second. Refused: `pango_missing`."""
    try:
        # Without Pango, WeasyPrint prints a page of help: ours is shorter.
        with contextlib.redirect_stdout(io.StringIO()):
            import weasyprint
    except OSError as error:
        raise Refused("pango_missing") from error
    return weasyprint


def lay_out(page: Page) -> bytes:
    """Return the page as PDF. Refused: `pango_missing`."""
    weasyprint = load_weasyprint()
    urls: Any = weasyprint.urls

    class Fetcher(urls.URLFetcher):  # type: ignore[misc]  # untyped library
        """Loads only the drawings handed over and the typefaces."""

        def fetch(self, url: str, headers: Mapping[str, str] | None = None) -> Any:
            if url.startswith(DRAWING):
                drawing = page.drawings[url.removeprefix(DRAWING)]
                kind = next(kind for begin, kind in KINDS if drawing.startswith(begin))
                return urls.URLFetcherResponse(url, drawing, {"Content-Type": kind})
            return urls.URLFetcherResponse(url, font_file(url, page.fonts).read_bytes())

    html = weasyprint.HTML(
        string=page.html, base_url=f"{page.fonts[0].as_uri()}/", url_fetcher=Fetcher()
    )
    pdf: bytes = html.write_pdf(font_config=_fonts())
    return pdf


def lay_out_apart(page: Page) -> bytes:
    """Return the page as PDF, made in a process of its own with limits of time and memory.

    Refused: `pango_missing`, `paper_takes_too_long`.
    """
    limits = Limits(LONGEST_WAIT, SECONDS, MEGABYTES)
    return call_apart(lay_out, limits, "paper_takes_too_long", page)


@cache
def _fonts() -> Any:
    """Return the typefaces, set up once: set up per paper they would leak 0.3 MB each time."""
    from weasyprint.text.fonts import FontConfiguration

    atexit.register(_fonts.cache_clear)  # it keeps files, and removes them when it goes
    return FontConfiguration()


def font_file(url: str, fonts: tuple[Path, ...]) -> Path:
    """Return the typeface file this URL names; `ValueError` for any other URL."""
    parts = urlsplit(url)
    path = Path(url2pathname(parts.path)).resolve()
    if parts.scheme == "file" and path.parent == fonts[0].resolve():
        for folder in fonts:
            if (file := folder.resolve() / path.name).is_file():
                return file
    raise ValueError(f"Paper loads nothing from {url}")
