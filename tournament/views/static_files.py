"""Static files, and the styles of a page as one file.

`faces.tokens.css` is the two one after the other, as they lie beside each other: a phone's first
visit asks once and not nine times, and nothing has to be built.
"""

import re
import threading
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware

MOST_STYLES = 12
_TOGETHER = re.compile(r"tournament/([a-z-]+(?:\.[a-z-]+)+)\.css")


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # it comes without types
    """WhiteNoise, with styles in one file."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer with the file of this address, if it is one."""
        if request.path_info.startswith(self.static_prefix):
            styles = together(request.path_info.removeprefix(self.static_prefix))
            if styles is not None:
                kept = f"max-age={self.FOREVER}, public, immutable"  # the address has a mark
                headers = {"Content-Type": 'text/css; charset="utf-8"', "Cache-Control": kept}
                return HttpResponse(styles, headers=headers)
        response: HttpResponse = super().__call__(request)
        return response


@lru_cache(maxsize=64)
def together(path: str) -> bytes | None:
    """Return the styles of this path one after the other; None if it is none, or too many."""
    found = _TOGETHER.fullmatch(path)
    names = found[1].split(".") if found else []
    if not 0 < len(names) <= MOST_STYLES:
        return None
    paths = [finders.find(f"tournament/{name}.css") for name in names]
    if not all(paths):
        return None
    return b"\n".join(Path(str(path)).read_bytes() for path in paths)


class Together(finders.BaseFinder):
    """Finds the same as a file for Django's own server, which asks no middleware for them."""

    def find(self, path: str, find_all: bool = False, **_options: Any) -> Any:
        """Return the path of a file with these styles; nothing for other paths."""
        styles = together(path)
        if styles is None:
            return []
        file = Path(_made().name, Path(path).name)
        if not file.exists():
            begun = file.with_suffix(f".{threading.get_ident()}")  # nobody reads half of it
            begun.write_bytes(styles)
            begun.replace(file)
        return [str(file)] if find_all else str(file)

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[Any]:
        """Return nothing: they are made of files that are listed."""
        return []


@cache
def _made() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="kreuzdame-styles-")
