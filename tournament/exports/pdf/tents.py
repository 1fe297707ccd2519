"""Table tents: the number of each table, to be folded and stood up."""

from datetime import datetime

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refused
from tournament.exports.base import PDF, Document, document, imprint
from tournament.exports.paper import Link, Paper, is_drawn
from tournament.exports.pdf.drawing import HAIRLINE, Anchor, Drawing
from tournament.exports.pdf.drawn import A4, DrawnPages
from tournament.exports.pdf.letters import Weight, first_that_fits
from tournament.exports.qr import qr_svg, typed_address
from tournament.models import Tournament
from tournament.phones.reads import phone_url
from tournament.seating.reads.plans import table_numbers

FOLD = A4.high / 2
MIDDLE_OF_PAGE, ROOM = A4.wide / 2, 180.0
FOLD_MARKS = ((5.0, 11.0), (199.0, 205.0))
"""Fold marks at the edges of the sheet, in mm from the left."""
NUMBER = ((450.0, 128.4), (316.0, 111.5))
"""Font size of the number and its base line below the fold in mm: one or two digits; three."""
NAME_SIZES, NAME_ROOM = (14.0, 11.0, 8.0), 16.0
CODE = 18.0


def tents(tournament: Tournament, now: datetime | None = None) -> Document:
    """Return a page for every table of the rounds drawn, its number on both sides of the fold.

    Refused: `unknown_round` while no round is drawn.
    """
    numbers = table_numbers(tournament)
    if not numbers:
        raise Refused("unknown_round", round=1)
    paper = DrawnPages(imprint(tournament, str(TENTS.title), now=now))
    marks = Drawing()
    for left, right in FOLD_MARKS:
        marks.across(left, right, FOLD, HAIRLINE)
    form, phones = paper.keep(marks), phone_url(tournament)
    for number in numbers:
        half = _lower_half(tournament.name, number, phones)
        paper.add(form, half, on_its_head=half)
    return document(tournament, str(TENTS.title), PDF, paper.pdf())


def _lower_half(name: str, number: int, phones: str) -> Drawing:
    """Return what is below the fold and, upside down, above it."""
    drawing = Drawing()
    word = gettext("Table")
    drawing.write(MIDDLE_OF_PAGE, FOLD + 15.6, word, 22, Weight.SEMIBOLD, anchor=Anchor.MIDDLE)
    points, base = NUMBER[number > 99]
    drawing.write(
        MIDDLE_OF_PAGE, FOLD + base, str(number), points, Weight.BOLD, anchor=Anchor.MIDDLE
    )
    if phones:
        left = A4.wide - 8 - CODE
        drawing.place(left, FOLD + 4, CODE, qr_svg(phones))
        for base, text in ((8.7, gettext("My seat on the phone")), (12.1, typed_address(phones))):
            drawing.write(left - 2, FOLD + base, text, 8, anchor=Anchor.END)
    words = first_that_fits(name, ROOM, NAME_ROOM, NAME_SIZES, Weight.REGULAR)
    base = A4.high - 9 - words.height
    for line in words.lines:
        base += words.leading
        drawing.write(MIDDLE_OF_PAGE, base - 0.7, line, words.points, anchor=Anchor.MIDDLE)
    return drawing


TENTS = Paper(
    key="tents",
    title=_("Table tents"),
    order=140,
    is_possible=is_drawn,
    tells_address=True,
    make=lambda asked: tents(asked.tournament),
    links=(Link("people"),),
)
