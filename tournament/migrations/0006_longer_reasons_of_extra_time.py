"""What is said about extra time stands beside what was said before, whole, with all initials."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0005_when_deductions_were_noted")]

    operations = [
        migrations.AlterField(
            "gametable",
            "extra_reason",
            models.CharField("Reason", max_length=1000, blank=True),
        ),
        migrations.AlterField(
            "gametable",
            "extra_initials",
            models.CharField("Initials", max_length=1000, blank=True),
        ),
    ]
