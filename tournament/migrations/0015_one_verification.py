"""Second looks and those that differed become verifications; a version knows its typists."""

from importlib import import_module
from itertools import groupby

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from tournament.core.facts import last_facts
from tournament.mappers import beside, typed_figures
from tournament.mappers_journal import row_of
from tournament.models.triggers import drop_triggers, install_triggers
from tournament.selectors.facts import stored_facts

journal = import_module("tournament.migrations.0013_journal_keeps_facts")


def name_typists(apps, schema_editor):
    """Of every version those whose figures it has, as the program does from now on."""
    for _table, versions in by_table(apps):
        earlier = []
        for version in versions:
            figures = version.kind, typed_figures(version.content)
            typists = {typist for each, same in earlier if same == figures for typist in each.typists}
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
        totals, content = beside(totals, content, look.version, version)
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


def tell_the_journal(apps, schema_editor):
    """Rows and fields that are new, and that the old rows are gone; what was told stays told."""
    entries = apps.get_model("tournament", "JournalEntry").objects.order_by("pk")
    for tournament in apps.get_model("tournament", "Tournament").objects.order_by("pk"):
        of_tournament = entries.filter(tournament=tournament)
        told = last_facts(of_tournament.values_list("facts", flat=True))
        facts = {}
        for name in ("SecondLook", "DifferentLook"):
            model = apps.get_model("tournament", name)
            rows = model.objects.filter(version__table__round__tournament=tournament)
            facts |= {row_of(model, pk): None for pk in rows.values_list("pk", flat=True)}
        for row, fact in stored_facts(tournament.pk, apps).items():
            is_told = row in told and fact.keys() <= told[row].keys()
            if row.startswith("verification:") or (row in told and not is_told):
                facts[row] = {**fact, **told.get(row, {})}
        journal.note(apps, tournament.pk, facts)


def by_table(apps):
    versions = apps.get_model("tournament", "SheetVersion").objects.order_by("table", "number")
    return groupby(versions, key=lambda version: version.table_id)


def differs_by_penalties(before, version):
    """Whether both have the same figures, with other penalties."""
    if before.kind != version.kind or before.content["penalties"] == version.content["penalties"]:
        return False
    return typed_figures(before.content) == typed_figures(version.content)


def account():
    return models.ForeignKey(
        blank=True,
        null=True,
        on_delete=django.db.models.deletion.PROTECT,
        related_name="+",
        to=settings.AUTH_USER_MODEL,
    )


class Migration(migrations.Migration):
    dependencies = [("tournament", "0014_rules_of_a_tournament")]

    operations = [
        migrations.RunPython(drop_triggers, install_triggers),
        migrations.AddField(
            model_name="sheetversion",
            name="typists",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.RenameField(
            model_name="tournament", old_name="second_look", new_name="verification"
        ),
        migrations.AlterField(
            model_name="tournament",
            name="verification",
            field=models.CharField(
                choices=[
                    ("none", "nobody"),
                    ("blind", "the same person types the totals again, without seeing them"),
                    ("person", "a second person"),
                ],
                default="none",
                max_length=10,
                verbose_name="verification of results",
            ),
        ),
        migrations.CreateModel(
            name="Verification",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "how",
                    models.CharField(
                        choices=[
                            ("blind", "totals typed again"),
                            ("person", "compared by a second person"),
                            ("typed", "sheet typed apart from it"),
                        ],
                        max_length=10,
                    ),
                ),
                ("agrees", models.BooleanField(default=True)),
                ("by_second_person", models.BooleanField(default=False)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("totals", models.JSONField(blank=True, default=list)),
                ("content", models.JSONField(blank=True, null=True)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("reason", models.TextField(blank=True, verbose_name="reason")),
                ("decided_by", account()),
                ("user", account()),
                (
                    "version",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="verifications",
                        to="tournament.sheetversion",
                    ),
                ),
            ],
            options={
                "verbose_name": "verification",
                "verbose_name_plural": "verifications",
                "ordering": ["pk"],
            },
        ),
        migrations.RunPython(name_typists, migrations.RunPython.noop),
        migrations.RunPython(carry_over, migrations.RunPython.noop),
        migrations.RunPython(tell_the_journal, migrations.RunPython.noop),
        migrations.DeleteModel(name="SecondLook"),
        migrations.DeleteModel(name="DifferentLook"),
        migrations.RunPython(install_triggers, drop_triggers),
    ]
