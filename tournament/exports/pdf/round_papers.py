"""Everything for a round in one file, in the order in which it leaves the printer's table."""

from collections.abc import Collection
from datetime import datetime

from django.utils.translation import gettext

from tournament.exports.base import PDF, Document, document, imprint
from tournament.exports.pdf.drawn import DrawnPages
from tournament.exports.pdf.reports import draw_announcements
from tournament.exports.pdf.score_sheets import draw_score_sheets
from tournament.exports.pdf.seat_lists import BY_NAME, BY_TABLE, draw_note, draw_seat_list
from tournament.models import Round


def round_papers(
    round: Round, now: datetime | None = None, only: Collection[int] | None = None
) -> Document:
    """Seat lists for the wall, score sheets for the tables, then what is read aloud.

    Of a change, the seat lists and `only` the score sheets of some tables.
    """
    title = f"{round}: {gettext('All papers')}"

    def render() -> bytes:
        head = imprint(round.tournament, title, draw_note(round), now)
        paper = DrawnPages(head)
        for by in (BY_NAME, BY_TABLE):
            draw_seat_list(paper, round, by, now)
        draw_score_sheets(paper, head, round, only)
        if only is None:
            draw_announcements(paper, round, now)
        return paper.pdf()

    return document(round.tournament, title, PDF, render)
