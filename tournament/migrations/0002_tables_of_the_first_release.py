"""What the tables of the first release have beyond those of the first program.

Columns come before tables: SQLite makes a table anew for most of them, and those it knows with it.
"""

from uuid import uuid4

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import migrations, models
from django.utils import timezone

from tournament.stage.rules import Picture
from tournament.models.account import new_salt
from tournament.models.tournament import default_warnings
from tournament.models.triggers import drop_triggers

SHEETS = [
    ("rows", "all games"),
    ("totals", "totals only"),
    ("ruling", "set by the direction"),
]
PRIZES = [
    ("place", "Rank"),
    ("category", "Place in a category"),
    ("team", "Place of a team"),
    ("round", "Best round"),
    ("without", "Best of those without a prize"),
]
PICTURES = [
    (Picture.WELCOME, "Announcement"),
    (Picture.DRAW, "Draw"),
    (Picture.SEATS, "Seats by name"),
    (Picture.CLOCK, "Clock"),
    (Picture.MISSING, "Missing score sheets"),
    (Picture.STANDINGS, "Standings"),
    (Picture.PODIUM, "Podium"),
]


def drop_trigger_of_before(_apps, schema_editor):
    on_table = " ON tournament_pledge" if schema_editor.connection.vendor == "postgresql" else ""
    schema_editor.execute(f"DROP TRIGGER IF EXISTS tournament_pledge_immutable{on_table}")


def identity():
    return ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"))


def account():
    return models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)


class Migration(migrations.Migration):
    replaces = [
        ("tournament", "0011_drafts_of_two_windows"),
        ("tournament", "0012_games_dealt_out_of_turn"),
        ("tournament", "0013_journal_keeps_facts"),
        ("tournament", "0014_rules_of_a_tournament"),
        ("tournament", "0015_one_verification"),
        ("tournament", "0016_rulings"),
        ("tournament", "0017_penalties_at_larger_tables"),
        ("tournament", "0002_rules_verifications_rulings"),
        ("tournament", "0003_journal_keeps_facts"),
        ("tournament", "0004_clock"),
        ("tournament", "0005_group_rankings_and_lot"),
        ("tournament", "0006_people_kept"),
        ("tournament", "0007_money"),
        ("tournament", "0008_calls_and_protests"),
        ("tournament", "0009_rehearsals"),
        ("tournament", "0010_forecast_and_clock"),
        ("tournament", "0011_series_of_evenings"),
        ("tournament", "0012_hall_plan"),
        ("tournament", "0013_screens_in_the_hall"),
        ("tournament", "0014_players_phones"),
        ("tournament", "0015_initials_of_all_referees"),
        ("tournament", "0016_failed_attempts"),
        ("tournament", "0017_second_place_for_copies"),
        ("tournament", "0018_lists_of_players_as_text"),
        ("tournament", "0019_archives"),
    ]

    dependencies = [("tournament", "0001_initial")]

    operations = [
        migrations.RunPython(drop_triggers, migrations.RunPython.noop),
        migrations.RunPython(drop_trigger_of_before, migrations.RunPython.noop),
        migrations.RemoveConstraint("sheetdraft", "draft_one_per_person"),
        migrations.AddField("sheetdraft", "revision", models.UUIDField(default=uuid4)),
        migrations.AddField("sheetdraft", "window", models.CharField(blank=True, max_length=36)),
        migrations.AddConstraint("sheetdraft", models.UniqueConstraint(fields=("table", "user", "revision"), name="draft_revision_once")),
        migrations.AddField("gametable", "awaits_direction", models.BooleanField(default=False)),
        migrations.AddField("journalentry", "facts", models.JSONField(default=dict)),
        migrations.RemoveIndex("journalentry", "journal_by_action"),
        migrations.AddIndex("journalentry", models.Index(fields=["action", "tournament"], name="journal_by_action")),
        migrations.AddField("person", "salt", models.CharField(default=new_salt, editable=False, max_length=32)),
        migrations.AddField("user", "salt", models.CharField(default=new_salt, editable=False, max_length=32)),
        migrations.AddField("tournament", "rules", models.CharField(default="ddv", max_length=20, verbose_name="Rules")),
        migrations.AddField("tournament", "rule_options", models.JSONField(blank=True, default=dict, verbose_name="Options of the rules")),
        migrations.AddField("pledge", "larger_tables", models.BooleanField(default=False)),
        migrations.RemoveConstraint("gametable", "table_size_4_or_5"),
        migrations.AddConstraint("gametable", models.CheckConstraint(condition=models.Q(("size__range", (4, 7))), name="table_size_4_to_7")),
        migrations.RemoveConstraint("seat", "seat_position_1_to_5"),
        migrations.AddConstraint("seat", models.CheckConstraint(condition=models.Q(("position__range", (1, 7))), name="seat_position_1_to_7")),
        migrations.RemoveConstraint("sheetversion", "version_kind_known"),
        migrations.AlterField("sheetversion", "kind", models.CharField(choices=SHEETS, max_length=10)),
        migrations.AlterField("sheetdraft", "kind", models.CharField(choices=SHEETS, max_length=10)),
        migrations.AddConstraint("sheetversion", models.CheckConstraint(condition=models.Q(("kind__in", ["rows", "totals", "ruling"])), name="version_kind_known")),
        migrations.RemoveConstraint("penalty", "penalty_offender_1_to_5"),
        migrations.AddConstraint("penalty", models.CheckConstraint(condition=models.Q(("offender__range", (1, 7))), name="penalty_offender_1_to_7")),
        migrations.AddField("sheetversion", "typists", models.JSONField(blank=True, default=list)),
        migrations.RenameField("tournament", "second_look", "verification"),
        migrations.AlterField("tournament", "verification", models.CharField(choices=[("none", "nobody"), ("blind", "the same person types the totals again, without seeing them"), ("person", "a second person")], default="none", max_length=10, verbose_name="verification of results")),
        migrations.RemoveConstraint("pledge", "pledge_number_once"),
        migrations.RenameModel("Pledge", "Commitment"),
        migrations.RenameField("commitment", "commitment", "value"),
        migrations.RenameField("draw", "pledge", "commitment"),
        migrations.AlterField("commitment", "tournament", models.ForeignKey(on_delete=models.CASCADE, related_name="commitments", to="tournament.tournament")),
        migrations.AddConstraint("commitment", models.UniqueConstraint(fields=("tournament", "number"), name="commitment_number_once")),
        migrations.AddField("round", "pauses", models.JSONField(blank=True, default=list)),
        migrations.AddField("gametable", "started_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("gametable", "start_reason", models.CharField(blank=True, max_length=200, verbose_name="Reason")),
        migrations.AddField("tournament", "warning_minutes", models.JSONField(blank=True, default=default_warnings, verbose_name="Announcements before the end")),
        migrations.AddField("person", "club", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="people", to="tournament.club")),
        migrations.AddField("person", "tags", models.JSONField(blank=True, default=list, verbose_name="Categories")),
        migrations.AddField("person", "publish_name", models.BooleanField(default=True, verbose_name="Name in public lists")),
        migrations.AddField("person", "email", models.EmailField(blank=True, max_length=254, verbose_name="E-mail")),
        migrations.AddField("person", "phone", models.CharField(blank=True, max_length=50, verbose_name="Telephone")),
        migrations.AddField("person", "contact_given_on", models.DateField(blank=True, editable=False, null=True)),
        migrations.AddField("person", "same_as", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="spellings", to="tournament.person")),
        migrations.AddField("person", "deleted_at", models.DateTimeField(blank=True, editable=False, null=True)),
        migrations.AddField("tournament", "is_rehearsal", models.BooleanField(default=False, editable=False)),
        migrations.AddField("tournament", "hall", models.JSONField(blank=True, default=dict, verbose_name="Hall plan")),
        migrations.AddField("tournament", "phone_code", models.CharField(blank=True, editable=False, max_length=20, null=True, unique=True, verbose_name="Code for phones")),
        migrations.AddField("tournament", "phones_let_in", models.BooleanField(default=False, verbose_name="players’ phones let in")),
        migrations.AddField("tournament", "printed_address", models.CharField(blank=True, max_length=200, verbose_name="printed address")),
        migrations.AddField("tournament", "standings_released", models.PositiveSmallIntegerField(default=0, verbose_name="standings released after round")),
        migrations.AlterField("gametable", "extra_initials", models.CharField(blank=True, max_length=200, verbose_name="Initials")),
        migrations.RemoveField("playerimport", "ignored"),
        migrations.RemoveField("playerimport", "rows"),
        migrations.AddField("playerimport", "table", models.JSONField(default=dict)),
        migrations.AddField("playerimport", "entered", models.JSONField(default=list)),
        migrations.CreateModel(
            "Verification",
            [
                identity(),
                ("how", models.CharField(choices=[("blind", "totals typed again"), ("person", "compared by a second person"), ("typed", "sheet typed apart from it")], max_length=10)),
                ("agrees", models.BooleanField(default=True)),
                ("by_second_person", models.BooleanField(default=False)),
                ("at", models.DateTimeField(default=timezone.now)),
                ("totals", models.JSONField(blank=True, default=list)),
                ("content", models.JSONField(blank=True, null=True)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("reason", models.TextField(blank=True, verbose_name="Reason")),
                ("decided_by", account()),
                ("user", account()),
                ("version", models.ForeignKey(on_delete=models.CASCADE, related_name="verifications", to="tournament.sheetversion")),
            ],
            {"verbose_name": "Verification", "ordering": ["pk"]},
        ),
        migrations.CreateModel(
            "TieBreakLot",
            [
                identity(),
                ("seed", models.CharField(max_length=64, verbose_name="Seed")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("tournament", models.OneToOneField(on_delete=models.CASCADE, related_name="tie_break_lot", to="tournament.tournament")),
                ("user", account()),
            ],
            {"verbose_name": "Lot between equal totals", "verbose_name_plural": "Lots between equal totals"},
        ),
        migrations.CreateModel(
            "GroupRanking",
            [
                identity(),
                ("kind", models.CharField(choices=[("club", "Clubs"), ("state", "Federal states"), ("team", "Teams"), ("pair", "Pairs")], max_length=10, verbose_name="Ranking")),
                ("best", models.PositiveSmallIntegerField(blank=True, null=True, validators=[MinValueValidator(1), MaxValueValidator(99)], verbose_name="How many count")),
                ("by_round", models.BooleanField(default=False, verbose_name="the best of each round")),
                ("tournament", models.ForeignKey(on_delete=models.CASCADE, related_name="group_rankings", to="tournament.tournament")),
            ],
            {
                "verbose_name": "Group ranking",
                "verbose_name_plural": "Group rankings",
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("tournament", "kind"), name="group_ranking_once"),
                    models.CheckConstraint(condition=models.Q(("best__isnull", True), ("best__range", (1, 99)), _connector="OR"), name="group_ranking_best_1_to_99"),
                ],
            },
        ),
        migrations.CreateModel(
            "CashCount",
            [
                identity(),
                ("opening", models.PositiveIntegerField(verbose_name="In the till at first")),
                ("counted", models.PositiveIntegerField(verbose_name="Counted")),
                ("pieces", models.JSONField(blank=True, default=dict, verbose_name="Notes and coins")),
                ("expected", models.IntegerField(verbose_name="Expected")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("tournament", models.ForeignKey(on_delete=models.CASCADE, related_name="cash_counts", to="tournament.tournament")),
                ("user", account()),
            ],
            {"verbose_name": "Cash count", "ordering": ["created_at", "pk"]},
        ),
        migrations.CreateModel(
            "FeeRule",
            [
                identity(),
                ("amount", models.PositiveIntegerField(verbose_name="Amount")),
                ("category", models.CharField(blank=True, max_length=60, verbose_name="Category")),
                ("until", models.DateField(blank=True, null=True, verbose_name="until")),
                ("tournament", models.ForeignKey(on_delete=models.CASCADE, related_name="fee_rules", to="tournament.tournament")),
            ],
            {"verbose_name": "Entry fee", "ordering": ["category", models.OrderBy(models.F("until"), nulls_last=True), "pk"]},
        ),
        migrations.CreateModel(
            "Pool",
            [
                identity(),
                ("name", models.CharField(max_length=60, verbose_name="Name")),
                ("fee", models.PositiveIntegerField(verbose_name="Amount")),
                ("tournament", models.ForeignKey(on_delete=models.CASCADE, related_name="pools", to="tournament.tournament")),
            ],
            {"verbose_name": "Side pool", "ordering": ["pk"], "constraints": [models.UniqueConstraint(fields=("tournament", "name"), name="pool_name_once")]},
        ),
        migrations.CreateModel(
            "Payment",
            [
                identity(),
                ("amount", models.IntegerField(verbose_name="Amount")),
                ("how", models.CharField(choices=[("cash", "in cash"), ("transfer", "by transfer"), ("card", "by card")], default="cash", max_length=10, verbose_name="How")),
                ("on", models.DateField(verbose_name="Date")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("entry", models.ForeignKey(on_delete=models.CASCADE, related_name="payments", to="tournament.entry")),
                ("takes_back", models.OneToOneField(blank=True, null=True, on_delete=models.CASCADE, related_name="taken_back_by", to="tournament.payment")),
                ("user", account()),
                ("pool", models.ForeignKey(blank=True, null=True, on_delete=models.RESTRICT, related_name="payments", to="tournament.pool")),
            ],
            {
                "verbose_name": "Payment",
                "ordering": ["created_at", "pk"],
                "constraints": [models.CheckConstraint(condition=models.Q(models.Q(("amount__gt", 0), ("takes_back__isnull", True)), models.Q(("amount__lt", 0), ("takes_back__isnull", False)), _connector="OR"), name="payment_or_counter_payment")],
            },
        ),
        migrations.CreateModel(
            "Prize",
            [
                identity(),
                ("kind", models.CharField(choices=PRIZES, max_length=10, verbose_name="For")),
                ("category", models.CharField(blank=True, max_length=60, verbose_name="Category")),
                ("round", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="Round")),
                ("amount", models.PositiveIntegerField(default=0, verbose_name="Amount")),
                ("first", models.PositiveSmallIntegerField(default=1, verbose_name="Rank")),
                ("last", models.PositiveSmallIntegerField(default=1, verbose_name="to place")),
                ("thing", models.CharField(blank=True, max_length=100, verbose_name="Prize in kind")),
                ("pool", models.ForeignKey(blank=True, null=True, on_delete=models.RESTRICT, to="tournament.pool")),
                ("tournament", models.ForeignKey(on_delete=models.CASCADE, related_name="prizes", to="tournament.tournament")),
            ],
            {
                "verbose_name": "Prize",
                "ordering": ["pk"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("first__gte", 1), ("last__gte", models.F("first"))), name="prize_places_in_order"),
                    models.CheckConstraint(condition=models.Q(("amount__gt", 0), models.Q(("thing", ""), _negated=True), _connector="OR"), name="prize_is_something"),
                ],
            },
        ),
        migrations.CreateModel(
            "PrizeAward",
            [
                identity(),
                ("kind", models.CharField(choices=PRIZES, max_length=10, verbose_name="For")),
                ("category", models.CharField(blank=True, max_length=60, verbose_name="Category")),
                ("round", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="Round")),
                ("amount", models.PositiveIntegerField(default=0, verbose_name="Amount")),
                ("team", models.CharField(blank=True, max_length=100, verbose_name="Team")),
                ("place", models.PositiveSmallIntegerField(verbose_name="Rank")),
                ("thing", models.CharField(blank=True, max_length=400, verbose_name="Prize in kind")),
                ("sharers", models.PositiveSmallIntegerField(default=1, verbose_name="share this place")),
                ("drawn", models.BooleanField(default=False, verbose_name="drawn by lot")),
                ("handed_at", models.DateTimeField(blank=True, null=True, verbose_name="handed out")),
                ("entry", models.ForeignKey(blank=True, null=True, on_delete=models.CASCADE, related_name="prize_awards", to="tournament.entry")),
                ("handed_by", account()),
                ("pool", models.ForeignKey(blank=True, null=True, on_delete=models.RESTRICT, to="tournament.pool")),
                ("tournament", models.ForeignKey(on_delete=models.CASCADE, related_name="prize_awards", to="tournament.tournament")),
            ],
            {
                "verbose_name": "awarded prize",
                "ordering": ["pk"],
                "constraints": [models.CheckConstraint(condition=models.Q(models.Q(("entry__isnull", False), ("team", "")), models.Q(("entry__isnull", True), models.Q(("team", ""), _negated=True)), _connector="OR"), name="prize_award_has_a_winner")],
            },
        ),
        migrations.CreateModel(
            "PrizeRule",
            [
                identity(),
                ("sharing", models.CharField(choices=[("split", "divided"), ("lot", "drawn by lot")], default="split", max_length=10, verbose_name="Prizes of equal places")),
                ("one_each", models.BooleanField(default=False, verbose_name="One prize per person")),
                ("seed", models.CharField(blank=True, max_length=60, verbose_name="Seed of the lot")),
                ("assigned_at", models.DateTimeField(blank=True, null=True, verbose_name="Assigned")),
                ("tournament", models.OneToOneField(on_delete=models.CASCADE, related_name="prize_rule", to="tournament.tournament")),
            ],
            {"verbose_name": "Rules of the prizes"},
        ),
        migrations.CreateModel(
            "Call",
            [
                identity(),
                ("row", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="Game")),
                ("paragraph", models.CharField(max_length=10, verbose_name="Paragraph")),
                ("points", models.JSONField(blank=True, default=list, verbose_name="Points")),
                ("initials", models.CharField(blank=True, max_length=10, verbose_name="Initials")),
                ("note", models.CharField(blank=True, max_length=500, verbose_name="What happened")),
                ("status_before", models.CharField(blank=True, choices=[("active", "takes part"), ("unranked", "plays, not ranked"), ("withdrawn", "withdrawn"), ("disqualified", "disqualified")], max_length=20, verbose_name="Status")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_reason", models.CharField(blank=True, max_length=1000, verbose_name="Reason")),
                ("adjustment", models.OneToOneField(blank=True, null=True, on_delete=models.SET_NULL, related_name="call", to="tournament.adjustment")),
                ("caller", models.ForeignKey(blank=True, null=True, on_delete=models.PROTECT, related_name="+", to="tournament.entry")),
                ("offender", models.ForeignKey(on_delete=models.PROTECT, related_name="calls", to="tournament.entry")),
                ("penalty", models.OneToOneField(blank=True, null=True, on_delete=models.SET_NULL, related_name="call", to="tournament.penalty")),
                ("table", models.ForeignKey(on_delete=models.CASCADE, related_name="calls", to="tournament.gametable")),
                ("user", account()),
                ("withdrawn_by", account()),
            ],
            {"verbose_name": "Complaint", "verbose_name_plural": "Complaints", "ordering": ["created_at", "pk"]},
        ),
        migrations.CreateModel(
            "Protest",
            [
                identity(),
                ("note", models.CharField(blank=True, max_length=500, verbose_name="What is contested")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("jury", models.JSONField(blank=True, default=list, verbose_name="Jury")),
                ("others", models.CharField(blank=True, max_length=200, verbose_name="Others on the jury")),
                ("heard", models.CharField(blank=True, max_length=500, verbose_name="Hearing")),
                ("votes_for", models.PositiveSmallIntegerField(default=0, verbose_name="Votes for the protest")),
                ("votes_against", models.PositiveSmallIntegerField(default=0, verbose_name="Votes against it")),
                ("changed", models.BooleanField(blank=True, null=True, verbose_name="Result")),
                ("reason", models.CharField(blank=True, max_length=200, verbose_name="Reason")),
                ("minutes", models.PositiveSmallIntegerField(default=0, verbose_name="extra minutes")),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("call", models.OneToOneField(blank=True, null=True, on_delete=models.CASCADE, related_name="protest", to="tournament.call")),
                ("decided_by", account()),
                ("protester", models.ForeignKey(on_delete=models.PROTECT, related_name="protests", to="tournament.entry")),
                ("table", models.ForeignKey(on_delete=models.CASCADE, related_name="protests", to="tournament.gametable")),
                ("user", account()),
            ],
            {"verbose_name": "Protest", "verbose_name_plural": "Protests", "ordering": ["created_at", "pk"]},
        ),
        migrations.CreateModel(
            "Rehearsal",
            [
                ("tournament", models.OneToOneField(on_delete=models.CASCADE, primary_key=True, serialize=False, to="tournament.tournament")),
                ("happened", models.JSONField(default=list)),
            ],
            {"verbose_name": "Rehearsal", "verbose_name_plural": "Rehearsals"},
        ),
        migrations.CreateModel(
            "ClockReference",
            [
                identity(),
                ("boot", models.CharField(max_length=64)),
                ("offset", models.FloatField()),
            ],
        ),
        migrations.CreateModel(
            "TableReport",
            [
                identity(),
                ("games", models.PositiveSmallIntegerField(verbose_name="Games played")),
                ("solos", models.JSONField(blank=True, null=True)),
                ("at", models.DateTimeField(default=timezone.now)),
                ("table", models.OneToOneField(on_delete=models.CASCADE, related_name="report", to="tournament.gametable")),
                ("user", account()),
            ],
            {"verbose_name": "Report from a table", "verbose_name_plural": "Reports from tables", "ordering": ["pk"]},
        ),
        migrations.CreateModel(
            "Series",
            [
                identity(),
                ("slug", models.SlugField(max_length=60, unique=True, verbose_name="Short name")),
                ("name", models.CharField(max_length=200, verbose_name="Name")),
                ("season", models.CharField(blank=True, max_length=40, verbose_name="Season")),
                ("dropped", models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(99)], verbose_name="Dropped results")),
                ("best", models.PositiveSmallIntegerField(blank=True, null=True, validators=[MinValueValidator(1), MaxValueValidator(99)], verbose_name="Evenings that count")),
                ("missed_points", models.SmallIntegerField(default=0, validators=[MinValueValidator(-999), MaxValueValidator(0)], verbose_name="Points of a missed evening")),
                ("missed_dropped", models.BooleanField(default=True, verbose_name="A missed evening may be dropped")),
                ("place_bonus", models.JSONField(blank=True, default=list, verbose_name="Bonus by place")),
                ("attendance_bonus", models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(999)], verbose_name="Bonus for every evening played")),
                ("tie_breaks", models.JSONField(blank=True, default=list, verbose_name="tie-breaks")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
            ],
            {
                "verbose_name": "Series",
                "verbose_name_plural": "Series",
                "ordering": ["-created_at", "-pk"],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("missed_points__range", (-999, 0))), name="series_missed_points_0_or_less"),
                    models.CheckConstraint(condition=models.Q(("best__isnull", True), ("best__gte", 1), _connector="OR"), name="series_best_from_1"),
                ],
            },
        ),
        migrations.CreateModel(
            "SeriesEvening",
            [
                identity(),
                ("name", models.CharField(blank=True, max_length=200, verbose_name="Name")),
                ("held_on", models.DateField(blank=True, null=True, verbose_name="Date")),
                ("series", models.ForeignKey(on_delete=models.CASCADE, related_name="evenings", to="tournament.series")),
                ("tournament", models.ForeignKey(blank=True, null=True, on_delete=models.CASCADE, related_name="series_evenings", to="tournament.tournament")),
            ],
            {
                "verbose_name": "Evening",
                "verbose_name_plural": "Evenings",
                "ordering": ["pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("series", "tournament"), name="evening_once"),
                    models.CheckConstraint(condition=models.Q(("tournament__isnull", False), models.Q(("name", ""), _negated=True), _connector="OR"), name="evening_of_tournament_or_named"),
                ],
            },
        ),
        migrations.CreateModel(
            "EveningLine",
            [
                identity(),
                ("rank", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="Rank")),
                ("rounds", models.JSONField(default=list, verbose_name="Rounds")),
                ("adjustment", models.SmallIntegerField(default=0, verbose_name="Deduction")),
                ("total", models.IntegerField(verbose_name="Total")),
                ("games", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="Games")),
                ("person", models.ForeignKey(on_delete=models.PROTECT, related_name="evening_lines", to="tournament.person")),
                ("evening", models.ForeignKey(on_delete=models.CASCADE, related_name="lines", to="tournament.seriesevening")),
            ],
            {"verbose_name": "Result", "verbose_name_plural": "Results", "ordering": ["pk"], "constraints": [models.UniqueConstraint(fields=("evening", "person"), name="evening_person_once")]},
        ),
        migrations.CreateModel(
            "Stage",
            [
                ("tournament", models.OneToOneField(on_delete=models.CASCADE, primary_key=True, serialize=False, to="tournament.tournament")),
                ("code", models.CharField(max_length=5, null=True, unique=True, verbose_name="Code")),
                ("picture", models.CharField(choices=PICTURES, default=Picture.WELCOME, max_length=20, verbose_name="Picture")),
                ("turns", models.JSONField(blank=True, default=list)),
                ("turns_since", models.DateTimeField(default=timezone.now)),
                ("message", models.CharField(blank=True, max_length=300, verbose_name="Announcement")),
                ("until", models.DateTimeField(blank=True, null=True, verbose_name="It goes on at")),
                ("places_called", models.PositiveSmallIntegerField(default=0)),
            ],
            {"verbose_name": "Screens in the hall", "verbose_name_plural": "Screens in the hall"},
        ),
        migrations.CreateModel(
            "Screen",
            [
                identity(),
                ("key", models.CharField(default=new_salt, editable=False, max_length=32, unique=True)),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(blank=True, max_length=40, verbose_name="Name")),
                ("picture", models.CharField(blank=True, choices=PICTURES, max_length=20, verbose_name="Picture")),
                ("seen_at", models.DateTimeField(default=timezone.now)),
                ("stage", models.ForeignKey(on_delete=models.CASCADE, related_name="screens", to="tournament.stage")),
            ],
            {"verbose_name": "Screen", "verbose_name_plural": "Screens", "ordering": ["number"], "constraints": [models.UniqueConstraint(fields=("stage", "number"), name="screen_number_once")]},
        ),
        migrations.CreateModel(
            "HallNetwork",
            [
                identity(),
                ("host", models.CharField(max_length=60)),
                ("port", models.PositiveIntegerField(blank=True, null=True)),
            ],
        ),
        migrations.CreateModel(
            "Failures",
            [
                ("who", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("count", models.PositiveIntegerField(default=0)),
                ("since", models.DateTimeField()),
                ("pause_until", models.DateTimeField(blank=True, null=True)),
            ],
            {"verbose_name": "Failed attempts", "verbose_name_plural": "Failed attempts", "indexes": [models.Index(fields=["since"], name="failures_since")]},
        ),
        migrations.CreateModel(
            "BackupPlace",
            [
                identity(),
                ("path", models.CharField(max_length=500)),
                ("mark", models.CharField(max_length=8)),
            ],
        ),
        migrations.CreateModel(
            "KnownHeading",
            [
                identity(),
                ("title", models.CharField(max_length=300, unique=True)),
                ("column", models.CharField(max_length=20)),
            ],
        ),
        migrations.CreateModel(
            "OpenedArchive",
            [
                identity(),
                ("signer", models.CharField(max_length=64)),
                ("origin", models.CharField(max_length=64)),
                ("journal", models.BinaryField()),
                ("ids", models.JSONField(default=dict)),
                ("opened_at", models.DateTimeField(auto_now_add=True)),
                ("tournament", models.OneToOneField(on_delete=models.CASCADE, related_name="opened_archive", to="tournament.tournament")),
            ],
        ),
        migrations.CreateModel(
            "WaitingArchive",
            [
                identity(),
                ("file_name", models.CharField(max_length=255)),
                ("content", models.BinaryField()),
                ("updated_at", models.DateTimeField(auto_now=True)),
                ("user", models.OneToOneField(on_delete=models.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            "Epoch",
            [
                identity(),
                ("number", models.PositiveIntegerField(default=1)),
                ("key", models.CharField(max_length=64)),
            ],
        ),
        migrations.CreateModel(
            "OtherComputer",
            [
                identity(),
                ("way", models.CharField(choices=[("follower", "Follower"), ("first", "First"), ("successor", "Successor"), ("predecessor", "Predecessor")], max_length=11, unique=True)),
                ("url", models.CharField(blank=True, max_length=200)),
                ("code", models.CharField(blank=True, max_length=20)),
                ("mark", models.CharField(blank=True, max_length=32)),
                ("epoch", models.PositiveIntegerField(default=0)),
                ("last_entry", models.BigIntegerField(blank=True, null=True)),
                ("at", models.DateTimeField(auto_now_add=True)),
            ],
        ),
    ]
