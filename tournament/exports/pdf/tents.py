"""Table tents: the number of each table, to be folded and stood up."""

from datetime import datetime

from django.utils.translation import gettext

from tournament.errors import Refused
from tournament.exports.base import PDF, Document, document, imprint
from tournament.exports.pdf.paper import print_template
from tournament.models import Tournament
from tournament.selectors.phones import phone_url
from tournament.selectors.plans import table_numbers

HALVES = ("back", "front")


def tents(tournament: Tournament, now: datetime | None = None) -> Document:
    """A page for every table of the rounds drawn, its number on both sides of the fold.

    Refused: `unknown_round` while no round is drawn.
    """
    numbers = table_numbers(tournament)
    if not numbers:
        raise Refused("unknown_round", round=1)
    title = gettext("Table tents")

    def render() -> bytes:
        context = {
            "imprint": imprint(tournament, title, now=now),
            "numbers": numbers,
            "halves": HALVES,
            "phones": phone_url(tournament),
        }
        return print_template("pdf/tents.html", context)

    return document(tournament, title, PDF, render)
