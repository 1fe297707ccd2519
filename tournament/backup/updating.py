"""A database brought up to the version of the program, or left as it was."""

from contextlib import suppress

from django.core.management import call_command
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tournament.backup.checking import check_copy
from tournament.backup.copies import Copy, own_copies, own_directory
from tournament.backup.restoring import restore
from tournament.backup.versions import known_migrations
from tournament.errors import Refused


def is_update_due() -> bool:
    """Whether the database is older than the program, or new, or has migrations by other names.

    Refused: `database_newer`, `database_newer_alone`: by this version or one that was put away.
    """
    applied = MigrationRecorder(connection).applied_migrations()
    if {name for app, name in applied if app == "tournament"} - known_migrations():
        copy = _from_before_the_update()
        if copy is None:
            raise Refused("database_newer_alone", copies=own_directory())
        raise Refused("database_newer", copy=copy.path)
    return not set(MigrationLoader(None).graph.leaf_nodes()) <= applied.keys()


def update_database() -> None:
    """Bring the database up to date; where that fails it is again what it was before.

    Refused: `update_failed`, `update_stuck`, and where no copy could be made what `make_copy` says.
    In a new database whatever went wrong is raised as it is.
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
        _put_back(made[0], error)


def _from_before_the_update() -> Copy | None:
    """The latest copy made before an update that this version can use."""
    for copy in own_copies():
        if copy.name.occasion == "update":
            with suppress(Refused):
                check_copy(copy.path)
                return copy
    return None


def _put_back(copy: Copy, error: Exception) -> None:
    params = {"reason": str(error) or type(error).__name__, "copy": copy.path}
    connections.close_all()
    try:
        restore(copy.path, is_updated=False)
    except Refused as refusal:
        raise Refused("update_stuck", **params) from refusal
    raise Refused("update_failed", **params) from error
