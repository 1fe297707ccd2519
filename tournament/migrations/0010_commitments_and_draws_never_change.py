"""The database itself refuses to change a commitment or a draw."""

from django.db import migrations

IMMUTABLE = ("tournament_pledge", "tournament_draw")


def forbid_updates(apps, schema_editor):
    for table in IMMUTABLE:
        if schema_editor.connection.vendor == "sqlite":
            schema_editor.execute(
                f"CREATE TRIGGER {table}_immutable BEFORE UPDATE ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            )
        elif schema_editor.connection.vendor == "postgresql":
            schema_editor.execute(
                f"CREATE TRIGGER {table}_immutable BEFORE UPDATE ON {table} "
                "FOR EACH ROW EXECUTE FUNCTION kreuzdame_immutable()"
            )


def allow_updates(apps, schema_editor):
    for table in IMMUTABLE:
        on_table = f" ON {table}" if schema_editor.connection.vendor == "postgresql" else ""
        schema_editor.execute(f"DROP TRIGGER {table}_immutable{on_table}")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0009_papers_at_the_desk")]

    operations = [migrations.RunPython(forbid_updates, allow_updates)]
