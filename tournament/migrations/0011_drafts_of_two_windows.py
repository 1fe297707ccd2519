"""A draft has a revision and the window it was typed in: two windows of one person keep both."""

from uuid import uuid4

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0010_commitments_and_draws_never_change")]

    operations = [
        migrations.RemoveConstraint(model_name="sheetdraft", name="draft_one_per_person"),
        migrations.AddField(
            model_name="sheetdraft",
            name="revision",
            field=models.UUIDField(default=uuid4),
        ),
        migrations.AddField(
            model_name="sheetdraft",
            name="window",
            field=models.CharField(blank=True, max_length=36),
        ),
        migrations.AddConstraint(
            model_name="sheetdraft",
            constraint=models.UniqueConstraint(
                fields=("table", "user", "revision"), name="draft_revision_once"
            ),
        ),
    ]
