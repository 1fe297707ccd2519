"""What happened in a tournament and in the installation, as lists."""

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext

from tournament.lists.columns import Column, List
from tournament.models import JournalEntry
from tournament.trust.reads.journal import JournalDay


def journal_list(days: Iterable[JournalDay]) -> List:
    """Return the acts of a tournament, one line each."""
    columns = (
        Column("at", gettext("Time"), lambda act: _time(act.at)),
        Column("who", gettext("Who"), lambda act: act.account or gettext("Program")),
        Column("roles", gettext("Roles"), lambda act: ", ".join(act.roles)),
        Column("what", gettext("What"), lambda act: " ".join(act.sentences)),
    )
    return List(columns, [act for day in days for act in day.acts])


def installation_list(lines: Iterable[tuple[JournalEntry, str]]) -> List:
    """Return entries of the installation's journal with their sentences."""
    columns = (
        Column("at", gettext("Time"), lambda line: _time(line[0].at)),
        Column("who", gettext("Who"), lambda line: str(line[0].user or gettext("Program"))),
        Column("what", gettext("What"), lambda line: line[1]),
    )
    return List(columns, list(lines))


def _time(at: datetime) -> str:
    return date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")
