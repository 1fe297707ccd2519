"""Rules of a tournament, one verification, rulings, drafts of two windows, salts of names."""

from itertools import groupby
from uuid import uuid4

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from tournament.mappers import beside, typed_figures
from tournament.models.account import new_salt
from tournament.models.triggers import drop_triggers

KINDS = [
    ("rows", "all games"),
    ("totals", "totals only"),
    ("ruling", "set by the direction"),
]


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
    replaces = [
        ("tournament", "0011_drafts_of_two_windows"),
        ("tournament", "0012_games_dealt_out_of_turn"),
        ("tournament", "0013_journal_keeps_facts"),
        ("tournament", "0014_rules_of_a_tournament"),
        ("tournament", "0015_one_verification"),
        ("tournament", "0016_rulings"),
        ("tournament", "0017_penalties_at_larger_tables"),
    ]

    dependencies = [("tournament", "0001_initial")]

    operations = [
        migrations.RunPython(drop_triggers, migrations.RunPython.noop),
        migrations.RemoveConstraint(model_name="sheetdraft", name="draft_one_per_person"),
        migrations.AddField(
            model_name="sheetdraft",
            name="revision",
            field=models.UUIDField(default=uuid4),
        ),
        migrations.AddField(
            model_name="sheetdraft",
            name="window",
            field=models.CharField(blank=True, max_length=36),
        ),
        migrations.AddConstraint(
            model_name="sheetdraft",
            constraint=models.UniqueConstraint(
                fields=("table", "user", "revision"), name="draft_revision_once"
            ),
        ),
        migrations.AddField(
            model_name="gametable",
            name="awaits_direction",
            field=models.BooleanField(default=False),
        ),
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
        migrations.AddField(
            model_name="tournament",
            name="rules",
            field=models.CharField(default="ddv", max_length=20, verbose_name="Rules"),
        ),
        migrations.AddField(
            model_name="tournament",
            name="rule_options",
            field=models.JSONField(blank=True, default=dict, verbose_name="Options of the rules"),
        ),
        migrations.AddField(
            model_name="pledge",
            name="larger_tables",
            field=models.BooleanField(default=False),
        ),
        migrations.RemoveConstraint(model_name="gametable", name="table_size_4_or_5"),
        migrations.AddConstraint(
            model_name="gametable",
            constraint=models.CheckConstraint(
                condition=models.Q(("size__range", (4, 7))), name="table_size_4_to_7"
            ),
        ),
        migrations.RemoveConstraint(model_name="seat", name="seat_position_1_to_5"),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.CheckConstraint(
                condition=models.Q(("position__range", (1, 7))), name="seat_position_1_to_7"
            ),
        ),
        migrations.RemoveConstraint(model_name="sheetversion", name="version_kind_known"),
        migrations.AlterField(
            model_name="sheetversion",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=10),
        ),
        migrations.AlterField(
            model_name="sheetdraft",
            name="kind",
            field=models.CharField(choices=KINDS, max_length=10),
        ),
        migrations.AddConstraint(
            model_name="sheetversion",
            constraint=models.CheckConstraint(
                condition=models.Q(kind__in=["rows", "totals", "ruling"]),
                name="version_kind_known",
            ),
        ),
        migrations.RemoveConstraint(model_name="penalty", name="penalty_offender_1_to_5"),
        migrations.AddConstraint(
            model_name="penalty",
            constraint=models.CheckConstraint(
                condition=models.Q(("offender__range", (1, 7))), name="penalty_offender_1_to_7"
            ),
        ),
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
                ("reason", models.TextField(blank=True, verbose_name="Reason")),
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
                "verbose_name": "Verification",
                "ordering": ["pk"],
            },
        ),
        migrations.RunPython(salt_names, migrations.RunPython.noop),
        migrations.RunPython(name_typists, migrations.RunPython.noop),
        migrations.RunPython(carry_over, migrations.RunPython.noop),
        migrations.DeleteModel(name="SecondLook"),
        migrations.DeleteModel(name="DifferentLook"),
    ]
