"""The rules a tournament is played by, and tables of six and seven where the rules have them."""

from django.db import migrations, models

from tournament.models.triggers import drop_triggers, install_triggers


class Migration(migrations.Migration):
    dependencies = [("tournament", "0013_journal_keeps_facts")]

    operations = [
        migrations.RunPython(drop_triggers, install_triggers),
        migrations.AddField(
            model_name="tournament",
            name="rules",
            field=models.CharField(default="ddv", max_length=20, verbose_name="rules"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="rule_options",
            field=models.JSONField(blank=True, default=dict, verbose_name="options of the rules"),
        ),
        migrations.AddField(
            model_name="pledge",
            name="larger_tables",
            field=models.BooleanField(default=False),
        ),
        migrations.RemoveConstraint(model_name="gametable", name="table_size_4_or_5"),
        migrations.AddConstraint(
            model_name="gametable",
            constraint=models.CheckConstraint(
                condition=models.Q(("size__range", (4, 7))), name="table_size_4_to_7"
            ),
        ),
        migrations.RemoveConstraint(model_name="seat", name="seat_position_1_to_5"),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("position__range", (1, 7))), name="seat_position_1_to_7"
            ),
        ),
        migrations.RunPython(install_triggers, drop_triggers),
    ]
