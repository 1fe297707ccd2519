"""The workbook that recounts itself, made in a process of its own: it takes seconds and memory.

Everybody else's pages go on meanwhile. The process reads the database by itself; within a
transaction, or with another database than the program's own, it would not see what this one does:
then this process makes it.
"""

import json
import os
import pickle
import subprocess
import sys
from functools import partial
from pathlib import Path

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
from tournament.shared.writes.one_at_a_time import OneAtATime

LONGEST_WAIT = 300  # seconds; 1,000 players and 8 rounds take a tenth of it
START = f"import django; django.setup(); from {__name__} import main; main()"
PROJECT = Path(__file__).resolve().parents[3]
_writing = OneAtATime("printing_busy", waiting=2)


def workbook_apart(tournament: Tournament, *, with_payments: bool) -> Document:
    """Return `workbook` of the tournament as it is now. Refused: `printing_busy`."""
    # Only then another process finds in the database what this one does.
    is_its_own = connection.settings_dict["NAME"] == settings.DATABASE_NAME
    if not is_its_own or connection.in_atomic_block:
        return workbook(tournament, with_payments=with_payments)
    asked = json.dumps([tournament.pk, translation.get_language(), with_payments])
    with _writing.turn():
        done = subprocess.run(  # noqa: S603  # this program
            [sys.executable, "-c", START, asked],
            cwd=PROJECT,
            stdout=subprocess.PIPE,
            timeout=LONGEST_WAIT,
            check=True,
        )
    written: Document = pickle.loads(done.stdout)  # noqa: S301  # this program wrote it
    return written


def main() -> None:
    """Make the workbook asked for, and write it to standard output."""
    if sys.platform != "win32":
        os.nice(10)  # other people's pages come first
    pk, language, with_payments = json.loads(sys.argv[1])
    with translation.override(language):
        made = workbook(Tournament.objects.get(pk=pk), with_payments=with_payments)
    sys.stdout.buffer.write(pickle.dumps(made))


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
