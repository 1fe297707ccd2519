"""Second looks, what was corrected after a round was closed, sendings that come twice, freezing."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

VERSIONS = "tournament_sheetversion"


def allow_updates(apps, schema_editor):
    on_table = f" ON {VERSIONS}" if schema_editor.connection.vendor == "postgresql" else ""
    schema_editor.execute(f"DROP TRIGGER IF EXISTS {VERSIONS}_immutable{on_table}")


def forbid_updates(apps, schema_editor):
    """As in 0002: on SQLite the table was made anew without its trigger."""
    allow_updates(apps, schema_editor)
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(
            f"CREATE TRIGGER {VERSIONS}_immutable BEFORE UPDATE ON {VERSIONS} "
            f"BEGIN SELECT RAISE(ABORT, '{VERSIONS} is append-only'); END"
        )
    elif schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            f"CREATE TRIGGER {VERSIONS}_immutable BEFORE UPDATE ON {VERSIONS} "
            "FOR EACH ROW EXECUTE FUNCTION kreuzdame_immutable()"
        )


def note_first_closing(apps, schema_editor):
    """Of rounds that are closed now; those opened again have lost the time."""
    rounds = apps.get_model("tournament", "Round").objects.filter(closed_at__isnull=False)
    rounds.update(first_closed_at=models.F("closed_at"))


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0005_chained_journal"),
    ]

    operations = [
        migrations.CreateModel(
            name="SecondLook",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("how", models.CharField(max_length=10)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
            options={
                "verbose_name": "second look",
                "verbose_name_plural": "second looks",
            },
        ),
        migrations.AddField(
            model_name="round",
            name="first_closed_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="sheetversion",
            name="submission",
            field=models.UUIDField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="frozen_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="tournament",
            name="frozen_checksum",
            field=models.CharField(blank=True, max_length=64, verbose_name="checksum"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="objections_until",
            field=models.DateTimeField(blank=True, null=True, verbose_name="objections until"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="second_look",
            field=models.CharField(
                choices=[
                    ("none", "nobody"),
                    ("blind", "the same person types the totals again, without seeing them"),
                    ("person", "a second person"),
                ],
                default="none",
                max_length=10,
                verbose_name="second look at results",
            ),
        ),
        migrations.AddConstraint(
            model_name="sheetversion",
            constraint=models.UniqueConstraint(
                fields=("table", "submission"), name="version_submitted_once"
            ),
        ),
        migrations.AddField(
            model_name="secondlook",
            name="user",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="secondlook",
            name="version",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="second_look",
                to="tournament.sheetversion",
            ),
        ),
        migrations.RunPython(note_first_closing, migrations.RunPython.noop),
        migrations.RunPython(forbid_updates, allow_updates),
    ]
