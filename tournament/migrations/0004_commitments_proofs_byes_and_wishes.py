"""Commitments and sealed proofs of draws; byes; wishes of players for their seats."""

import django.core.validators
import django.db.models.deletion
from django.db import migrations, models

SEALED = "tournament_sealedstep"


def forbid_updates(apps, schema_editor):
    """What is sealed never changes, as with sheet versions and the journal (0002)."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(
            f"CREATE TRIGGER {SEALED}_immutable BEFORE UPDATE ON {SEALED} "
            f"BEGIN SELECT RAISE(ABORT, '{SEALED} is append-only'); END"
        )
    elif schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            f"CREATE TRIGGER {SEALED}_immutable BEFORE UPDATE ON {SEALED} "
            "FOR EACH ROW EXECUTE FUNCTION kreuzdame_immutable()"
        )


def allow_updates(apps, schema_editor):
    on_table = f" ON {SEALED}" if schema_editor.connection.vendor == "postgresql" else ""
    schema_editor.execute(f"DROP TRIGGER {SEALED}_immutable{on_table}")


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0003_player_import_ignored"),
    ]

    operations = [
        migrations.AddField(
            model_name="draw",
            name="by_audience",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="draw",
            name="lot_number",
            field=models.PositiveBigIntegerField(blank=True, null=True, verbose_name="number"),
        ),
        migrations.AddField(
            model_name="entry",
            name="fixed_table",
            field=models.PositiveSmallIntegerField(
                blank=True,
                null=True,
                validators=[django.core.validators.MinValueValidator(1)],
                verbose_name="fixed table",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="keeps_list",
            field=models.BooleanField(default=True, verbose_name="keeps the list"),
        ),
        migrations.AddField(
            model_name="entry",
            name="team",
            field=models.CharField(blank=True, max_length=100, verbose_name="team"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="neighbours_apart",
            field=models.BooleanField(
                default=False, verbose_name="neighbours at registration apart"
            ),
        ),
        migrations.CreateModel(
            name="Pledge",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("secret", models.CharField(max_length=64)),
                ("rounds", models.PositiveSmallIntegerField()),
                ("method", models.CharField(max_length=20)),
                ("program_version", models.CharField(max_length=20)),
                ("program_code", models.CharField(max_length=64)),
                ("commitment", models.CharField(max_length=64, verbose_name="commitment")),
                ("published_at", models.DateTimeField(blank=True, null=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="pledges",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "commitment",
                "verbose_name_plural": "commitments",
                "ordering": ["number"],
            },
        ),
        migrations.AddField(
            model_name="draw",
            name="pledge",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="draw",
                to="tournament.pledge",
            ),
        ),
        migrations.CreateModel(
            name="SealedStep",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("step", models.JSONField()),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sealed_steps",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "step of the proof",
                "verbose_name_plural": "steps of the proof",
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Bye",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="byes",
                        to="tournament.entry",
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="byes",
                        to="tournament.round",
                    ),
                ),
            ],
            options={
                "verbose_name": "bye",
                "verbose_name_plural": "byes",
                "ordering": ["entry__number"],
                "constraints": [
                    models.UniqueConstraint(fields=("round", "entry"), name="bye_once_a_round")
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="pledge",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"), name="pledge_number_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="sealedstep",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"), name="step_number_once"
            ),
        ),
        migrations.RunPython(forbid_updates, allow_updates),
    ]
