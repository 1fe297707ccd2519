"""The final standings to keep: podium, courses, every round, categories, groups, checksum."""

from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext, npgettext
from django.utils.translation import gettext_lazy as _

from tournament.cup.reads import first_places
from tournament.errors import Refused
from tournament.exports.base import Document, imprint
from tournament.exports.paper import Asked, Link, Paper, Reader
from tournament.exports.pdf.paper import print_template
from tournament.exports.pdf.tables import PaperTable, table_of
from tournament.labels.cup import first_places_words
from tournament.labels.standings import ranking_title
from tournament.lists.notes import (
    caution_of,
    notes_below,
    ranking_footnotes,
    standings_footnotes,
    status_of,
)
from tournament.lists.standings import first_drawing, ranking_list, standings_list
from tournament.models import Tournament
from tournament.models.cup import ends_cup
from tournament.standings.reads.courses import courses, first_rows
from tournament.standings.reads.rankings import GroupReport, group_rankings
from tournament.standings.reads.standings import (
    StandingRow,
    StandingsReport,
    category_of,
    standings_after,
)
from tournament.standings.rules.standings import LEFT_TO_RIGHT, ON_THE_PODIUM
from tournament.tournaments.rules import event_figures

BEING_MADE = _("The paper is being made …")


@dataclass(frozen=True, slots=True)
class Best:
    """The first of a category."""

    title: str
    rows: tuple[StandingRow, ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A ranking of groups as it is printed."""

    title: str
    table: PaperTable
    notes: list[str]


def final_standings(asked: Asked) -> Document:
    """Return the final standings to keep. Refused: `final_too_early` before they are final."""
    tournament = asked.tournament
    report = standings_after(tournament)
    if not report.final:
        raise Refused("final_too_early")
    status, caution = status_of(report), caution_of(report)
    head = imprint(tournament, gettext("Final standings"), status, caution=caution)
    context, pictures = everything_of(tournament, report)
    return print_template("pdf/kept/final.html", head, context, pictures, str(FINAL.title))


def everything_of(
    tournament: Tournament, report: StandingsReport
) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return first page, standings, categories and rankings for a template, and its drawings."""
    curves, steps = "", first_places(tournament, report)
    if not ends_cup(tournament):  # whose courses are its own alone
        curves = first_drawing(first_rows(report), courses(report))
    figures, footnotes = event_figures(report.results), standings_footnotes(tournament, report)
    listed = standings_list(report, footnotes.marks, more=False)
    bests = []
    for tag in report.tags:
        rows = category_of(report, tag).rows
        best = tuple(row for row in rows if row.rank is not None and row.rank <= ON_THE_PODIUM)
        if best:
            bests.append(Best(capfirst(tag), best))
    context = {
        # From left to right; empty where too many would share it.
        "podium": [steps[place] for place in LEFT_TO_RIGHT if place < len(steps)],
        "podium_of": first_places_words(tournament) if ends_cup(tournament) else "",
        "has_courses": bool(curves),
        "figures": [
            (npgettext("after a figure", "Player", "Players", figures.people), figures.people),
            (npgettext("after a figure", "Round", "Rounds", report.rounds), report.rounds),
            (
                npgettext("after a figure", "Score sheet", "Score sheets", figures.sheets),
                figures.sheets,
            ),
            (npgettext("after a figure", "Game", "Games", figures.games), figures.games),
        ],
        "table": table_of("standings", listed, "tags"),
        "notes": notes_below(tournament, report, footnotes),
        "bests": bests,
        "rankings": [_ranked(tournament, each) for each in group_rankings(tournament, report)],
    }
    return context, {"courses": str(curves).encode()} if curves else {}


def _ranked(tournament: Tournament, report: GroupReport) -> Ranked:
    people = report.standings
    return Ranked(
        ranking_title(report.kind, people.rounds, final=people.final),
        table_of(f"ranking-{report.kind}", ranking_list(report)),
        ranking_footnotes(tournament, report),
    )


def is_over(reader: Reader) -> bool:
    """For papers that exist once the standings are declared final."""
    return reader.tournament.frozen_at is not None


FINAL = Paper(
    key="final",
    title=_("Final standings to keep"),
    order=95,
    is_possible=is_over,
    making=BEING_MADE,
    takes_long=lambda reader: reader.is_large,
    make=final_standings,
    links=(Link("after"), Link("final")),
)
