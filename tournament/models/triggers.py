"""The triggers of the database: what is never changed, and what goes only with what it belongs to.

A migration that makes one of these tables anew loses them (SQLite) and installs them again with
`install_triggers`.
"""

from dataclasses import dataclass

from django.apps.registry import Apps
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

# Once its head is gone a whole journal goes, with the proof of the draws; the installation's never.
HEAD_IS_THERE = (
    "OLD.tournament_id IS NULL OR EXISTS "
    "(SELECT 1 FROM tournament_journalhead WHERE tournament_id = OLD.tournament_id)"
)
# An entry says that the version goes: with its table, or with the whole tournament.
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
    """A trigger by which a database refuses an act; the function is PostgreSQL's."""

    name: str
    table: str
    statement: str
    function: str = ""


ANOTHER_COUNTS = "another computer counts"
"""What the database says where this computer stands by, or another one has taken over."""
_FENCE = Trigger(
    "tournament_journalentry_fence",
    "tournament_journalentry",
    "CREATE TRIGGER tournament_journalentry_fence BEFORE INSERT ON tournament_journalentry "
    "WHEN EXISTS (SELECT 1 FROM tournament_othercomputer WHERE way IN ('first', 'successor')) "
    "BEGIN SELECT RAISE(ABORT, 'another computer counts'); END",
)


def triggers(vendor: str) -> list[Trigger]:
    """All of them, for a kind of database."""
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
    """Install them, also where they are installed already. For migrations."""
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
    """Drop those that are there."""
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
