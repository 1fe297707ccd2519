"""Database triggers: what is immutable, and what may only be deleted with its parent.

A migration that recreates one of these tables loses its triggers (SQLite) and installs them again
with `install_triggers`.
"""

from dataclasses import dataclass

from django.apps.registry import Apps
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

# A whole journal may be deleted once its head is gone, and the proof of the draws; never the
# installation's journal.
HEAD_IS_THERE = (
    "OLD.tournament_id IS NULL OR EXISTS "
    "(SELECT 1 FROM tournament_journalhead WHERE tournament_id = OLD.tournament_id)"
)
# A journal entry records that the version goes: with its table, or with the whole tournament.
NO_ENTRY_SAYS_SO = (
    "NOT EXISTS (SELECT 1 FROM tournament_journalentry "
    "WHERE action IN ('sheet_discarded', 'tournament_deleted') AND {is_deleted})"
)
IS_DELETED = {
    "sqlite": "json_type(facts, '$.\"sheetversion:' || OLD.id || '\"') = 'null'",
    "postgresql": "facts -> ('sheetversion:' || OLD.id) = 'null'::jsonb",
}


@dataclass(frozen=True, slots=True)
class Trigger:
    """A trigger by which the database refuses an act; the function is for PostgreSQL."""

    name: str
    table: str
    statement: str
    function: str = ""


ANOTHER_COUNTS = "another computer counts"
"""The database's error where this computer stands by, or another one has taken over."""
_FENCE = Trigger(
    "tournament_journalentry_fence",
    "tournament_journalentry",
    "CREATE TRIGGER tournament_journalentry_fence BEFORE INSERT ON tournament_journalentry "
    "WHEN EXISTS (SELECT 1 FROM tournament_othercomputer WHERE way IN ('first', 'successor')) "
    "BEGIN SELECT RAISE(ABORT, 'another computer counts'); END",
)


def triggers(vendor: str) -> list[Trigger]:
    """Return all triggers, for a kind of database."""
    refused = [
        *(("journalentry", "UPDATE", ""), ("sealedstep", "UPDATE", "")),
        *(("sheetversion", "UPDATE", ""), ("commitment", "UPDATE", ""), ("draw", "UPDATE", "")),
        *(("journalentry", "DELETE", HEAD_IS_THERE), ("sealedstep", "DELETE", HEAD_IS_THERE)),
        ("sheetversion", "DELETE", NO_ENTRY_SAYS_SO.format(is_deleted=IS_DELETED[vendor])),
    ]
    make = _sqlite_trigger if vendor == "sqlite" else _postgresql_trigger
    fence = [_FENCE] if vendor == "sqlite" else []  # a server's database has no second computer
    return [*(make(f"tournament_{model}", event, when) for model, event, when in refused), *fence]


def install_triggers(_apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Install them, replacing existing ones. For migrations."""
    drop_triggers(_apps, schema_editor)
    for trigger in triggers(schema_editor.connection.vendor):
        if trigger.function:
            schema_editor.execute(
                f"CREATE OR REPLACE FUNCTION {trigger.name}() RETURNS trigger LANGUAGE plpgsql AS "
                f"$${trigger.function}$$",
                params=None,  # the "%" is PostgreSQL's own
            )
        schema_editor.execute(trigger.statement, params=None)


def drop_triggers(_apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Drop those that exist."""
    vendor = schema_editor.connection.vendor
    for trigger in triggers(vendor):
        on_table = f" ON {trigger.table}" if vendor == "postgresql" else ""
        schema_editor.execute(f"DROP TRIGGER IF EXISTS {trigger.name}{on_table}")


def _sqlite_trigger(table: str, event: str, condition: str) -> Trigger:
    name = _name(table, event)
    when = f"WHEN {condition} " if condition else ""
    return Trigger(
        name,
        table,
        f"CREATE TRIGGER {name} BEFORE {event} ON {table} {when}"
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END",
    )


def _postgresql_trigger(table: str, event: str, condition: str) -> Trigger:
    name = _name(table, event)
    return Trigger(
        name,
        table,
        f"CREATE TRIGGER {name} BEFORE {event} ON {table} FOR EACH ROW EXECUTE FUNCTION {name}()",
        f" BEGIN IF {condition or 'true'} THEN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME "
        "USING ERRCODE = 'integrity_constraint_violation'; END IF; RETURN OLD; END ",
    )


def _name(table: str, event: str) -> str:
    return f"{table}_{'immutable' if event == 'UPDATE' else 'stays'}"
