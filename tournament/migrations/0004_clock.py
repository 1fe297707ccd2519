"""Pauses, a later start of one table, announcements before the end; each journal is told."""

from importlib import import_module

from django.db import migrations, models

import tournament.models.tournament
from tournament.models.triggers import drop_triggers, install_triggers

note_what_is_stored = import_module(
    "tournament.migrations.0003_journal_keeps_facts"
).note_what_is_stored


class Migration(migrations.Migration):
    dependencies = [("tournament", "0003_journal_keeps_facts")]

    operations = [
        migrations.RunPython(drop_triggers, install_triggers),
        migrations.AddField(
            model_name="round", name="pauses", field=models.JSONField(blank=True, default=list)
        ),
        migrations.AddField(
            model_name="gametable",
            name="started_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="gametable",
            name="start_reason",
            field=models.CharField(blank=True, max_length=200, verbose_name="Reason"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="warning_minutes",
            field=models.JSONField(
                blank=True,
                default=tournament.models.tournament.default_warnings,
                verbose_name="Announcements before the end",
            ),
        ),
        migrations.RunPython(note_what_is_stored, migrations.RunPython.noop),
        migrations.RunPython(install_triggers, drop_triggers),
    ]
