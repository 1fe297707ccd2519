"""Lists of players wait as text; what headings mean is remembered; a list can be undone."""

from typing import Any

from django.db import migrations, models


def throw_away_waiting_lists(apps: Any, schema_editor: Any) -> None:
    """Their rows were judged already and cannot be written back; the file is read once more."""
    apps.get_model("tournament", "PlayerImport").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0017_second_place_for_copies"),
    ]

    operations = [
        migrations.RunPython(throw_away_waiting_lists, migrations.RunPython.noop),
        migrations.RemoveField(model_name="playerimport", name="ignored"),
        migrations.RemoveField(model_name="playerimport", name="rows"),
        migrations.AddField(
            model_name="playerimport", name="table", field=models.JSONField(default=dict)
        ),
        migrations.AddField(
            model_name="playerimport", name="entered", field=models.JSONField(default=list)
        ),
        migrations.CreateModel(
            name="KnownHeading",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("title", models.CharField(max_length=300, unique=True)),
                ("column", models.CharField(max_length=20)),
            ],
        ),
    ]
