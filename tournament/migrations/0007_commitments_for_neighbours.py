"""A commitment also says whether neighbours at registration are kept apart."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0006_second_looks_corrections_and_freezing")]

    operations = [
        migrations.AddField(
            model_name="pledge",
            name="neighbours_apart",
            field=models.BooleanField(default=False),
        ),
    ]
