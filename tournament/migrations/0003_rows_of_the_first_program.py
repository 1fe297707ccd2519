"""The rows of the first program as they are kept now; each journal is told; triggers again."""

from itertools import groupby

from django.conf import settings
from django.db import migrations

from tournament.journal.rules import entry_seal
from tournament.sheets.rules.table_rules import typed_figures
from tournament.sheets.reads.verifications import typing_beside
from tournament.journal.rules import entry_seal
from tournament.sheets.rules.table_rules import typed_figures
from tournament.sheets.reads.verifications import typing_beside
from tournament.journal.mapping import chained
from tournament.models.account import new_salt
from tournament.models.triggers import drop_triggers, install_triggers
from tournament.journal.reads import stored_facts


def salt_names(apps, schema_editor):
    """Everybody a salt of their own."""
    for model in (apps.get_model("tournament", "Person"), apps.get_model(settings.AUTH_USER_MODEL)):
        rows = list(model.objects.only("pk"))
        for row in rows:
            row.salt = new_salt()
        model.objects.bulk_update(rows, ["salt"], batch_size=200)


def name_typists(apps, schema_editor):
    """Of every version those whose figures it has, as the program does from now on."""
    for _table, versions in by_table(apps):
        earlier = []
        for version in versions:
            figures = version.kind, typed_figures(version.content)
            typists = {
                typist for each, same in earlier if same == figures for typist in each.typists
            }
            if not (earlier and differs_by_penalties(earlier[-1][0], version)):
                typists.add(version.user_id)
            version.typists = sorted(typists, key=lambda typist: typist or 0)
            version.save(update_fields=["typists"])
            earlier.append((version, figures))


def carry_over(apps, schema_editor):
    """Every look as a verification; what differed before a penalty, beside the version with it."""
    different = apps.get_model("tournament", "DifferentLook")
    same = apps.get_model("tournament", "SecondLook")
    verification = apps.get_model("tournament", "Verification")
    for _table, versions in by_table(apps):
        before, typed = None, []
        for version in versions:
            if not (before and differs_by_penalties(before, version)):
                typed = []
            typed += different.objects.filter(version=version).order_by("pk")
            found = same.objects.filter(version=version).first()
            decision = found if found and found.how == "decided" else None
            if found and not decision:
                verification.objects.create(
                    version=version,
                    how=found.how,
                    by_second_person=found.how == "person",
                    user_id=found.user_id,
                    at=found.at,
                )
            verification.objects.bulk_create(
                differing(verification, version, look, decision) for look in typed
            )
            before = version
            if found and counts(found):
                typed = []  # a penalty that comes after it opens nothing again


def counts(look):
    """Whether a second look satisfies what the tournament asks for."""
    version = look.version
    if version.table.round.tournament.verification != "person":
        return True
    return look.how == "person" or (look.how == "decided" and look.user_id != version.user_id)


def differing(verification, version, look, decision):
    totals, content = look.totals, look.content
    if look.version_id != version.pk:
        totals, content = typing_beside(totals, content, look.version, version)
    made = verification(
        version=version,
        how="blind" if content is None else "typed",
        agrees=False,
        user_id=look.user_id,
        at=look.at,
        totals=totals,
        content=content,
    )
    if decision:
        made.decided_by_id, made.decided_at = decision.user_id, decision.at
        made.reason = decision.reason
        made.by_second_person = decision.user_id not in (None, *version.typists)
    return made


def by_table(apps):
    versions = apps.get_model("tournament", "SheetVersion").objects.order_by("table", "number")
    return groupby(versions, key=lambda version: version.table_id)


def differs_by_penalties(before, version):
    """Whether both have the same figures, with other penalties."""
    if before.kind != version.kind or before.content["penalties"] == version.content["penalties"]:
        return False
    return typed_figures(before.content) == typed_figures(version.content)


def throw_away_waiting_lists(apps, schema_editor):
    """Their rows were judged already and cannot be written back; the file is read once more."""
    apps.get_model("tournament", "PlayerImport").objects.all().delete()


def note_what_is_stored(apps, schema_editor):
    """One entry in every journal with what it does not say yet; the sentences of before stay."""
    tournaments = apps.get_model("tournament", "Tournament").objects.order_by("pk")
    for tournament in [None, *tournaments.values_list("pk", flat=True)]:
        if facts := stored_facts(tournament, apps):
            note(apps, tournament, facts)


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
    replaces = [("tournament", "0020_second_computer")]

    dependencies = [("tournament", "0002_tables_of_the_first_release")]

    operations = [
        migrations.RunPython(salt_names, migrations.RunPython.noop),
        migrations.RunPython(name_typists, migrations.RunPython.noop),
        migrations.RunPython(carry_over, migrations.RunPython.noop),
        migrations.RunPython(throw_away_waiting_lists, migrations.RunPython.noop),
        migrations.DeleteModel(name="SecondLook"),
        migrations.DeleteModel(name="DifferentLook"),
        migrations.RunPython(note_what_is_stored, migrations.RunPython.noop),
        migrations.RunPython(install_triggers, drop_triggers),
    ]
