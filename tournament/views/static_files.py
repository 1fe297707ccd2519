"""Static files, with several joined in one (`shared/reads/static_files.py`)."""

import threading
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware

from tournament.shared.reads.static_files import together

_TYPES = {"css": "text/css", "js": "text/javascript"}


class StaticFiles(WhiteNoiseMiddleware):  # type: ignore[misc]  # it comes without types
    """WhiteNoise, with styles and scripts in one file."""

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer with the file of this address, if it is one."""
        if request.path_info.startswith(self.static_prefix):
            path = request.path_info.removeprefix(self.static_prefix)
            content = together(path)
            if content is not None:
                kept = f"max-age={self.FOREVER}, public, immutable"  # the address has a mark
                kind = f'{_TYPES[path.rpartition(".")[2]]}; charset="utf-8"'
                return HttpResponse(content, headers={"Content-Type": kind, "Cache-Control": kept})
        response: HttpResponse = super().__call__(request)
        return response


class Together(finders.BaseFinder):
    """Finds the same as a file for Django's own server, which asks no middleware for them."""

    def find(self, path: str, find_all: bool = False, **_options: Any) -> Any:
        """Return the path of a file with this content; nothing for other paths."""
        content = together(path)
        if content is None:
            return []
        with _one_at_a_time:  # a second directory would be deleted at once, with what is in it
            file = Path(_made().name, Path(path).name)
        if not file.exists():
            begun = file.with_suffix(f".{threading.get_ident()}")  # nobody reads half of it
            begun.write_bytes(content)
            begun.replace(file)
        return [str(file)] if find_all else str(file)

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[Any]:
        """Return nothing: they are made of files that are listed."""
        return []


_one_at_a_time = threading.Lock()


@cache
def _made() -> TemporaryDirectory[str]:
    return TemporaryDirectory(prefix="kreuzdame-static-")
