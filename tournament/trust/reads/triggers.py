"""Integrity of the database triggers that forbid changes."""

from django.db import connection

from tournament.models.triggers import triggers

ON_SQLITE = "SELECT name, sql, '' FROM sqlite_master WHERE type = 'trigger'"
ON_POSTGRESQL = (
    "SELECT tgname, pg_get_triggerdef(trigger.oid, true), prosrc FROM pg_trigger AS trigger "
    "JOIN pg_proc AS function ON function.oid = tgfoid "
    "JOIN pg_class AS relation ON relation.oid = tgrelid "
    "WHERE NOT tgisinternal AND tgenabled = 'O' AND relname LIKE 'tournament_%'"
)


def other_triggers() -> list[str]:
    """Return the triggers that are missing, changed, or foreign; one query."""
    expected = {
        trigger.name: (trigger.statement, trigger.function)
        for trigger in triggers(connection.vendor)
    }
    with connection.cursor() as cursor:
        cursor.execute(ON_SQLITE if connection.vendor == "sqlite" else ON_POSTGRESQL)
        found = {name: (statement, function) for name, statement, function in cursor.fetchall()}
    names = expected.keys() | found.keys()
    return sorted(name for name in names if expected.get(name) != found.get(name))
