"""What the present database has that a copy has not: said before the copy takes its place."""

import sqlite3
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from django.db import Error, connection

from tournament.backup.checking import opened
from tournament.backup.copies import database_file, is_copied_here
from tournament.backup.postgresql import dumped_column
from tournament.errors import Refused
from tournament.models import JournalEntry, Tournament

_SAVED = ("sheet_completed", "sheet_corrected", "sheet_entered", "sheet_restored", "sheet_ruled")


class Losses(NamedTuple):
    """Entries of all journals, the saved sheets among them, and the names of whole tournaments."""

    entries: int
    sheets: int
    tournaments: tuple[str, ...]


def is_empty_place() -> bool:
    """Whether there is no database here yet, or one in which nothing was ever made."""
    if is_copied_here() and not database_file().exists():
        return True
    try:
        return not connection.introspection.table_names()
    except Error:
        return False


def losses(copy: Path) -> Losses | None:
    """What this copy lacks; None where the copy or the present database cannot be read.

    Entries are told apart by their seals, which are the same in no two histories.
    """
    try:
        there, slugs = _seals_and_slugs(copy)
        actions = JournalEntry.objects.order_by("pk").values_list("seal", "action")
        lost = Counter(action for seal, action in actions if seal not in there)
        names = Tournament.objects.exclude(slug__in=slugs).order_by("name")
        tournaments = tuple(names.values_list("name", flat=True))
    except (Error, OSError, Refused, sqlite3.Error):
        return None
    return Losses(lost.total(), sum(lost[action] for action in _SAVED), tournaments)


def _seals_and_slugs(copy: Path) -> tuple[set[str], set[str]]:
    if not is_copied_here():
        return (
            dumped_column(copy, "tournament_journalentry", "seal"),
            dumped_column(copy, "tournament_tournament", "slug"),
        )
    with opened(copy) as database:
        seals = {seal for (seal,) in database.execute("SELECT seal FROM tournament_journalentry")}
        slugs = {slug for (slug,) in database.execute("SELECT slug FROM tournament_tournament")}
    return seals, slugs
