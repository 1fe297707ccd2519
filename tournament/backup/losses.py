"""What the present database has that a copy has not: said before the copy takes its place."""

from collections import Counter
from pathlib import Path
from typing import NamedTuple

from django.db import Error, connection

from tournament.backup.kind import is_one_file, kind
from tournament.backup.sqlite import database_file
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
    if is_one_file() and not database_file().exists():
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
        there = kind().column(copy, "tournament_journalentry", "seal")
        slugs = kind().column(copy, "tournament_tournament", "slug")
        actions = JournalEntry.objects.order_by("pk").values_list("seal", "action")
        lost = Counter(action for seal, action in actions if seal not in there)
        names = Tournament.objects.exclude(slug__in=slugs).order_by("name")
        tournaments = tuple(names.values_list("name", flat=True))
    except (Error, OSError, Refused):
        return None
    return Losses(lost.total(), sum(lost[action] for action in _SAVED), tournaments)
