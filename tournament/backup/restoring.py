"""Restoring a copy: what it lacks, replacing the database, failed updates."""

from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from django.core.management import call_command
from django.db import Error, connection, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tournament.backup.copies import check_copy, free_name, kind, own_copies, own_directory
from tournament.backup.files import known_migrations
from tournament.backup.sqlite import database_file, is_one_file
from tournament.errors import Refused
from tournament.labels.faults import system_reason
from tournament.models import JournalEntry, Tournament

_SAVED = ("sheet_completed", "sheet_corrected", "sheet_entered", "sheet_restored", "sheet_ruled")


class Losses(NamedTuple):
    """Journal entries, saved sheets among them, and names of whole tournaments."""

    entries: int
    sheets: int
    tournaments: tuple[str, ...]


def is_empty_place() -> bool:
    """Whether there is no database yet, or an empty one."""
    if is_one_file() and not database_file().exists():
        return True
    try:
        return not connection.introspection.table_names()
    except Error:
        return False


def losses(copy: Path) -> Losses | None:
    """Return what a copy lacks; None if it or the present database cannot be read."""
    try:
        there = kind().column(copy, "tournament_journalentry", "seal")
        slugs = kind().column(copy, "tournament_tournament", "slug")
        # By their seals, which differ between any two histories.
        actions = JournalEntry.objects.order_by("pk").values_list("seal", "action")
        lost = Counter(action for seal, action in actions if seal not in there)
        names = Tournament.objects.exclude(slug__in=slugs).order_by("name")
        tournaments = tuple(names.values_list("name", flat=True))
    except (Error, OSError, Refused):
        return None
    return Losses(lost.total(), sum(lost[action] for action in _SAVED), tournaments)


def restore(source: Path, *, is_updated: bool = True) -> Path | None:
    """Make a copy the database in use; return where the old one was set aside, if any.

    One of an older version is migrated, unless `is_updated` is False. Refused: what `check_copy`
    finds, `restore_busy`, `restore_failed`. Then nothing has changed.
    """
    check_copy(source)
    try:
        aside, _name = free_name("aside")
    except OSError as error:
        raise Refused("restore_failed", reason=system_reason(error)) from error
    return aside if kind().replace(source, aside, is_updated=is_updated) else None


def is_update_due() -> bool:
    """Whether the database is older than the program, new, or has renamed migrations.

    Refused: `database_newer`, `database_newer_alone`: from a later or a discarded version.
    """
    applied = MigrationRecorder(connection).applied_migrations()
    if {name for app, name in applied if app == "tournament"} - known_migrations():
        # The latest copy made before an update that this version can use.
        for copy in own_copies():
            if copy.name.occasion == "update":
                with suppress(Refused):
                    check_copy(copy.path)
                    break
        else:
            raise Refused("database_newer_alone", copies=own_directory())
        raise Refused("database_newer", copy=copy.path)
    return not set(MigrationLoader(None).graph.leaf_nodes()) <= applied.keys()


def update_database() -> None:
    """Migrate the database; on failure it is restored.

    Refused: `update_failed`, `update_stuck`, and `make_copy`'s refusals without a copy. In a new
    database errors are raised as they are.
    """
    before = {copy.path for copy in own_copies()}
    try:
        call_command("migrate", verbosity=0, interactive=False)
    except Refused:
        raise  # no copy, so nothing has begun
    except Exception as error:
        made = [copy for copy in own_copies() if copy.path not in before]
        if not made:
            raise
        params = {"reason": str(error) or type(error).__name__, "copy": made[0].path}
        connections.close_all()
        try:
            restore(made[0].path, is_updated=False)
        except Refused as refusal:
            raise Refused("update_stuck", **params) from refusal
        raise Refused("update_failed", **params) from error
