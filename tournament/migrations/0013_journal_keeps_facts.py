"""The journal keeps facts of rows; one entry tells what is stored now. Nothing of it is deleted."""

from django.conf import settings
from django.db import migrations, models

from tournament.core.journal_chain import entry_seal
from tournament.mappers_journal import chained
from tournament.models.account import new_salt
from tournament.models.triggers import drop_triggers, install_triggers
from tournament.selectors.facts import stored_facts


def salt_names(apps, schema_editor):
    """Everybody a salt of their own."""
    for model in (apps.get_model("tournament", "Person"), apps.get_model(settings.AUTH_USER_MODEL)):
        rows = list(model.objects.only("pk"))
        for row in rows:
            row.salt = new_salt()
        model.objects.bulk_update(rows, ["salt"], batch_size=200)


def note(apps, tournament, facts):
    """One entry in a journal with these facts."""
    head_model = apps.get_model("tournament", "JournalHead")
    entry_model = apps.get_model("tournament", "JournalEntry")
    head, _ = head_model.objects.get_or_create(tournament_id=tournament)
    entry = entry_model(tournament_id=tournament, action="facts_noted", facts=facts)
    entry.seal = head.seal = entry_seal(head.seal, chained(entry))
    entry.save()
    head.entries += 1
    head.save()


def note_what_is_stored(apps, schema_editor):
    """One entry in every journal with all facts; of what was before it, the sentences stay."""
    tournaments = apps.get_model("tournament", "Tournament").objects.order_by("pk")
    for tournament in [None, *tournaments.values_list("pk", flat=True)]:
        facts = stored_facts(tournament, apps)
        if facts:
            note(apps, tournament, facts)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0012_games_dealt_out_of_turn")]

    operations = [
        migrations.RunPython(drop_triggers, install_triggers),
        migrations.AddField(
            model_name="journalentry",
            name="facts",
            field=models.JSONField(default=dict),
        ),
        migrations.RemoveIndex(model_name="journalentry", name="journal_by_action"),
        migrations.AddIndex(
            model_name="journalentry",
            index=models.Index(fields=["action", "tournament"], name="journal_by_action"),
        ),
        *(
            migrations.AddField(
                model_name=name,
                name="salt",
                field=models.CharField(
                    default=new_salt, editable=False, max_length=32
                ),
            )
            for name in ("person", "user")
        ),
        migrations.RunPython(salt_names, migrations.RunPython.noop),
        migrations.RunPython(note_what_is_stored, migrations.RunPython.noop),
        migrations.RunPython(install_triggers, drop_triggers),
    ]
