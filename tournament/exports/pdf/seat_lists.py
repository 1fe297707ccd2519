"""Seat lists for the wall: by table, and by name."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from itertools import groupby, islice

from django.utils.text import format_lazy
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.exports.base import PDF, Document, document, imprint
from tournament.exports.paper import Link, Paper
from tournament.exports.pdf.drawing import Item
from tournament.exports.pdf.drawn import DrawnPages
from tournament.exports.pdf.letters import Weight
from tournament.exports.pdf.table import Cell, PaperColumn, Table
from tournament.exports.pdf.wall_lists import (
    NUMBER_ROOM,
    UPRIGHT,
    Wall,
    beside_number,
    draw_wall,
    width_of,
)
from tournament.labels.draws import to_note
from tournament.labels.points import NONE_YET
from tournament.labels.rule_sets import rules_of_evening
from tournament.models import Draw, Round
from tournament.phones.reads import phone_url
from tournament.rounds.reads.rounds import by_name, byes_of
from tournament.rounds.reads.rounds import seat_list as seats_of
from tournament.seating.reads.proofs import last_seal, redraws_before
from tournament.shared.rules.names import name_key
from tournament.shared.rules.places import SeatRow

BY_TABLE, BY_NAME = "table", "name"
TABLE, SMALL = 1.3, 0.75
"""A table's number is the largest text of a line, clubs and start numbers the smallest."""


def seat_list(round: Round, by: str = BY_TABLE, now: datetime | None = None) -> Document:
    """Return all seats in a round, `by` "table" or "name", with the seal and the redraws."""
    title = _title(round, by)
    paper = DrawnPages(imprint(round.tournament, title))
    draw_seat_list(paper, round, by, now)
    return document(round.tournament, title, PDF, paper.pdf())


def draw_seat_list(
    paper: DrawnPages, round: Round, by: str = BY_TABLE, now: datetime | None = None
) -> None:
    """Draw the same as pages of a file."""
    tournament = round.tournament
    caution = "" if round.published_at else gettext("Not published")
    head = imprint(tournament, _title(round, by), draw_note(round), now, caution=caution)
    seats, byes = seats_of(round), byes_of(round)
    notes = []
    wall = _wall_by_name(by_name((*seats, *byes))) if by == BY_NAME else _wall_by_table(seats)
    if byes and by != BY_NAME:
        names = ", ".join(f"{row.number} {row.public_name}" for row in byes)
        notes.append(f"{gettext('Sits out this round')}: {names}")
    if rules := rules_of_evening(tournament.rule_set):
        notes.append(f"{gettext('Rules')}: {rules}")
    if draws := redraws_before(round):
        times = ngettext("Drawn again %(times)s time:", "Drawn again %(times)s times:", len(draws))
        draw = gettext("Draw %(number)s")
        named = ", ".join(f"{draw % {'number': each.number}} ({each.reason})" for each in draws)
        notes.append(f"{times % {'times': len(draws)}} {named}")
    draw_wall(paper, head, wall, notes, phones=phone_url(tournament))


def _title(round: Round, by: str) -> str:
    order = gettext("by name") if by == BY_NAME else gettext("by table")
    kind = f"{gettext('Seat list')} {order}"
    return f"{round}: {kind}"


def _wall_by_name(rows: Sequence[SeatRow]) -> Wall:
    """Lay out everybody by name, dots leading to the table."""
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
        replace(_clubs(rows), leads=True),
        PaperColumn(gettext("Table"), tables, scale=TABLE, weight=Weight.BOLD),
        PaperColumn(gettext("Position"), [Cell(str(row.seat or "")) for row in rows]),
    )
    table = partial(Table, columns, width_of(UPRIGHT))
    return Wall(lambda points: table(points).rows(), lambda points: table(points).heading())


def _wall_by_table(rows: Sequence[SeatRow]) -> Wall:
    """Lay out table after table, each with its large number beside the names."""
    columns = (
        PaperColumn("", [Cell(str(row.seat)) for row in rows], weight=Weight.BOLD),
        PaperColumn(gettext("Name"), [Cell(row.public_name) for row in rows], is_text=True),
        _clubs(rows),
        _numbers(rows),
    )
    tables, wide = tables_of(rows), width_of(UPRIGHT) - NUMBER_ROOM

    def items(points: float) -> Iterator[Item]:
        drawn = Table(columns, wide, points, NUMBER_ROOM).rows()
        for players in tables:
            shown = list(islice(drawn, len(players)))
            yield beside_number(players[0].table, shown, width_of(UPRIGHT))

    return Wall(items)


def _numbers(rows: Sequence[SeatRow]) -> PaperColumn:
    return PaperColumn(gettext("No."), [Cell(str(row.number)) for row in rows], scale=SMALL)


def _clubs(rows: Sequence[SeatRow]) -> PaperColumn:
    return PaperColumn(gettext("Club"), [Cell(row.club) for row in rows], True, SMALL)


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
