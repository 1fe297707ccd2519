"""Cards to be cut out, ten on a page: name tags, and slips with a player's seats."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refused
from tournament.exports.base import PDF, Document, Imprint, document, imprint
from tournament.exports.paper import Link, Paper, is_drawn
from tournament.exports.pdf.drawing import CLUB_SIGN, HAIRLINE, Anchor, Drawing
from tournament.exports.pdf.drawn import DrawnPages, upright
from tournament.exports.pdf.letters import Weight, first_that_fits
from tournament.exports.qr import qr_svg, typed_address
from tournament.labels.points import NONE_YET
from tournament.models import Entry, Round, Tournament
from tournament.people.reads.players import player_list
from tournament.permissions import may_draw_round
from tournament.phones.reads import phone_url
from tournament.seating.reads.plans import PlanPlayer, by_number, seat_plan

WIDE, HIGH = 90.0, 54.0
"""Size of a card in millimetres: it fits the usual holders."""
ACROSS, DOWN = 2, 5
SHEET = upright(15, 13.5)
EDGE = 6.0
"""Margin around the text of a card."""
SIGN, CODE = 9.0, 17.0
NAME_SIZES, LINE_SIZES = (30.0, 26.0, 22.0, 18.0, 14.0, 11.0), (11.0, 9.0, 7.0)
SLIP_NAME_SIZES = (15.0, 12.0, 9.0)
IN_A_ROW, ROW, ROWS = 8, 16.0, 26.0
"""Rounds side by side on a slip; height in mm of such a row, and of all rows."""
THREE = 3
"""Table numbers with this many digits are written smaller."""

Card = Callable[[Drawing, float, float], None]
"""Draws one card from its upper left corner."""


def name_tags(
    tournament: Tournament, now: datetime | None = None, only: Collection[int] | None = None
) -> Document:
    """Return a tag for everybody who plays, by start number; or for `only` some."""
    title = str(NAME_TAGS.title)
    head = imprint(tournament, title, now=now)
    entries = [
        each
        for each in player_list(tournament).order_by("number")
        if each.plays and (only is None or each.number in only)
    ]
    return document(tournament, title, PDF, _cards(head, [_tag(head, entry) for entry in entries]))


def slips(
    tournament: Tournament, now: datetime | None = None, only: Collection[int] | None = None
) -> Document:
    """Return a slip for everybody with the seat in each round drawn, published or not.

    Or for `only` some, by start number. Refused: `unknown_round` while no round is drawn.
    """
    plan = seat_plan(tournament)
    if not plan.rounds:
        raise Refused("unknown_round", round=1)
    title = str(SLIPS.title)
    head = imprint(tournament, title, now=now)
    phones = phone_url(tournament)
    players = [each for each in by_number(plan.players) if only is None or each.number in only]
    content = _cards(head, [_slip(head, plan.rounds, each, phones) for each in players])
    return document(tournament, title, PDF, content)


def _cards(head: Imprint, cards: Sequence[Card]) -> bytes:
    """Draw page after page, with hairlines to cut along."""
    paper = DrawnPages(head)
    paper.turn(SHEET)
    cuts = Drawing()
    for at in range(ACROSS + 1):
        cuts.down(at * WIDE, 0, DOWN * HIGH, HAIRLINE)
    for at in range(DOWN + 1):
        cuts.across(0, ACROSS * WIDE, at * HIGH, HAIRLINE)
    form = paper.keep(cuts)
    for first in range(0, len(cards) or 1, ACROSS * DOWN):
        page = Drawing()
        for at, draw in enumerate(cards[first : first + ACROSS * DOWN]):
            draw(page, at % ACROSS * WIDE, at // ACROSS * HIGH)
        paper.add(form, page)
    return paper.pdf()


def _tag(head: Imprint, entry: Entry) -> Card:
    """Return the drawing of a tag: the name as large as it fits, the rest small."""
    person, room = entry.person, WIDE - 2 * EDGE
    named_club = entry.club.name or entry.club.short if entry.club else ""

    def draw(drawing: Drawing, left: float, top: float) -> None:
        drawing.place(left + WIDE - EDGE - SIGN, top + EDGE - 1, SIGN, CLUB_SIGN)
        named = first_that_fits(head.tournament, room - SIGN - 2, 9, LINE_SIZES, Weight.REGULAR)
        drawing.block(left + EDGE, top + EDGE, named)
        name = first_that_fits(person.name, room, 24, NAME_SIZES, Weight.BOLD)
        drawing.block(left + EDGE, top + 27 - name.height / 2, name)
        number = f"{gettext('No.')} {entry.number}"
        club = first_that_fits(named_club, room - 18, 9, LINE_SIZES, Weight.REGULAR)
        drawing.block(left + EDGE, top + HIGH - EDGE - club.height, club)
        right = left + WIDE - EDGE
        drawing.write(right, top + HIGH - EDGE - 1, number, 11, Weight.SEMIBOLD, anchor=Anchor.END)

    return draw


def _slip(head: Imprint, rounds: Sequence[Round], player: PlanPlayer, phones: str) -> Card:
    """Return the drawing of a slip: name and number, then rounds: table large, position small."""
    room = WIDE - 2 * EDGE - CODE * bool(phones)

    def draw(drawing: Drawing, left: float, top: float) -> None:
        x, right = left + EDGE, left + WIDE - EDGE
        named = first_that_fits(head.tournament, room, 4, (8.0, 6.0), Weight.REGULAR)
        below = drawing.block(x, top + EDGE - 1, named)
        name = first_that_fits(player.list_name, room, 12, SLIP_NAME_SIZES, Weight.BOLD)
        below = drawing.block(x, below, name)
        number = f"{gettext('No.')} {player.number}"
        details = " · ".join(filter(None, (number, player.club)))
        drawing.block(x, below, first_that_fits(details, room, 5, (9.0, 7.0), Weight.REGULAR))
        if phones:
            drawing.place(right - CODE + 2, top + EDGE - 3, CODE, qr_svg(phones))
            address = typed_address(phones)
            drawing.write(right, top + HIGH - 2.5, address, 7, anchor=Anchor.END)
        _draw_rounds(drawing, rounds, player, x, top + HIGH - EDGE)

    return draw


def _draw_rounds(
    drawing: Drawing, rounds: Sequence[Round], player: PlanPlayer, left: float, bottom: float
) -> None:
    """Draw each round as a column, in as many rows as needed."""
    rows = -(-len(rounds) // IN_A_ROW)
    high = min(ROW, ROWS / rows)
    wide = (WIDE - 2 * EDGE) / IN_A_ROW
    caption = gettext("Table, below it the position")
    drawing.write(left, bottom - rows * high - 0.5, caption, 7)
    for at, (round, seat) in enumerate(zip(rounds, player.seats, strict=True)):
        middle = left + (at % IN_A_ROW + 0.5) * wide
        top = bottom - (rows - at // IN_A_ROW) * high
        heading = gettext("R%(number)s") % {"number": round.number}
        drawing.write(middle, top + 0.2 * high, heading, 0.55 * high, anchor=Anchor.MIDDLE)
        table = str(seat.table) if seat else NONE_YET
        position = str(seat.seat) if seat else ""
        large = (1.25 if len(table) < THREE else 0.9) * high
        drawing.write(middle, top + 0.6 * high, table, large, Weight.BOLD, anchor=Anchor.MIDDLE)
        drawing.write(middle, top + 0.88 * high, position, 0.7 * high, anchor=Anchor.MIDDLE)


NAME_TAGS = Paper(
    key="tags",
    title=_("Name tags"),
    order=120,
    asks=("numbers",),
    make=lambda asked: name_tags(asked.tournament, only=asked.numbers("numbers")),
    links=(Link("people"), Link("tags again")),
)
SLIPS = Paper(
    key="slips",
    title=_("Slips with seats"),
    order=130,
    may=may_draw_round,
    is_possible=is_drawn,
    asks=("numbers",),
    tells_address=True,
    make=lambda asked: slips(asked.tournament, only=asked.numbers("numbers")),
    links=(Link("people"), Link("again")),
)
