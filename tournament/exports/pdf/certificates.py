"""Certificates for the first places, one per page, to be signed by the direction."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refused
from tournament.exports.base import PDF, Document, document, imprint
from tournament.exports.paper import Link, Paper
from tournament.exports.pdf.drawing import CLUB_SIGN, HAIRLINE, MIDDLE, THICK, Anchor, Drawing
from tournament.exports.pdf.drawn import DrawnPages, upright
from tournament.exports.pdf.letters import Weight, first_that_fits
from tournament.labels.points import signed
from tournament.models import Tournament
from tournament.standings.reads.standings import standings_after

SHEET = upright(0, 0)
MIDDLE_OF_PAGE, ROOM = 105.0, 160.0
FRAMES = ((10.0, THICK), (12.5, HAIRLINE))
"""Distance from the edge of the paper, and line weight."""
SIGN = 26.0
TITLE, PLACE, TOTAL = 54.0, 34.0, 16.0
TOURNAMENT_SIZES, NAME_SIZES = (24.0, 20.0, 16.0, 12.0), (40.0, 34.0, 28.0, 22.0, 16.0)
SIGNATURE = 62.0
"""Width of a signature line."""
PLACES_WITH_CERTIFICATE = 3


def certificates(
    tournament: Tournament, places: int, *, number: int | None = None, picture: bytes = b""
) -> Document:
    """Return certificates for everybody down to this place, or for one start number.

    picture: a JPEG that covers the sheet, instead of frame and club sign. Refused:
    `certificates_too_early` before the standings are final, `certificates_nobody`.
    """
    title = str(CERTIFICATES.title)
    report = standings_after(tournament)
    if not report.final:
        raise Refused("certificates_too_early")
    ranked = [row for row in report.rows if row.rank is not None]
    rows = [row for row in ranked if row.number == number]
    if number is None:
        rows = [row for row in ranked if (row.rank or 0) <= places]
    if not rows:
        raise Refused("certificates_nobody")
    head = imprint(tournament, title)
    paper, shared = DrawnPages(head), Drawing()
    if not picture:
        for edge, weight in FRAMES:
            shared.box(edge, edge, SHEET.wide - 2 * edge, SHEET.high - 2 * edge, weight)
        shared.place(MIDDLE_OF_PAGE - SIGN / 2, 30, SIGN, CLUB_SIGN)
    _centred(shared, 84, gettext("Certificate"), (TITLE,))
    _centred(shared, 106, head.tournament, TOURNAMENT_SIZES, Weight.SEMIBOLD)
    _centred(shared, 124, head.occasion, (14.0, 11.0), Weight.REGULAR)
    for left, words in ((30, gettext("Place, date")), (118, gettext("Tournament direction"))):
        shared.across(left, left + SIGNATURE, 262, MIDDLE)
        shared.write(left, 267, words, 10)
    paper.turn(SHEET)
    form = paper.keep(shared, picture)
    for row in rows:
        drawing = Drawing()
        _centred(drawing, 152, f"{gettext('Rank')} {row.rank}", (PLACE,))
        _centred(drawing, 182, row.name, NAME_SIZES)
        _centred(drawing, 206, row.club_name, (16.0, 12.0, 9.0), Weight.REGULAR)
        points = gettext("with %(points)s points") % {"points": signed(row.total)}
        _centred(drawing, 222, points, (TOTAL,), Weight.REGULAR)
        paper.add(form, drawing)
    return document(tournament, title, PDF, paper.pdf())


def _centred(
    drawing: Drawing, base: float, text: str, sizes: tuple[float, ...], weight: Weight = Weight.BOLD
) -> None:
    """Write text in the first size that takes at most two lines, the first on `base`."""
    words = first_that_fits(text, ROOM, 30.0, sizes, weight)
    for at, line in enumerate(words.lines):
        y = base + at * words.leading
        drawing.write(MIDDLE_OF_PAGE, y, line, words.points, weight, anchor=Anchor.MIDDLE)


CERTIFICATES = Paper(
    key="certificates",
    title=_("Certificates"),
    order=170,
    is_possible=lambda reader: reader.tournament.frozen_at is not None,
    asks=("number",),
    make=lambda asked: certificates(
        asked.tournament, PLACES_WITH_CERTIFICATE, number=asked.number("number")
    ),
    links=(Link("certificates"), Link("player at the end", _("Certificate"))),
)
