"""Deductions know the round in which they were noted; of older ones the journal's times tell."""

from django.db import migrations, models


def tell_from_the_journal(apps, schema_editor):
    """The last round that was published by then, as the journal says or the round itself."""
    adjustments = apps.get_model("tournament", "Adjustment").objects
    rounds = apps.get_model("tournament", "Round").objects
    entries = apps.get_model("tournament", "JournalEntry").objects.filter(action="round_published")
    for adjustment in adjustments.select_related("entry"):
        tournament, noted = adjustment.entry.tournament_id, adjustment.created_at
        told = entries.filter(tournament=tournament, at__lte=noted).values_list("data", flat=True)
        published = rounds.filter(tournament=tournament, published_at__lte=noted)
        numbers = [each["round"] for each in told if isinstance(each.get("round"), int)]
        numbers += published.values_list("number", flat=True)
        adjustment.noted_in = max(numbers, default=0)
        adjustment.save(update_fields=["noted_in"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0004_contact_of_people_known_elsewhere")]

    operations = [
        migrations.AddField("adjustment", "noted_in", models.PositiveSmallIntegerField(default=0, verbose_name="Noted in round")),
        migrations.RunPython(tell_from_the_journal, migrations.RunPython.noop),
    ]
