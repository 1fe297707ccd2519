"""A commitment is called so; one entry tells each journal what is stored; triggers from now on."""

import django.db.models.deletion
from django.db import migrations, models

from tournament.core.facts import last_facts
from tournament.core.journal_chain import entry_seal
from tournament.mappers_journal import chained
from tournament.models.triggers import drop_triggers, install_triggers
from tournament.selectors.facts import stored_facts


def drop_trigger_of_before(apps, schema_editor):
    on_table = " ON tournament_pledge" if schema_editor.connection.vendor == "postgresql" else ""
    schema_editor.execute(f"DROP TRIGGER IF EXISTS tournament_pledge_immutable{on_table}")


def note_what_is_stored(apps, schema_editor):
    """One entry in every journal with what it does not say yet; the sentences of before stay."""
    tournaments = apps.get_model("tournament", "Tournament").objects.order_by("pk")
    for tournament in [None, *tournaments.values_list("pk", flat=True)]:
        told, stored = told_facts(apps, tournament), stored_facts(tournament, apps)
        gone = {row: None for row in told.keys() - stored.keys() if row.startswith("pledge:")}
        new = {row: fact for row, fact in stored.items() if told.get(row, {}).keys() != fact.keys()}
        if gone or new:
            note(apps, tournament, {**gone, **new})


def told_facts(apps, tournament):
    entries = apps.get_model("tournament", "JournalEntry").objects.filter(tournament=tournament)
    return last_facts(entries.order_by("pk").values_list("facts", flat=True))


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


class Migration(migrations.Migration):
    dependencies = [("tournament", "0002_rules_verifications_rulings")]

    operations = [
        migrations.RunPython(drop_triggers, install_triggers),
        migrations.RunPython(drop_trigger_of_before, migrations.RunPython.noop),
        migrations.RemoveConstraint(model_name="pledge", name="pledge_number_once"),
        migrations.RenameModel(old_name="Pledge", new_name="Commitment"),
        migrations.RenameField(
            model_name="commitment", old_name="commitment", new_name="value"
        ),
        migrations.RenameField(model_name="draw", old_name="pledge", new_name="commitment"),
        migrations.AlterField(
            model_name="commitment",
            name="tournament",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="commitments",
                to="tournament.tournament",
            ),
        ),
        migrations.AddConstraint(
            model_name="commitment",
            constraint=models.UniqueConstraint(
                fields=("tournament", "number"), name="commitment_number_once"
            ),
        ),
        migrations.RunPython(note_what_is_stored, migrations.RunPython.noop),
        migrations.RunPython(install_triggers, drop_triggers),
    ]
