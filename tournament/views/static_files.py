"""Static files, and the styles of a page as one file.

`faces.tokens.css` is the two one after the other, as they lie beside each other: a phone's first
visit asks once and not nine times, and nothing has to be built.
"""

import re
from functools import lru_cache
from pathlib import Path

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
            found = _TOGETHER.fullmatch(request.path_info.removeprefix(self.static_prefix))
            styles = together(tuple(found[1].split("."))) if found else None
            if styles is not None:
                kept = f"max-age={self.FOREVER}, public, immutable"  # the address has a mark
                headers = {"Content-Type": 'text/css; charset="utf-8"', "Cache-Control": kept}
                return HttpResponse(styles, headers=headers)
        response: HttpResponse = super().__call__(request)
        return response


@lru_cache(maxsize=64)
def together(names: tuple[str, ...]) -> bytes | None:
    """Return these styles one after the other; None if one is missing, or for too many."""
    if len(names) > MOST_STYLES:
        return None
    paths = [finders.find(f"tournament/{name}.css") for name in names]
    if not all(paths):
        return None
    return b"\n".join(Path(str(path)).read_bytes() for path in paths)
