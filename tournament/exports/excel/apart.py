"""The workbook that recounts itself, made in a process of its own: it takes seconds and memory.

Everybody else's pages go on meanwhile. The process reads the database by itself; within a
transaction, or with another database than the program's own, it would not see what this one does:
then this process makes it.
"""

from functools import partial

from django.conf import settings
from django.db import connection
from django.utils import translation
from django.utils.translation import gettext_lazy as _

from tournament.exports.base import Document
from tournament.exports.excel.contents import keep_document
from tournament.exports.excel.workbook import workbook
from tournament.exports.paper import Asked, Link, Paper, is_drawn
from tournament.models import Tournament
from tournament.permissions import may_export, may_run_money
from tournament.shared.writes.apart import Limits, call_apart
from tournament.shared.writes.one_at_a_time import OneAtATime

LONGEST_WAIT = 300  # seconds; 1,000 players and 8 rounds take a tenth of it
_writing = OneAtATime("printing_busy", waiting=2)


def workbook_apart(tournament: Tournament, *, with_payments: bool) -> Document:
    """Return `workbook` of the tournament as it is now.

    Refused: `printing_busy`, `paper_takes_too_long`.
    """
    # Only then another process finds in the database what this one does.
    is_its_own = connection.settings_dict["NAME"] == settings.DATABASE_NAME
    if not is_its_own or connection.in_atomic_block:
        return workbook(tournament, with_payments=with_payments)
    limits = Limits(LONGEST_WAIT, asks_database=True)
    asked = tournament.pk, translation.get_language(), with_payments
    with _writing.turn():
        return call_apart(_write, limits, "paper_takes_too_long", *asked)


def _write(pk: int, language: str, with_payments: bool) -> Document:
    with translation.override(language):
        return workbook(Tournament.objects.get(pk=pk), with_payments=with_payments)


def _make(asked: Asked) -> Document:
    with_payments = may_run_money(asked.reader.actor, asked.tournament)
    make = partial(workbook_apart, asked.tournament, with_payments=with_payments)
    return keep_document(make, asked.tournament, with_payments)


WORKBOOK = Paper(
    key="workbook",
    title=_("Results with recount (Excel)"),
    order=61,
    may=may_export,
    is_file=True,
    making=_("The workbook is being written …"),
    make=_make,
    is_possible=is_drawn,
    links=(Link("file"), Link("menu of the standings"), Link("menu of a ranking")),
)
