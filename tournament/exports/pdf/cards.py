"""Name tags and slips to be cut out, ten on a page; table tents to fold."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refused
from tournament.exports.base import Document, Imprint, imprint
from tournament.exports.paper import Asked, Link, Paper, is_drawn
from tournament.exports.pdf.drawing import (
    A4,
    CLUB_SIGN,
    HAIRLINE,
    Anchor,
    Drawing,
    DrawnPages,
    Weight,
    first_that_fits,
    qr_svg,
    typed_address,
    upright,
)
from tournament.labels.points import NONE_YET
from tournament.models import Entry, Round
from tournament.people.reads.players import player_list
from tournament.permissions import may_draw_round
from tournament.phones.reads import phone_url
from tournament.seating.reads.plans import PlanPlayer, by_number, seat_plan, table_numbers

WIDE, HIGH = 90.0, 54.0  # size of a card in millimetres: it fits the usual holders
ACROSS, DOWN = 2, 5
SHEET = upright(15, 13.5)
EDGE = 6.0  # margin around the text of a card
SIGN, CODE = 9.0, 17.0
NAME_SIZES, LINE_SIZES = (30.0, 26.0, 22.0, 18.0, 14.0, 11.0), (11.0, 9.0, 7.0)
SLIP_NAME_SIZES = (15.0, 12.0, 9.0)
IN_A_ROW, ROW, ROWS = 8, 16.0, 26.0
"""Rounds side by side on a slip; height in mm of such a row, and of all rows."""
THREE = 3  # table numbers with this many digits are written smaller
FOLD = A4.high / 2
FOLD_MARKS = ((5.0, 11.0), (199.0, 205.0))  # fold marks at the edges of a tent, in mm from the left
TENT_NUMBER = ((450.0, 128.4), (316.0, 111.5))
"""Font size of the number and its base line below the fold in mm: one or two digits; three."""
TENT_CODE = 18.0

Each = TypeVar("Each")


def name_tags(asked: Asked) -> Document:
    """Return a tag for everybody who plays, by start number; or for some."""
    tournament, only = asked.tournament, asked.numbers("numbers")
    entries = [
        each
        for each in player_list(tournament).order_by("number")
        if each.plays and (only is None or each.number in only)
    ]
    draw = partial(_draw_tag, affiliation=tournament.affiliation)
    return _cards(imprint(tournament, str(NAME_TAGS.title)), draw, entries)


def slips(asked: Asked) -> Document:
    """Return a slip with the seat in each round, for all or some. Refused: `unknown_round`."""
    tournament, only = asked.tournament, asked.numbers("numbers")
    plan = seat_plan(tournament)
    if not plan.rounds:
        raise Refused("unknown_round", round=1)
    players = [each for each in by_number(plan.players) if only is None or each.number in only]
    draw = partial(_draw_slip, rounds=plan.rounds, phones=phone_url(tournament))
    return _cards(imprint(tournament, str(SLIPS.title)), draw, players)


def tents(asked: Asked) -> Document:
    """Return a page per table, its number on both sides of the fold. Refused: `unknown_round`."""
    tournament = asked.tournament
    numbers = table_numbers(tournament)
    if not numbers:
        raise Refused("unknown_round", round=1)
    paper = DrawnPages(imprint(tournament, str(TENTS.title)))
    marks = Drawing()
    for left, right in FOLD_MARKS:
        marks.across(left, right, FOLD, HAIRLINE)
    form, phones = paper.keep(marks), phone_url(tournament)
    middle, at_middle = A4.wide / 2, Anchor.MIDDLE
    for number in numbers:
        half = Drawing()
        half.write(middle, FOLD + 15.6, gettext("Table"), 22, Weight.SEMIBOLD, anchor=at_middle)
        points, base = TENT_NUMBER[number > 99]
        half.write(middle, FOLD + base, str(number), points, Weight.BOLD, anchor=at_middle)
        if phones:
            left = A4.wide - 8 - TENT_CODE
            half.place(left, FOLD + 4, TENT_CODE, qr_svg(phones))
            on_phone, address = gettext("My seat on the phone"), typed_address(phones)
            half.write(left - 2, FOLD + 8.7, on_phone, 8, anchor=Anchor.END)
            half.write(left - 2, FOLD + 12.1, address, 8, anchor=Anchor.END)
        words = first_that_fits(tournament.name, 180.0, 16.0, (14.0, 11.0, 8.0), Weight.REGULAR)
        base = A4.high - 9 - words.height
        for line in words.lines:
            base += words.leading
            half.write(middle, base - 0.7, line, words.points, anchor=at_middle)
        paper.add(form, half, on_its_head=half)
    return paper.document()


def _cards(
    head: Imprint, draw: Callable[[Drawing, str, Each, float, float], None], people: Sequence[Each]
) -> Document:
    """Draw pages with hairlines to cut along; `draw` gets each card's upper left corner."""
    paper = DrawnPages(head)
    paper.turn(SHEET)
    cuts = Drawing()
    for at in range(ACROSS + 1):
        cuts.down(at * WIDE, 0, DOWN * HIGH, HAIRLINE)
    for at in range(DOWN + 1):
        cuts.across(0, ACROSS * WIDE, at * HIGH, HAIRLINE)
    form = paper.keep(cuts)
    for first in range(0, len(people) or 1, ACROSS * DOWN):
        page = Drawing()
        for at, each in enumerate(people[first : first + ACROSS * DOWN]):
            draw(page, head.tournament, each, at % ACROSS * WIDE, at // ACROSS * HIGH)
        paper.add(form, page)
    return paper.document()


def _draw_tag(
    drawing: Drawing,
    tournament: str,
    entry: Entry,
    left: float,
    top: float,
    *,
    affiliation: Callable[[str, str], str],
) -> None:
    x, right, bottom = left + EDGE, left + WIDE - EDGE, top + HIGH - EDGE
    room = WIDE - 2 * EDGE
    drawing.place(right - SIGN, top + EDGE - 1, SIGN, CLUB_SIGN)
    named = first_that_fits(tournament, room - SIGN - 2, 9, LINE_SIZES, Weight.REGULAR)
    drawing.block(x, top + EDGE, named)
    name = first_that_fits(entry.person.name, room, 24, NAME_SIZES, Weight.BOLD)
    drawing.block(x, top + 27 - name.height / 2, name)
    named_club = entry.club.name or entry.club.short if entry.club else ""
    beside = affiliation(named_club, entry.team)
    club = first_that_fits(beside, room - 18, 9, LINE_SIZES, Weight.REGULAR)
    drawing.block(x, bottom - club.height, club)
    number = f"{gettext('No.')} {entry.number}"
    drawing.write(right, bottom - 1, number, 11, Weight.SEMIBOLD, anchor=Anchor.END)


def _draw_slip(
    drawing: Drawing,
    tournament: str,
    player: PlanPlayer,
    left: float,
    top: float,
    *,
    rounds: Sequence[Round],
    phones: str,
) -> None:
    """Draw name and number, then the rounds in columns: table large, position small."""
    x, right, bottom = left + EDGE, left + WIDE - EDGE, top + HIGH - EDGE
    room = WIDE - 2 * EDGE - CODE * bool(phones)
    named = first_that_fits(tournament, room, 4, (8.0, 6.0), Weight.REGULAR)
    below = drawing.block(x, top + EDGE - 1, named)
    name = first_that_fits(player.list_name, room, 12, SLIP_NAME_SIZES, Weight.BOLD)
    below = drawing.block(x, below, name)
    number = f"{gettext('No.')} {player.number}"
    details = " · ".join(filter(None, (number, player.affiliation)))
    drawing.block(x, below, first_that_fits(details, room, 5, (9.0, 7.0), Weight.REGULAR))
    if phones:
        drawing.place(right - CODE + 2, top + EDGE - 3, CODE, qr_svg(phones))
        drawing.write(right, top + HIGH - 2.5, typed_address(phones), 7, anchor=Anchor.END)
    rows = -(-len(rounds) // IN_A_ROW)
    high, wide = min(ROW, ROWS / rows), (WIDE - 2 * EDGE) / IN_A_ROW
    drawing.write(x, bottom - rows * high - 0.5, gettext("Table, below it the position"), 7)
    for at, (round, seat) in enumerate(zip(rounds, player.seats, strict=True)):
        middle = x + (at % IN_A_ROW + 0.5) * wide
        y = bottom - (rows - at // IN_A_ROW) * high
        heading = gettext("R%(number)s") % {"number": round.number}
        drawing.write(middle, y + 0.2 * high, heading, 0.55 * high, anchor=Anchor.MIDDLE)
        table, position = (str(seat.table), str(seat.seat)) if seat else (NONE_YET, "")
        large = (1.25 if len(table) < THREE else 0.9) * high
        drawing.write(middle, y + 0.6 * high, table, large, Weight.BOLD, anchor=Anchor.MIDDLE)
        drawing.write(middle, y + 0.88 * high, position, 0.7 * high, anchor=Anchor.MIDDLE)


NAME_TAGS = Paper(
    key="tags",
    title=_("Name tags"),
    order=120,
    asks=("numbers",),
    make=name_tags,
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
    make=slips,
    links=(Link("people"), Link("again")),
)
TENTS = Paper(
    key="tents",
    title=_("Table tents"),
    order=140,
    is_possible=is_drawn,
    tells_address=True,
    make=tents,
    links=(Link("people"),),
)
