"""Tournaments that are rehearsals, and how far their days are; each journal is told."""

from importlib import import_module

import django.db.models.deletion
from django.db import migrations, models

from tournament.models.triggers import drop_triggers, install_triggers

note_what_is_stored = import_module(
    "tournament.migrations.0003_journal_keeps_facts"
).note_what_is_stored


class Migration(migrations.Migration):
    dependencies = [("tournament", "0008_calls_and_protests")]

    operations = [
        migrations.RunPython(drop_triggers, install_triggers),
        migrations.AddField(
            model_name="tournament",
            name="is_rehearsal",
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.CreateModel(
            name="Rehearsal",
            fields=[
                (
                    "tournament",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to="tournament.tournament",
                    ),
                ),
                ("happened", models.JSONField(default=list)),
            ],
            options={"verbose_name": "Rehearsal", "verbose_name_plural": "Rehearsals"},
        ),
        migrations.RunPython(note_what_is_stored, migrations.RunPython.noop),
        migrations.RunPython(install_triggers, drop_triggers),
    ]
