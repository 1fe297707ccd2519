"""A version may be a ruling of the direction about a table that cannot be counted."""

from django.db import migrations, models

from tournament.models.triggers import drop_triggers, install_triggers

KINDS = [
    ("rows", "all games"),
    ("totals", "totals alone"),
    ("ruling", "set by the direction"),
]


class Migration(migrations.Migration):
    dependencies = [("tournament", "0015_one_verification")]

    operations = [
        migrations.RunPython(drop_triggers, install_triggers),
        migrations.RemoveConstraint(model_name="sheetversion", name="version_kind_known"),
        migrations.AlterField(
            model_name="sheetversion",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=10),
        ),
        migrations.AlterField(
            model_name="sheetdraft",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=10),
        ),
        migrations.AddConstraint(
            model_name="sheetversion",
            constraint=models.CheckConstraint(
                condition=models.Q(kind__in=["rows", "totals", "ruling"]),
                name="version_kind_known",
            ),
        ),
        migrations.RunPython(install_triggers, drop_triggers),
    ]
