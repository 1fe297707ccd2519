"""Every entry of a journal is sealed together with all entries before it."""

import json
from datetime import UTC
from hashlib import sha256

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

JOURNAL = "tournament_journalentry"


def allow_updates(apps, schema_editor):
    """The trigger of 0002 would refuse the seals of entries that are there already."""
    on_table = f" ON {JOURNAL}" if schema_editor.connection.vendor == "postgresql" else ""
    schema_editor.execute(f"DROP TRIGGER IF EXISTS {JOURNAL}_immutable{on_table}")


def forbid_updates(apps, schema_editor):
    """As in 0002; on SQLite the table was made anew without its trigger."""
    if schema_editor.connection.vendor == "sqlite":
        schema_editor.execute(
            f"CREATE TRIGGER {JOURNAL}_immutable BEFORE UPDATE ON {JOURNAL} "
            f"BEGIN SELECT RAISE(ABORT, '{JOURNAL} is append-only'); END"
        )
    elif schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            f"CREATE TRIGGER {JOURNAL}_immutable BEFORE UPDATE ON {JOURNAL} "
            "FOR EACH ROW EXECUTE FUNCTION kreuzdame_immutable()"
        )


def seal_what_is_there(apps, schema_editor):
    """As tournament.core.journal_chain seals, frozen here so that it never changes."""
    entry_model = apps.get_model("tournament", "JournalEntry")
    head_model = apps.get_model("tournament", "JournalHead")
    heads = {}
    for entry in entry_model.objects.order_by("pk"):
        seal, count = heads.get(entry.tournament_id, ("", 0))
        at = entry.at.astimezone(UTC).isoformat(timespec="microseconds")
        content = ["Kreuzdame journal 1", seal, at, entry.user_id, entry.action, entry.data]
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        entry.seal = sha256(text.encode("ascii")).hexdigest()
        entry.save(update_fields=["seal"])
        heads[entry.tournament_id] = (entry.seal, count + 1)
    head_model.objects.bulk_create(
        head_model(tournament_id=tournament, seal=seal, entries=count)
        for tournament, (seal, count) in heads.items()
    )


class Migration(migrations.Migration):
    dependencies = [("tournament", "0004_commitments_proofs_byes_and_wishes")]

    operations = [
        migrations.RunPython(allow_updates, forbid_updates),
        migrations.AddField(
            model_name="journalentry",
            name="seal",
            field=models.CharField(default="", max_length=64, verbose_name="seal"),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="journalentry",
            name="at",
            field=models.DateTimeField(default=django.utils.timezone.now, verbose_name="time"),
        ),
        migrations.CreateModel(
            name="JournalHead",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("entries", models.PositiveIntegerField(default=0)),
                ("seal", models.CharField(blank=True, max_length=64, verbose_name="seal")),
                (
                    "tournament",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="journal_head",
                        to="tournament.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "head of a journal",
                "verbose_name_plural": "heads of journals",
            },
        ),
        migrations.RunPython(seal_what_is_there, migrations.RunPython.noop),
        migrations.RunPython(forbid_updates, allow_updates),
    ]
