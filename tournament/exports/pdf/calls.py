"""The log of a day on paper: complaints, penalties, deductions, protests and extra time."""

from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.translation import gettext

from scoring.rulesets import Penalties
from tournament.exports.base import PDF, Document, document, imprint
from tournament.exports.pdf.lists import printed_list
from tournament.lists.calls import calls_list
from tournament.models import Tournament
from tournament.selectors.calls import log_of

SIZES = (10, 10.5, 11, 11.5, 12)
"""Of letters in points: the log is read at a desk, not on a wall."""


def calls(tournament: Tournament, day: date | None = None, now: datetime | None = None) -> Document:
    """Everything by round and table; of one `day` what was written down on it."""
    title = gettext("Complaints and decisions")

    def render() -> bytes:
        log = log_of(tournament)
        if day is not None:
            log = [each for each in log if each.day == day]
        told = tournament.rule_set.penalties is Penalties.CATALOGUE
        listed = calls_list(log, by_paragraph=told)
        head = imprint(tournament, title, date_format(day) if day else "", now)
        return printed_list(head, listed, sizes=SIZES)

    return document(tournament, title, PDF, render)
