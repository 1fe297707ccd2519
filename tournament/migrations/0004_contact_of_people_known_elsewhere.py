"""Who was entered elsewhere before is reached by the owners and by the direction of there."""

from django.db import migrations, models


def note_who_was_known(apps, schema_editor):
    """Every entry of a person but the first."""
    entries = apps.get_model("tournament", "Entry").objects
    earlier = entries.filter(person=models.OuterRef("person"), pk__lt=models.OuterRef("pk"))
    known = entries.filter(models.Exists(earlier)).values_list("pk", flat=True)
    entries.filter(pk__in=list(known)).update(known_elsewhere=True)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0003_rows_of_the_first_program")]

    operations = [
        migrations.AddField("entry", "known_elsewhere", models.BooleanField(default=False, editable=False)),
        migrations.RunPython(note_who_was_known, migrations.RunPython.noop),
    ]
