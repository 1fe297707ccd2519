"""Everything for a round in one file, in the order in which it is handed out."""

from collections.abc import Collection
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from tournament.exports.base import PDF, Document, document, imprint
from tournament.exports.paper import Link, Paper
from tournament.exports.pdf.drawn import DrawnPages
from tournament.models import Round


def round_papers(
    round: Round, now: datetime | None = None, only: Collection[int] | None = None
) -> Document:
    """Return every paper's share: seat lists for the wall, score sheets, announcements.

    After a change, the seat lists and `only` the score sheets of some tables.
    """
    from tournament.exports.papers import PAPERS  # this one is among them

    title = f"{round}: {ALL_PAPERS.title}"
    pages = DrawnPages(imprint(round.tournament, title))
    for each in PAPERS.values():
        if each.add_to_round:
            each.add_to_round(pages, round, now, only)
    return document(round.tournament, title, PDF, pages.pdf())


ALL_PAPERS = Paper(
    key="all",
    title=_("All papers"),
    order=10,
    of_round=True,
    asks=("tables",),
    tells_address=True,
    make=lambda asked: round_papers(asked.round, only=asked.tables()),
    links=(
        Link("all", is_main=lambda reader: reader.tournament.frozen_at is None),
        Link("all of another round"),
        Link("menu of a round"),
    ),
    earlier=("print/<int:number>/",),
)
