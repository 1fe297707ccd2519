"""The standings for a club's website: an HTML fragment to paste into a page."""

from html import escape

from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _

from tournament.exports.base import HTML, Document, document, plain_imprint
from tournament.exports.paper import Link, Paper
from tournament.labels.standings import standings_title
from tournament.lists.columns import text_of
from tournament.lists.notes import notes_below, standings_footnotes, status_of
from tournament.lists.standings import standings_list
from tournament.models import Tournament
from tournament.standings.reads.standings import StandingsReport, shown_standings
from tournament.standings.rules.tie_breaks import asks_seed


def standings_fragment(tournament: Tournament, report: StandingsReport) -> Document:
    """Return title, status, list and notes with public names, in the look of the page around it."""
    title = standings_title(rounds=report.rounds, final=report.final)
    head = plain_imprint(tournament, title, status_of(report))
    footnotes = standings_footnotes(tournament, report)
    listed = standings_list(report, footnotes.marks, more=False).without("tags")
    if not asks_seed(report.chain):  # the lot is reckoned with it
        listed = listed.without("number")
    notes = notes_below(tournament, report, footnotes)
    named = escape(f"{head.tournament}: {head.title}")
    headings: list[str] = []
    rows: list[list[str]] = [[] for _row in listed.rows]
    for column in listed.columns:  # with the attributes that every page understands
        side = "" if column.is_text else ' align="right"'
        at = side or ' align="left"'
        headings.append(f'<th scope="col"{at}>{escape(column.heading)}</th>')
        for cells, row in zip(rows, listed.rows, strict=True):
            cells.append(f"<td{side}>{escape(text_of(column, column.value(row)))}</td>")
    parts = [
        f'<section class="kreuzdame" lang="{get_language()}">',
        f"<h2>{named}</h2>",
        *_paragraphs(head.occasion, f"{head.status} · {head.printed}"),
        f'<div style="overflow-x: auto" tabindex="0" role="region" aria-label="{named}">',
        '<table cellpadding="6" style="border-collapse: collapse; white-space: nowrap">',
        f"<thead><tr>{''.join(headings)}</tr></thead>",
        "<tbody>",
        *(f"<tr>{''.join(cells)}</tr>" for cells in rows),
        "</tbody>",
        "</table>",
        "</div>",
        *_paragraphs(*notes),
        "</section>",
    ]
    content = "\n".join(parts).encode() + b"\n"
    return document(tournament, f"{title} {gettext('website')}", HTML, content)


def _paragraphs(*texts: str) -> list[str]:
    return [f"<p>{escape(text)}</p>" for text in texts if text]


WEBSITE = Paper(
    key="website",
    title=_("Standings for the website (HTML)"),
    order=80,
    is_file=True,
    make=lambda asked: standings_fragment(asked.tournament, shown_standings(asked.tournament)),
    links=(Link("website"),),
)
