"""The plan of all rounds for the wall: by player, and by table."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial
from itertools import islice, zip_longest

from django.utils.text import format_lazy
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refused
from tournament.exports.base import PDF, Document, Imprint, document, imprint
from tournament.exports.paper import Link, Paper, is_drawn
from tournament.exports.pdf.drawing import Item
from tournament.exports.pdf.drawn import DrawnPages
from tournament.exports.pdf.letters import Weight, width
from tournament.exports.pdf.lists import growing_sizes, layout, print_list
from tournament.exports.pdf.seat_lists import seed_note
from tournament.exports.pdf.table import Cell, PaperColumn, Table
from tournament.exports.pdf.wall_lists import (
    NUMBER_GAP,
    NUMBER_LETTERS,
    UPRIGHT,
    Wall,
    beside_number,
    draw_wall,
    sentence,
    width_of,
)
from tournament.labels.points import NONE_YET
from tournament.lists.columns import Column, Kind, List
from tournament.models import Round, Tournament
from tournament.permissions import may_draw_round
from tournament.seating.reads.plans import PlanPlayer, SeatPlan, by_number, seat_plan

BY_NAME, BY_NUMBER, BY_TABLE = "name", "number", "table"
SIZES = (12, 12.5, 13, 13.5, 14)
"""Font sizes by table, in points: names stand side by side, round by round."""
DENSE = 9
"""If letters must be smaller, pages hold as many tables as at this size: tables stay whole."""


def plan(tournament: Tournament, by: str = BY_NAME, now: datetime | None = None) -> Document:
    """Return all seats in all rounds drawn, published or not; `by` "name", "number", "table".

    Anything else is by name. Refused: `unknown_round` while no round is drawn.
    """
    plan = seat_plan(tournament)
    if not plan.rounds:
        raise Refused("unknown_round", round=1)
    orders = {BY_TABLE: gettext("by table"), BY_NUMBER: gettext("by start number")}
    title = f"{gettext('Plan of all rounds')} {orders.get(by) or gettext('by name')}"
    notes: list[str] = []
    status = seed_note(plan.draws[0])
    if len(plan.draws) > 1:  # the foot of a page has no room for their seeds
        numbers = ", ".join(str(draw.number) for draw in plan.draws)
        status = gettext("Draws %(numbers)s, seeds on the last page") % {"numbers": numbers}
        for draw in plan.draws:
            drawn = (each.number for each in plan.rounds if each.draw == draw)
            rounds = ", ".join(gettext("R%(number)s") % {"number": number} for number in drawn)
            notes.append(f"{seed_note(draw)}: {rounds}")
    # The sign marks the rounds in question.
    caution = f"{gettext('Contains rounds not published')} (*)" if plan.unpublished else ""
    head = imprint(tournament, title, status, now, caution=caution)
    if by == BY_TABLE:
        return document(tournament, title, PDF, _draw_tables(head, plan, notes))
    columns = (
        Column("number", gettext("No."), lambda each: each.number, Kind.NUMBER),
        Column("name", gettext("Name"), lambda each: each.public_list_name, Kind.NAME),
        Column("club", gettext("Club"), lambda each: each.club, classes="club minor"),
        *(
            Column(f"r{at}", _heading(round), partial(_seat, at), Kind.NUMBER, "round", NONE_YET)
            for at, round in enumerate(plan.rounds)
        ),
    )
    listed = List(columns, by_number(plan.players) if by == BY_NUMBER else plan.players)
    key = gettext("7-3 means table 7, position 3. A dash: no seat in this round.")
    opening = sentence(key, width_of(UPRIGHT))
    return document(tournament, title, PDF, print_list(head, listed, notes, opening=opening))


def _seat(at: int, player: PlanPlayer) -> str | None:
    seat = player.seats[at]
    return None if seat is None else str(seat)


def _heading(round: Round) -> str:
    heading = gettext("R%(number)s") % {"number": round.number}
    return heading if round.published_at else f"{heading} *"


def _draw_tables(head: Imprint, plan: SeatPlan, notes: Sequence[str]) -> bytes:
    """Draw table after table: a row per position with the player of each round."""
    # The players of a table by position instead of by round.
    rows = [list(zip_longest(*(each.players for each in table.rounds))) for table in plan.tables]
    every = [(at, players) for each in rows for at, players in enumerate(each, start=1)]
    columns = [PaperColumn("", [Cell(str(at)) for at, _players in every], weight=Weight.BOLD)]
    for number, round in enumerate(plan.rounds):
        names = []  # the number stays on one line with the surname
        for _at, players in every:
            each = players[number]
            names.append(f"{each.number}\xa0{each.public_list_name}" if each else NONE_YET)
        columns.append(PaperColumn(_heading(round), [Cell(name) for name in names], True))
    left = width(str(plan.tables[-1].number), NUMBER_LETTERS, Weight.BOLD) + NUMBER_GAP
    sheet, _columns, least = layout([columns], SIZES, left)
    wide = width_of(sheet)

    table = partial(Table, columns, wide - left, left=left)

    def items(points: float) -> Iterator[Item]:
        drawn, heading = table(points).rows(), table(points).heading()
        for each, positions in zip(plan.tables, rows, strict=True):
            shown = [heading, *islice(drawn, len(positions))]
            yield beside_number(each.number, shown, wide)

    if least < SIZES[0]:
        least = min(least, DENSE)
    fitting = growing_sizes(least, SIZES[-1], lambda size: table(size).fits)
    paper = DrawnPages(head)
    draw_wall(paper, head, Wall(items, sizes=fitting), notes, sheet)
    return paper.pdf()


PLAN = Paper(
    key="plan",
    title=_("Plan of all rounds"),
    order=150,
    may=may_draw_round,
    is_possible=is_drawn,
    asks=("by",),
    make=lambda asked: plan(asked.tournament, asked.text("by")),
    links=(
        Link("plan", _("by name"), {"by": BY_NAME}),
        Link("plan", _("by table"), {"by": BY_TABLE}),
        Link("again", format_lazy("{} {}", _("Plan of all rounds"), _("by name")), {"by": BY_NAME}),
        Link(
            "again", format_lazy("{} {}", _("Plan of all rounds"), _("by table")), {"by": BY_TABLE}
        ),
        Link("page of the plan", _("Print")),
    ),
)
