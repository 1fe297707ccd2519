"""Whether this machine can make PDFs: WeasyPrint needs Pango, which pip cannot bring."""

import contextlib
import io
from typing import Any

from tournament.errors import Refused
from tournament.labels.refusals import refusal_sentence


def load_weasyprint() -> Any:
    """WeasyPrint, imported when first needed: it takes half a second.

    Raises `Refused` with "pango_missing" on a machine without Pango.
    """
    try:
        # Where Pango is missing, WeasyPrint prints a page of help: ours is shorter.
        with contextlib.redirect_stdout(io.StringIO()):
            import weasyprint
    except OSError as error:
        raise Refused("pango_missing") from error
    return weasyprint


def missing_for_pdf() -> str:
    """What to install, as a sentence; empty when everything is there."""
    try:
        load_weasyprint()
    except Refused as refusal:
        return refusal_sentence(refusal)
    return ""
