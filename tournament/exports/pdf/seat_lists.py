"""Seat lists for the wall: of a round by table and by name, and the plan of all rounds."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby, islice, zip_longest

from django.utils.text import capfirst, format_lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refused
from tournament.exports.base import Document, Imprint, imprint
from tournament.exports.paper import Link, Paper, is_drawn
from tournament.exports.pdf.drawing import DrawnPages, Item, Weight, width
from tournament.exports.pdf.lists import (
    NUMBER_GAP,
    NUMBER_LETTERS,
    NUMBER_ROOM,
    PORTRAIT,
    Wall,
    draw_wall,
    growing_sizes,
    layout,
    numbered_rows,
    print_list,
    sentence,
    width_of,
)
from tournament.exports.pdf.table import Cell, PaperColumn, Table
from tournament.labels.draws import to_note
from tournament.labels.people import affiliation_name
from tournament.labels.points import NONE_YET
from tournament.labels.rule_sets import rules_of_evening
from tournament.lists.columns import Column, Kind, List, affiliation_column
from tournament.models import Draw, Round, Tournament
from tournament.permissions import may_draw_round
from tournament.phones.reads import phone_url
from tournament.rounds.reads.rounds import by_name, byes_of
from tournament.rounds.reads.rounds import seat_list as seats_of
from tournament.seating.reads.plans import PlanPlayer, SeatPlan, by_number, seat_plan
from tournament.seating.reads.proofs import BY_HAND, last_seal
from tournament.shared.rules.names import name_key
from tournament.shared.rules.places import SeatRow

BY_NAME, BY_NUMBER, BY_TABLE = "name", "number", "table"
TABLE, SMALL = 1.3, 0.75
"""A table's number is the largest text of a line, clubs and start numbers the smallest."""


def seat_list(round: Round, by: str = BY_TABLE) -> Document:
    """Return all seats in a round, `by` "table" or "name", with the seal and the redraws."""
    paper = DrawnPages(imprint(round.tournament, _title(round, by)))
    draw_seat_list(paper, round, by)
    return paper.document()


def draw_seat_list(paper: DrawnPages, round: Round, by: str) -> None:
    """Draw the same as pages of a file."""
    tournament = round.tournament
    caution = "" if round.published_at else gettext("Not published")
    head = imprint(tournament, _title(round, by), draw_note(round), caution=caution)
    seats, byes = seats_of(round), byes_of(round)
    notes = []
    beside = affiliation_name(shows_teams=tournament.shows_teams)
    if by == BY_NAME:
        wall = _wall_by_name(by_name((*seats, *byes)), beside)
    else:
        wall = _wall_by_table(seats, beside)
    if byes and by != BY_NAME:
        names = ", ".join(f"{row.number} {row.public_name}" for row in byes)
        notes.append(f"{capfirst(gettext('sits out this round, by lot'))}: {names}")
    if rules := rules_of_evening(tournament.rule_set):
        notes.append(f"{gettext('Rules')}: {rules}")
    earlier = Draw.objects.filter(tournament=tournament, number__lte=round.draw.number)
    # Seats set by hand have a reason, too, but no lots.
    redrawn = earlier.exclude(reason="").exclude(method=BY_HAND)
    if draws := tuple(redrawn.order_by("number")):
        times = ngettext("Drawn again %(times)s time:", "Drawn again %(times)s times:", len(draws))
        draw = gettext("Draw %(number)s")
        named = ", ".join(f"{draw % {'number': each.number}} ({each.reason})" for each in draws)
        notes.append(f"{times % {'times': len(draws)}} {named}")
    draw_wall(paper, head, wall, notes, phones=phone_url(tournament))


def _title(round: Round, by: str) -> str:
    order = gettext("by name") if by == BY_NAME else gettext("by table")
    kind = f"{gettext('Seat list')} {order}"
    return f"{round}: {kind}"


def _wall_by_name(rows: Sequence[SeatRow], beside: str) -> Wall:
    """Lay out everybody by name, dots leading to the table; `beside` heads clubs or teams."""
    initials, names = [], []  # a letter wherever a new one begins
    for initial, same in groupby(rows, key=lambda row: name_key(row.list_name)[:1].upper()):
        for at, row in enumerate(same):
            out = "" if row.table else f" ({gettext('sits out')})"
            initials.append(Cell("" if at else initial))
            names.append(Cell(f"{row.public_list_name}{out}"))
    tables = [Cell(str(row.table or NONE_YET)) for row in rows]
    columns = (
        PaperColumn("", initials, weight=Weight.BOLD),
        _numbers(rows),
        PaperColumn(gettext("Name"), names, is_text=True, leads=True),
        replace(_affiliations(rows, beside), leads=True),
        PaperColumn(gettext("Table"), tables, scale=TABLE, weight=Weight.BOLD),
        PaperColumn(gettext("Position"), [Cell(str(row.seat or "")) for row in rows]),
    )
    table = partial(Table, columns, width_of(PORTRAIT))
    return Wall(lambda points: table(points).rows(), lambda points: table(points).heading())


def _wall_by_table(rows: Sequence[SeatRow], beside: str) -> Wall:
    """Lay out table after table, each with its large number; `beside` heads clubs or teams."""
    columns = (
        PaperColumn("", [Cell(str(row.seat)) for row in rows], weight=Weight.BOLD),
        PaperColumn(gettext("Name"), [Cell(row.public_name) for row in rows], is_text=True),
        _affiliations(rows, beside),
        _numbers(rows),
    )
    tables, wide = tables_of(rows), width_of(PORTRAIT) - NUMBER_ROOM

    def items(points: float) -> Iterator[Item]:
        drawn = Table(columns, wide, points, NUMBER_ROOM).rows()
        for players in tables:
            shown = list(islice(drawn, len(players)))
            yield numbered_rows(players[0].table, shown, width_of(PORTRAIT))

    return Wall(items)


def _numbers(rows: Sequence[SeatRow]) -> PaperColumn:
    return PaperColumn(gettext("No."), [Cell(str(row.number)) for row in rows], scale=SMALL)


def _affiliations(rows: Sequence[SeatRow], heading: str) -> PaperColumn:
    return PaperColumn(heading, [Cell(row.affiliation) for row in rows], True, SMALL)


def draw_note(round: Round) -> str:
    """Return the draw and its seal, a warning while unpublished; the seed would reveal seats."""
    draw = gettext("Draw %(number)s") % {"number": round.draw.number}
    note = f"{draw}, {gettext('Commitment')} {to_note(last_seal(round.tournament))}"
    return note if round.published_at else f"{gettext('Not published')} · {note}"


def seed_note(draw: Draw) -> str:
    """Return a draw and its seed, so that it can be repeated."""
    name = gettext("Draw %(number)s") % {"number": draw.number}
    return f"{name}, {gettext('Seed')} {draw.seed}"


def tables_of(seats: Sequence[SeatRow]) -> tuple[tuple[SeatRow, ...], ...]:
    """Return the seats grouped by table, in the given order."""
    return tuple(tuple(rows) for _, rows in groupby(seats, key=lambda row: row.table))


def _add_both(pages: DrawnPages, round: Round, _tables: Collection[int] | None) -> None:
    for by in (BY_NAME, BY_TABLE):
        draw_seat_list(pages, round, by)


SEATS = Paper(
    key="seats",
    title=_("Seat list"),
    order=20,
    of_round=True,
    asks=("by",),
    tells_address=True,
    make=lambda asked: seat_list(asked.round, asked.text("by")),
    add_to_round=_add_both,
    links=(
        Link("seats", _("by name"), {"by": BY_NAME}),
        Link("seats", _("by table"), {"by": BY_TABLE}),
        Link(
            "menu of a round", format_lazy("{} {}", _("Seat list"), _("by table")), {"by": BY_TABLE}
        ),
        Link(
            "menu of a round", format_lazy("{} {}", _("Seat list"), _("by name")), {"by": BY_NAME}
        ),
        Link("seats of a round", _("Print")),
    ),
)


SIZES = (12, 12.5, 13, 13.5, 14)
"""Font sizes by table, in points: names stand side by side, round by round."""
DENSE = 9
"""If letters must be smaller, pages hold as many tables as at this size: tables stay whole."""


def plan(tournament: Tournament, by: str = BY_NAME) -> Document:
    """Return all seats drawn, published or not; by name unless asked. Refused: `unknown_round`."""
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
    head = imprint(tournament, title, status, caution=caution)
    if by == BY_TABLE:
        return _draw_tables(head, plan, notes)
    columns = (
        Column("number", gettext("No."), lambda each: each.number, Kind.NUMBER),
        Column("name", gettext("Name"), lambda each: each.public_list_name, Kind.NAME),
        affiliation_column(lambda each: each.affiliation, shows_teams=tournament.shows_teams),
        *(
            Column(f"r{at}", _heading(round), partial(_seat, at), Kind.NUMBER, "round", NONE_YET)
            for at, round in enumerate(plan.rounds)
        ),
    )
    listed = List(columns, by_number(plan.players) if by == BY_NUMBER else plan.players)
    key = gettext("7-3 means table 7, position 3. A dash: no seat in this round.")
    opening = sentence(key, width_of(PORTRAIT))
    return print_list(head, listed, notes, opening=opening)


def _seat(at: int, player: PlanPlayer) -> str | None:
    seat = player.seats[at]
    return None if seat is None else str(seat)


def _heading(round: Round) -> str:
    heading = gettext("R%(number)s") % {"number": round.number}
    return heading if round.published_at else f"{heading} *"


def _draw_tables(head: Imprint, plan: SeatPlan, notes: Sequence[str]) -> Document:
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
            yield numbered_rows(each.number, shown, wide)

    if least < SIZES[0]:
        least = min(least, DENSE)
    fitting = growing_sizes(least, SIZES[-1], lambda size: table(size).fits)
    paper = DrawnPages(head)
    draw_wall(paper, head, Wall(items, sizes=fitting), notes, sheet)
    return paper.document()


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
