"""The log of a day on paper: complaints, penalties, deductions, protests and extra time."""

from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.translation import gettext

from scoring.rulesets import Penalties
from tournament.exports.base import PDF, Document, document, imprint
from tournament.exports.pdf.paper import print_template
from tournament.lists.calls import calls_list
from tournament.lists.html import paper_rows
from tournament.models import Tournament
from tournament.selectors.calls import log_of


def calls(tournament: Tournament, day: date | None = None, now: datetime | None = None) -> Document:
    """Everything by round and table; of one `day` what was written down on it."""
    title = gettext("Complaints and decisions")

    def render() -> bytes:
        log = log_of(tournament)
        if day is not None:
            log = [each for each in log if each.day == day]
        told = tournament.rule_set.penalties is Penalties.CATALOGUE
        listed = calls_list(log, by_paragraph=told)
        context = {
            "imprint": imprint(tournament, title, date_format(day) if day else "", now),
            "columns": listed.columns,
            "rows": paper_rows(listed),
        }
        return print_template("pdf/calls.html", context)

    return document(tournament, title, PDF, render)
