"""The report of the day: its figures, charts, standings and calls in one file."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.errors import Refused
from tournament.exports.base import Document, imprint
from tournament.exports.paper import Asked, Link, Paper, is_published
from tournament.exports.pdf.final import BEING_MADE, everything_of
from tournament.exports.pdf.paper import print_template
from tournament.exports.pdf.reports import figures_of_event
from tournament.exports.pdf.tables import table_of
from tournament.labels.standings import standings_title
from tournament.lists.calls import calls_list
from tournament.lists.notes import caution_of, status_of
from tournament.referee.reads import log_of
from tournament.seating.reads.plans import arrivals_by_round
from tournament.standings.reads.standings import standings_after


def report_of_the_day(asked: Asked) -> Document:
    """Return the report. Refused: `unknown_round` before the first round."""
    tournament = asked.tournament
    report = standings_after(tournament)
    if not report.rounds:
        raise Refused("unknown_round", round=1)
    log = log_of(tournament)
    everything, pictures = everything_of(tournament, report)
    context = {
        **everything,
        "facts": figures_of_event(report),
        "sheets": arrivals_by_round(tournament, timezone.now()),
        "standings_title": standings_title(rounds=report.rounds, final=report.final),
        "calls": log and table_of("calls", calls_list(tournament, log)),
    }
    caution = caution_of(report)
    head = imprint(tournament, str(DAY.title), status_of(report), caution=caution)
    return print_template("pdf/kept/day.html", head, context, pictures)


DAY = Paper(
    key="day",
    title=_("Report of the day"),
    order=165,
    is_possible=is_published,
    making=BEING_MADE,
    takes_long=lambda reader: reader.is_large,
    make=report_of_the_day,
    links=(Link("people"),),
)
