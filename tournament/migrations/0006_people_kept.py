"""People are kept over years: what was last known of them, consent, contact, doubles, deletion."""

import django.db.models.deletion
from django.db import migrations, models

from tournament.models.triggers import drop_triggers, install_triggers


class Migration(migrations.Migration):
    dependencies = [("tournament", "0005_group_rankings_and_lot")]

    operations = [
        migrations.RunPython(drop_triggers, install_triggers),
        migrations.AddField(
            model_name="person",
            name="club",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="people",
                to="tournament.club",
            ),
        ),
        migrations.AddField(
            model_name="person",
            name="tags",
            field=models.JSONField(blank=True, default=list, verbose_name="Categories"),
        ),
        migrations.AddField(
            model_name="person",
            name="publish_name",
            field=models.BooleanField(default=True, verbose_name="Name in public lists"),
        ),
        migrations.AddField(
            model_name="person",
            name="email",
            field=models.EmailField(blank=True, max_length=254, verbose_name="E-mail"),
        ),
        migrations.AddField(
            model_name="person",
            name="phone",
            field=models.CharField(blank=True, max_length=50, verbose_name="Telephone"),
        ),
        migrations.AddField(
            model_name="person",
            name="contact_given_on",
            field=models.DateField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name="person",
            name="same_as",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="spellings",
                to="tournament.person",
            ),
        ),
        migrations.AddField(
            model_name="person",
            name="deleted_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.RunPython(install_triggers, drop_triggers),
    ]
