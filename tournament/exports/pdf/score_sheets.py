"""Blank score sheets, a page per table, names filled in (rules.md 8.1)."""

from datetime import datetime

from django.utils.translation import gettext

from tournament.exports.base import PDF, Document, document, imprint
from tournament.exports.pdf.drawing import Drawing
from tournament.exports.pdf.drawn import DrawnPages, upright
from tournament.exports.pdf.seat_lists import draw_note
from tournament.exports.pdf.sheet_form import SheetForm
from tournament.exports.pdf.sheet_head import draw_head, draw_table
from tournament.models import Round
from tournament.selectors.rounds import table_states

MARGIN_LEFT, MARGIN_TOP = 20.0, 9.0
"""In millimetres; room for two punched holes on the left."""


def score_sheets(round: Round, now: datetime | None = None) -> Document:
    """The score sheets of all tables of a round, ready to be written on."""
    title = f"{round}: {gettext('Score sheets')}"

    def render() -> bytes:
        tournament, tables = round.tournament, table_states(round)
        head = imprint(tournament, title, draw_note(round), now)
        pages = DrawnPages(head, upright(MARGIN_LEFT, MARGIN_TOP))
        for size in sorted({table.size for table in tables}):
            form = SheetForm(size, tournament.games(size), tournament.rule_set).drawing()
            draw_head(form, round, size, head)
            pages.keep(f"form-{size}", form)
        for page, table in enumerate(tables, 1):
            filled = Drawing()
            draw_table(filled, table, head, page, len(tables))
            pages.add(f"form-{table.size}", filled)
        return pages.pdf()

    return document(round.tournament, title, PDF, render)
