"""Static files, with several joined in one (`shared/reads/static_files.py`)."""

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
