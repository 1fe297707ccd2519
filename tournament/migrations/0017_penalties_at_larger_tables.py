"""Penalties at tables of six and seven."""

from django.db import migrations, models

from tournament.models.triggers import drop_triggers, install_triggers


class Migration(migrations.Migration):
    dependencies = [("tournament", "0016_rulings")]

    operations = [
        migrations.RunPython(drop_triggers, install_triggers),
        migrations.RemoveConstraint(model_name="penalty", name="penalty_offender_1_to_5"),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("offender__range", (1, 7))), name="penalty_offender_1_to_7"
            ),
        ),
        migrations.RunPython(install_triggers, drop_triggers),
    ]
