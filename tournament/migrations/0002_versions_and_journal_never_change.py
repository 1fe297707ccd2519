"""The database itself refuses to change a sheet version or a journal entry."""

from django.db import migrations

IMMUTABLE = ("tournament_sheetversion", "tournament_journalentry")


def forbid_updates(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    if vendor == "postgresql":
        schema_editor.execute(
            "CREATE FUNCTION kreuzdame_immutable() RETURNS trigger LANGUAGE plpgsql AS "
            "$$ BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME "
            "USING ERRCODE = 'integrity_constraint_violation'; END $$",
            params=None,  # the "%" is PostgreSQL's own
        )
    for table in IMMUTABLE:
        if vendor == "sqlite":
            schema_editor.execute(
                f"CREATE TRIGGER {table}_immutable BEFORE UPDATE ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
        elif vendor == "postgresql":
            schema_editor.execute(
                f"CREATE TRIGGER {table}_immutable BEFORE UPDATE ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION kreuzdame_immutable()"
            )


def allow_updates(apps, schema_editor):
    vendor = schema_editor.connection.vendor
    for table in IMMUTABLE:
        on_table = f" ON {table}" if vendor == "postgresql" else ""
        schema_editor.execute(f"DROP TRIGGER {table}_immutable{on_table}")
    if vendor == "postgresql":
        schema_editor.execute("DROP FUNCTION kreuzdame_immutable()")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_the_nouns_of_a_tournament")]

    operations = [migrations.RunPython(forbid_updates, allow_updates)]
