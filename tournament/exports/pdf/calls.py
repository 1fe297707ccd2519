"""The log of a day on paper: complaints, penalties, deductions, protests and extra time."""

from datetime import date, datetime

from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournament.exports.base import PDF, Document, document, imprint
from tournament.exports.paper import Asked, Link, Paper
from tournament.exports.pdf.lists import print_list
from tournament.lists.calls import calls_list
from tournament.models import Tournament
from tournament.referee.reads.calls import has_log, log_of

SIZES = (10, 10.5, 11, 11.5, 12)
"""Font sizes in points: the log is read at a desk, not on a wall."""


def calls(tournament: Tournament, day: date | None = None, now: datetime | None = None) -> Document:
    """Return everything by round and table, or only what was entered on one `day`."""
    title = str(CALLS.title)
    log = log_of(tournament)
    if day is not None:
        log = [each for each in log if each.day == day]
    listed = calls_list(tournament, log)
    head = imprint(tournament, title, date_format(day) if day else "", now)
    return document(tournament, title, PDF, print_list(head, listed, sizes=SIZES))


def _day(asked: Asked) -> str:
    day = asked.day()
    return date_format(day, "SHORT_DATE_FORMAT") if day else ""


CALLS = Paper(
    key="calls",
    title=_("Complaints and decisions"),
    order=250,
    is_possible=lambda reader: has_log(reader.tournament),
    asks=("day",),
    make=lambda asked: calls(asked.tournament, asked.day()),
    links=(
        Link("log", _("Complaints, penalties, protests and extra time")),
        Link("calls", _("Print")),
        Link("day of the log", _day),
    ),
)
