"""Everything for a round in one file, in the order in which it is handed out."""

from django.utils.translation import gettext_lazy as _

from tournament.exports.base import PDF, Document, document, imprint
from tournament.exports.paper import Asked, Link, Paper
from tournament.exports.pdf.drawn import DrawnPages


def round_papers(asked: Asked) -> Document:
    """Return every paper's share; after a change, of the score sheets those of some tables."""
    from tournament.exports.papers import PAPERS  # this one is among them

    title, tables = f"{asked.round}: {ALL_PAPERS.title}", asked.tables()
    pages = DrawnPages(imprint(asked.tournament, title))
    for each in PAPERS.values():
        if each.add_to_round:
            each.add_to_round(pages, asked.round, tables)
    return document(asked.tournament, title, PDF, pages.pdf())


ALL_PAPERS = Paper(
    key="all",
    title=_("All papers"),
    order=10,
    of_round=True,
    asks=("tables",),
    tells_address=True,
    make=round_papers,
    links=(
        Link("all", is_main=lambda reader: reader.tournament.frozen_at is None),
        Link("all of another round"),
        Link("menu of a round"),
    ),
    earlier=("print/<int:number>/",),
)
