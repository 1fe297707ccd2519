"""The final standings to keep: podium, courses, every round, categories, groups, checksum."""

from dataclasses import dataclass
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refused
from tournament.exports.base import PDF, Document, document, imprint
from tournament.exports.paper import Asked, Link, Paper, Reader
from tournament.exports.pdf.paper import print_template
from tournament.exports.pdf.tables import PaperTable, table_of
from tournament.labels.standings import ranking_title
from tournament.lists.notes import (
    caution_of,
    notes_on_paper,
    ranking_footnotes,
    standings_footnotes,
    status_of,
)
from tournament.lists.standings import first_drawing, ranking_list, standings_list
from tournament.models import Tournament
from tournament.standings.reads.courses import Step, courses, first_rows, podium
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


def final_standings(tournament: Tournament) -> Document:
    """Return the final standings to keep. Refused: `final_too_early` before they are final."""
    report = standings_after(tournament)
    if not report.final:
        raise Refused("final_too_early")
    status, caution = status_of(report), caution_of(report)
    head = imprint(tournament, gettext("Final standings"), status, caution=caution)
    context, pictures = everything_of(tournament, report)
    content = print_template("pdf/kept/final.html", {"imprint": head, **context}, pictures)
    return document(tournament, str(FINAL.title), PDF, content)


def everything_of(
    tournament: Tournament, report: StandingsReport
) -> tuple[dict[str, Any], dict[str, bytes]]:
    """Return first page, standings, categories and rankings for a template, and its drawings."""
    curves = first_drawing(first_rows(report), courses(report))
    context = {
        "podium": podium_on_paper(report),
        "has_courses": bool(curves),
        "figures": figures_on_cover(report),
        **standings_on_paper(tournament, report),
        "bests": bests_of(report),
        "rankings": rankings_on_paper(tournament, report),
    }
    return context, {"courses": str(curves).encode()} if curves else {}


def podium_on_paper(report: StandingsReport) -> list[Step]:
    """Return the steps of the podium from left to right; empty where too many would share it."""
    steps = podium(report)
    return [steps[place] for place in LEFT_TO_RIGHT if place < len(steps)]


def figures_on_cover(report: StandingsReport) -> list[tuple[str, int]]:
    """Return the largest figures of the event, each with its words."""
    found = event_figures(report.results)
    return [
        (gettext("players"), found.people),
        (gettext("rounds"), report.rounds),
        (gettext("score sheets"), found.sheets),
        (gettext("games"), found.games),
    ]


def standings_on_paper(tournament: Tournament, report: StandingsReport) -> dict[str, Any]:
    """Return the table of the standings and the notes below it."""
    footnotes = standings_footnotes(tournament, report)
    listed = standings_list(report, footnotes.marks, more=False)
    return {
        "table": table_of("standings", listed, "tags"),
        "notes": notes_on_paper(tournament, report, footnotes),
    }


def bests_of(report: StandingsReport) -> list[Best]:
    """Return the first three of each category, ranked among themselves."""
    found = []
    for tag in report.tags:
        rows = category_of(report, tag).rows
        best = tuple(row for row in rows if row.rank is not None and row.rank <= ON_THE_PODIUM)
        if best:
            found.append(Best(capfirst(tag), best))
    return found


def rankings_on_paper(tournament: Tournament, report: StandingsReport) -> list[Ranked]:
    """Return every ranking of groups; one query, two where pairs are ranked."""
    return [_ranked(tournament, each) for each in group_rankings(tournament, report)]


def _ranked(tournament: Tournament, report: GroupReport) -> Ranked:
    people = report.standings
    return Ranked(
        ranking_title(report.kind, people.rounds, final=people.final),
        table_of(f"ranking-{report.kind}", ranking_list(report)),
        [note for note in ranking_footnotes(tournament, report) if note],
    )


def is_over(reader: Reader) -> bool:
    """For papers that exist once the standings are declared final."""
    return reader.tournament.frozen_at is not None


def _make(asked: Asked) -> Document:
    return final_standings(asked.tournament)


FINAL = Paper(
    key="final",
    title=_("Final standings to keep"),
    order=95,
    is_possible=is_over,
    making=BEING_MADE,
    takes_long=lambda reader: reader.is_large,
    make=_make,
    links=(Link("after"), Link("final")),
)
