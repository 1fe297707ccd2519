"""A second place for copies of the database."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0016_failed_attempts")]

    operations = [
        migrations.CreateModel(
            name="BackupPlace",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("path", models.CharField(max_length=500)),
                ("mark", models.CharField(max_length=8)),
            ],
        ),
    ]
