"""Where the tables of a tournament stand in the hall."""
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0011_series_of_evenings'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='hall',
            field=models.JSONField(blank=True, default=dict, verbose_name='Hall plan'),
        ),
    ]
