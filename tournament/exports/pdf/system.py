"""Whether this machine can make PDFs: weasyprint needs Pango, which pip cannot bring."""

import contextlib
import io

from django.utils.translation import gettext


def missing_for_pdf() -> str:
    """What to install, as a sentence; empty when everything is there."""
    try:
        # Where Pango is missing, weasyprint prints a page of help: ours is shorter.
        with contextlib.redirect_stdout(io.StringIO()):
            import weasyprint  # noqa: F401  # half a second, only to find out
    except OSError:
        return gettext(
            "PDFs cannot be made: Pango is missing. Debian: apt-get install libpango-1.0-0 "
            "libpangoft2-1.0-0 libharfbuzz-subset0; macOS: brew install pango; Windows: see "
            "README.md."
        )
    return ""
