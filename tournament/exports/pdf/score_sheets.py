"""Blank score sheets, a page per table, names filled in (rules.md 8.1)."""

from collections.abc import Collection
from datetime import datetime

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.exports.base import PDF, Document, document, imprint
from tournament.exports.paper import Link, Paper
from tournament.exports.pdf.drawing import Drawing
from tournament.exports.pdf.drawn import DrawnPages, upright
from tournament.exports.pdf.seat_lists import draw_note
from tournament.exports.pdf.sheet_form import SheetForm
from tournament.exports.pdf.sheet_head import draw_head, draw_table
from tournament.models import Round
from tournament.rounds.reads.rounds import table_states

SHEET = upright(20, 9)
"""Two holes can be punched on the left."""


def score_sheets(
    round: Round, now: datetime | None = None, only: Collection[int] | None = None
) -> Document:
    """Return the score sheets of all tables of a round, or `only` some, ready to write on."""
    title = f"{round}: {SHEETS.title}"
    if only:
        title = f"{title}, {gettext('Table')} {', '.join(map(str, sorted(only)))}"
    paper = DrawnPages(imprint(round.tournament, title))
    draw_score_sheets(paper, round, now, only)
    return document(round.tournament, title, PDF, paper.pdf())


def draw_score_sheets(
    paper: DrawnPages,
    round: Round,
    now: datetime | None = None,
    only: Collection[int] | None = None,
) -> None:
    """Draw a page for each table; the form of each table size is drawn once."""
    tournament = round.tournament
    head = imprint(tournament, "", draw_note(round), now)
    tables = [each for each in table_states(round) if only is None or each.number in only]
    paper.turn(SHEET)
    forms = {}
    for size in sorted({table.size for table in tables}):
        form = SheetForm(size, tournament.games(size), tournament.rule_set).drawing()
        draw_head(form, round, size, head)
        forms[size] = paper.keep(form)
    for page, table in enumerate(tables, 1):
        filled = Drawing()
        draw_table(filled, table, head, page, len(tables))
        paper.add(forms[table.size], filled)


SHEETS = Paper(
    key="sheets",
    title=_("Score sheets"),
    order=30,
    of_round=True,
    asks=("tables",),
    make=lambda asked: score_sheets(asked.round, only=asked.tables()),
    add_to_round=draw_score_sheets,
    links=(
        Link("tables"),
        Link("menu of a round"),
        Link("sheet", _("Print an empty sheet")),
    ),
)
