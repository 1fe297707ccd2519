"""A list of players being imported remembers which columns and sheets were left aside."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0002_versions_and_journal_never_change")]

    operations = [
        migrations.AddField(
            model_name="playerimport", name="ignored", field=models.JSONField(default=dict)
        ),
    ]
