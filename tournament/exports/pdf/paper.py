"""From a template to a PDF: what the club's own mark and stylesheet make of it, and who waits."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string

from tournament.errors import Refused
from tournament.exports.base import Document, Imprint
from tournament.exports.pdf import layout
from tournament.exports.pdf.drawing import CLUB_SIGN, REHEARSAL_SIGN
from tournament.exports.pdf.ornaments import SUITS, WATERMARK
from tournament.labels.refusals import refusal_sentence
from tournament.shared.writes.one_at_a_time import OneAtATime

DRAWINGS = {
    "mark": CLUB_SIGN,
    "rehearsal": REHEARSAL_SIGN,
    "watermark": WATERMARK,
    **SUITS,
}
"""SVGs that templates refer to as `drawing:mark`, in the place of which is the club's own."""
LONG = 150_000
"""Letters of HTML from which a paper is made in a process of its own: 176 people have 85,000."""
# However many ask for paper, the desk keeps threads for itself; a long one delays no short one.
_printing = OneAtATime("printing_busy", waiting=2)
_printing_apart = OneAtATime("printing_busy", waiting=1)


def missing_for_pdf() -> str:
    """Return what to install, as a sentence; empty if nothing is missing."""
    try:
        layout.load_weasyprint()
    except Refused as refusal:
        return refusal_sentence(refusal)
    return ""


def print_template(
    template: str,
    head: Imprint,
    context: Mapping[str, Any],
    pictures: Mapping[str, bytes] | None = None,
    name: str = "",
) -> Document:
    """Render a template of `templates/pdf/`; `pictures` are further drawings, by name.

    Its file has the `name` of its head unless there is another.

    What a club's own stylesheet dresses is made in a process of its own, as long papers are: nobody
    knows what it asks for. Refused: `pango_missing`, `printing_busy`, `paper_takes_too_long`.
    """
    drawings = {name: svg.encode() for name, svg in DRAWINGS.items()} | dict(pictures or {})
    if head.logo:
        drawings["mark"] = head.logo
    html = render_to_string(template, {**context, "imprint": head})
    fonts = (settings.FONT_DIRECTORY, settings.SERIF_DIRECTORY)
    page = layout.Page(html, drawings, fonts)
    if head.stylesheet or len(html) > LONG:
        with _printing_apart.turn():
            return head.document(layout.lay_out_apart(page), name)
    with _printing.turn():
        return head.document(layout.lay_out(page), name)
