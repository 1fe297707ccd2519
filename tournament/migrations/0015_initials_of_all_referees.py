"""Room for the initials of everybody who has set the extra time of a table."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0014_players_phones")]

    operations = [
        migrations.AlterField(
            model_name="gametable",
            name="extra_initials",
            field=models.CharField(blank=True, max_length=200, verbose_name="Initials"),
        ),
    ]
