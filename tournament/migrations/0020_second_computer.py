"""Which of two computers counts; while another one does, the journal takes no entry."""

from django.db import migrations, models

from tournament.models.triggers import drop_triggers, install_triggers


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0019_archives"),
    ]

    operations = [
        migrations.CreateModel(
            name="Epoch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveIntegerField(default=1)),
                ("key", models.CharField(max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name="OtherComputer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "way",
                    models.CharField(
                        choices=[
                            ("follower", "Follower"),
                            ("first", "First"),
                            ("successor", "Successor"),
                            ("predecessor", "Predecessor"),
                        ],
                        max_length=11,
                        unique=True,
                    ),
                ),
                ("url", models.CharField(blank=True, max_length=200)),
                ("code", models.CharField(blank=True, max_length=20)),
                ("mark", models.CharField(blank=True, max_length=32)),
                ("epoch", models.PositiveIntegerField(default=0)),
                ("last_entry", models.BigIntegerField(blank=True, null=True)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
        migrations.RunPython(install_triggers, drop_triggers),
    ]
