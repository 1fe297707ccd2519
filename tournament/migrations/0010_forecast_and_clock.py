"""Reports from tables for the forecast; what the clock of the computer said last."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0009_rehearsals'),
    ]

    operations = [
        migrations.CreateModel(
            name='ClockReference',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('boot', models.CharField(max_length=64)),
                ('offset', models.FloatField()),
            ],
        ),
        migrations.CreateModel(
            name='TableReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('games', models.PositiveSmallIntegerField(verbose_name='Games played')),
                ('solos', models.JSONField(blank=True, null=True)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='report', to='tournament.gametable')),
                ('user', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'Report from a table',
                'verbose_name_plural': 'Reports from tables',
                'ordering': ['pk'],
            },
        ),
    ]
