"""What was typed a second time and was not the same; why a result stands all the same."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0007_commitments_for_neighbours'),
    ]

    operations = [
        migrations.AddField(
            model_name='secondlook',
            name='reason',
            field=models.TextField(blank=True, verbose_name='reason'),
        ),
        migrations.CreateModel(
            name='DifferentLook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('totals', models.JSONField()),
                ('content', models.JSONField(blank=True, null=True)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('version', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='different_looks', to='tournament.sheetversion')),
            ],
            options={
                'verbose_name': 'second look that differed',
                'verbose_name_plural': 'second looks that differed',
                'ordering': ['pk'],
            },
        ),
    ]
