"""A paper of nobody: how the club's own mark and stylesheet look, and whether they can be made."""

from dataclasses import replace

from django.utils.translation import gettext

from tournament.exports.base import Document, head_of
from tournament.exports.pdf.paper import print_template


def trial_paper(logo: bytes, stylesheet: str) -> Document:
    """Return the trial. Refused: as `print_template`, if the stylesheet takes too long."""
    title = gettext("Trial of the club’s own look")
    head = head_of(None, gettext("Tournament of the club"), title)
    head = replace(head, logo=logo, stylesheet=stylesheet)
    context = {"names": ("Karo König", "Änne Łukasz", "Pik Bube", "Herz Dame")}
    return print_template("pdf/kept/trial.html", head, context)
