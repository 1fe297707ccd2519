"""The mark that a result has a game dealt out of turn which the direction has not confirmed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0011_drafts_of_two_windows"),
    ]

    operations = [
        migrations.AddField(
            model_name="gametable",
            name="awaits_direction",
            field=models.BooleanField(default=False),
        ),
    ]
