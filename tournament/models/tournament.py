"""The tournament and its settings, with its rounds, tables and seats."""

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from scoring.model import FIVE_TABLE
from scoring.rulesets import DDV, RuleSet, rule_set
from scoring.terms import FOUR_TABLE
from tournament.models.account import acting_account
from tournament.models.fields import LimitedText
from tournament.rounds.rules.clock import Pause, end_of_time
from tournament.rounds.rules.phases import Turn
from tournament.sheets.rules.table_rules import TableRules
from tournament.standings.rules.counting import Counting, Scale
from tournament.standings.rules.rankings import GROUPS

MOST_ROUNDS = 12
MOST_MISSED = 200
"""The most that a round not played can cost."""


class VerificationRule(models.TextChoices):
    """Who verifies a result before it is confirmed."""

    NONE = "none", _("nobody")
    BLIND = "blind", _("the same person types the totals again, without seeing them")
    PERSON = "person", _("a second person")


def default_warnings() -> list[int]:
    """Return the default announcement times, in minutes before the end of the time."""
    return [10, 5]


def ranked_groups() -> list[tuple[str, Any]]:
    """Return the choices of what is ranked beside the players."""
    return [(kind.value, _(group.several)) for kind, group in GROUPS.items()]


class Tournament(models.Model):
    """One tournament, with the DDV's rules and figures as defaults (TSR 8.5.1, 10.1.5)."""

    class Status(models.TextChoices):
        """The state of the tournament as a whole."""

        PREPARATION = "preparation", _("in preparation")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    is_only_read = False
    """Set on read-only instances, whose rounds are loaded once (`rounds_of`)."""
    rounds_read: list[Any] | None = None

    slug = models.SlugField(_("Short name"), max_length=60, unique=True)
    name = LimitedText(_("Name"), max_length=200)
    date = models.DateField(_("Date"), null=True, blank=True)
    place = LimitedText(_("Town"), max_length=200, blank=True)
    state = LimitedText(_("Federal state"), max_length=60, blank=True)
    rounds_planned = models.PositiveSmallIntegerField(
        _("Rounds"), default=3, validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)]
    )
    # One of scoring.rulesets.RULE_SETS, with its options as JSON.
    rules = LimitedText(_("Rules"), max_length=20, default=DDV.name)
    rule_options = models.JSONField(_("Options of the rules"), default=dict, blank=True)
    # Figures for the DDV's rules; other rule sets have options for theirs.
    games_four = models.PositiveSmallIntegerField(
        _("Games at a table of four"),
        default=24,
        validators=[MinValueValidator(4), MaxValueValidator(60)],
    )
    games_five = models.PositiveSmallIntegerField(
        _("Games at a table of five"),
        default=30,
        validators=[MinValueValidator(5), MaxValueValidator(75)],
    )
    minutes_four = models.PositiveSmallIntegerField(
        _("Minutes at a table of four"),
        default=100,
        validators=[MinValueValidator(1), MaxValueValidator(600)],
    )
    minutes_five = models.PositiveSmallIntegerField(
        _("Minutes at a table of five"),
        default=125,
        validators=[MinValueValidator(1), MaxValueValidator(600)],
    )
    # Minutes before the end of the time at which it is announced.
    warning_minutes = models.JSONField(
        _("Announcements before the end"), default=default_warnings, blank=True
    )
    # The timetable of the day, in local time. Without a start there is none.
    starts_at = models.TimeField(_("Start of round 1"), null=True, blank=True)
    break_minutes = models.PositiveSmallIntegerField(
        _("Minutes of a break"), default=15, validators=[MaxValueValidator(600)]
    )
    prizes_at = models.TimeField(_("Prize-giving from"), null=True, blank=True)
    # The number of the draw whose numbers are drawn at the registration desk now.
    desk_draw = models.PositiveSmallIntegerField(
        _("Draw at the registration desk"), null=True, blank=True, editable=False
    )
    # One of tournament.draw.METHODS, or by hand.
    draw_method = LimitedText(_("Draw"), max_length=20, default="plan")
    # People next to each other at registration are kept apart in round 1.
    neighbours_apart = models.BooleanField(_("neighbours at registration apart"), default=False)
    # Names of teams as in the entries, by group: they play among themselves. Empty: no groups.
    team_groups = models.JSONField(_("Groups of teams"), default=list, blank=True)
    # Teams of a cup play on in it without groups.
    names_teams = models.BooleanField(_("Lists name teams"), default=False, editable=False)
    # Name, first and last year of birth (null: any), by tournament.people.rules.ages. Empty: none.
    age_categories = models.JSONField(_("Categories by year of birth"), default=list, blank=True)
    # Codes of tournament.standings.rules.tie_breaks in order; empty: equal totals share a rank.
    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
    # How what was played becomes what is ranked (tournament.standings.rules.counting).
    table_points = models.BooleanField(_("Table points"), default=False)
    missed_round = models.SmallIntegerField(
        _("Points of a round not played"),
        null=True,
        blank=True,
        validators=[MinValueValidator(-MOST_MISSED), MaxValueValidator(0)],
    )
    scale_fives = models.BooleanField(_("Tables of five scaled"), default=False)
    verification = models.CharField(
        _("verification of results"),
        max_length=10,
        choices=VerificationRule.choices,
        default=VerificationRule.NONE,
    )
    # Positions of the tables in the hall: column and row by number, both from 0. Empty: in rows.
    hall = models.JSONField(_("Hall plan"), default=dict, blank=True)
    # Objections are heard until then; afterwards the standings may be frozen.
    objections_until = models.DateTimeField(_("objections until"), null=True, blank=True)
    # Set while the standings are frozen, with the checksum over their content.
    frozen_at = models.DateTimeField(null=True, blank=True)
    frozen_checksum = LimitedText(_("Checksum"), max_length=64, blank=True)
    # Players' phones see nothing unless let in. The code in the address stays when they are shut
    # out, so that printed papers become valid again afterwards.
    phones_let_in = models.BooleanField(_("players’ phones let in"), default=False)
    phone_code = models.CharField(
        _("Code for phones"), max_length=20, null=True, blank=True, unique=True, editable=False
    )
    # The complete address on the papers printed last.
    printed_address = LimitedText(_("printed address"), max_length=200, blank=True)
    # Everybody may see the standings after this round; 0: none.
    standings_released = models.PositiveSmallIntegerField(
        _("standings released after round"), default=0
    )
    status = models.CharField(
        _("Status"), max_length=20, choices=Status.choices, default=Status.PREPARATION
    )
    is_example = models.BooleanField(default=False, editable=False)
    # Invented people, for practice: in no list across tournaments, and marked on every print.
    is_rehearsal = models.BooleanField(default=False, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("Tournament")
        verbose_name_plural = _("Tournaments")
        ordering = ["-date", "name"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(rounds_planned__range=(1, MOST_ROUNDS)),
                name="tournament_rounds_1_to_12",
            ),
            models.CheckConstraint(
                condition=models.Q(missed_round__isnull=True)
                | models.Q(missed_round__range=(-MOST_MISSED, 0)),
                name="tournament_missed_round_at_most_0",
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=["preparation", "running", "finished"]),
                name="tournament_status_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_over(self) -> bool:
        """Whether nothing that counts changes any more: finished, or its standings final."""
        return self.status == self.Status.FINISHED or self.frozen_at is not None

    @property
    def rule_set(self) -> RuleSet:
        """The rules that are played."""
        return rule_set(self.rules, self.rule_options)

    @property
    def has_larger_tables(self) -> bool:
        """Whether 6, 7 and 11 people are seated at tables of six and seven."""
        return max(self.rule_set.table_sizes) > FIVE_TABLE

    @property
    def counting(self) -> Counting:
        """How what is played becomes what is ranked."""
        scale = None
        if self.scale_fives and not self.table_points:
            games = (self.at_table(size).planned for size in (FOUR_TABLE, FIVE_TABLE))
            scale = Scale(*games)
        # A team in a group keeps its seats: a round is played by somebody else of it, not missed.
        missed = None if self.team_groups else self.missed_round
        return Counting(self.table_points, missed, scale)

    @property
    def drawn_groups(self) -> tuple[tuple[str, ...], ...]:
        """The groups of teams that the draw keeps together; empty by every other method."""
        return tuple(map(tuple, self.team_groups)) if self.draw_method == "groups" else ()

    @property
    def shows_teams(self) -> bool:
        """Whether lists name people's teams where they name their clubs otherwise."""
        return bool(self.team_groups) or self.names_teams

    def affiliation(self, club: str, team: str) -> str:
        """Return which of the two lists name beside a player."""
        return team if self.shows_teams else club

    def at_table(self, table_size: int) -> TableRules:
        """Return the rules at a table of this size."""
        return TableRules(table_size, self.games(table_size), self.rule_set)

    def games(self, table_size: int) -> int:
        """Return the games of a round at a table: with compulsory solos, no additional ones."""
        if self.rules != DDV.name:
            return self.rule_set.games(table_size)
        return self.games_five if table_size == FIVE_TABLE else self.games_four

    def minutes(self, table_size: int) -> int | None:
        """Return the net minutes of a round at a table, None without a limit."""
        if self.rules != DDV.name:
            return self.rule_set.minutes(table_size)
        return self.minutes_five if table_size == FIVE_TABLE else self.minutes_four


MOST_COUNTED = 99


class GroupRanking(models.Model):
    """That clubs, federal states, teams or pairs are ranked, and how (rules.md 7.6)."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="group_rankings"
    )
    kind = models.CharField(_("Ranking"), max_length=10, choices=ranked_groups)
    # How many of each group count; empty: everybody.
    best = models.PositiveSmallIntegerField(
        _("How many count"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_COUNTED)],
    )
    # The best of each round instead of those with the best totals.
    by_round = models.BooleanField(_("the best of each round"), default=False)

    class Meta:
        verbose_name = _("Group ranking")
        verbose_name_plural = _("Group rankings")
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "kind"], name="group_ranking_once"),
            models.CheckConstraint(
                condition=models.Q(best__isnull=True) | models.Q(best__range=(1, MOST_COUNTED)),
                name="group_ranking_best_1_to_99",
            ),
        ]

    def __str__(self) -> str:
        return self.kind


class TieBreakLot(models.Model):
    """The lot between equal totals, for a tournament whose round 1 was not drawn."""

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="tie_break_lot"
    )
    seed = LimitedText(_("Seed"), max_length=64)
    user = acting_account()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("Lot between equal totals")
        verbose_name_plural = _("Lots between equal totals")

    def __str__(self) -> str:
        return self.seed


class Rehearsal(models.Model):
    """The progress of an invented day. The judge's acts are stored where they always are."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, primary_key=True)
    # Keys of past events (tournament.rehearsal.rules), in order.
    happened = models.JSONField(default=list)

    class Meta:
        verbose_name = _("Rehearsal")
        verbose_name_plural = _("Rehearsals")

    def __str__(self) -> str:
        return str(self.tournament)


TableTime = tuple[int, int, datetime | None]
"""Size of a table, extra minutes, and when it began, if later than others."""


class RoundState(StrEnum):
    """What is recorded of a round; derived from its times.

    What people are told depends on sheets and time as well (`tournament.rounds.rules.phases`).
    """

    DRAWN = "drawn"
    PUBLISHED = "published"
    RUNNING = "running"
    ENDED = "ended"
    CLOSED = "closed"


class Round(models.Model):
    """One round of the tournament. Its state follows from its times."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    draw = models.ForeignKey("tournament.Draw", on_delete=models.RESTRICT, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("Round"))
    published_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    # When its clock was paused: start and end of each pause, in ISO format. The last one has no end
    # (null) while it lasts.
    pauses = models.JSONField(default=list, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    # When its result was first closed: later changes are published as corrections.
    first_closed_at = models.DateTimeField(null=True, blank=True)
    # What pages have read of it (`tournament.rounds.reads.phases`), no columns: the times of its
    # tables, and how it stands.
    times: tuple[TableTime, ...] | None = None
    turns: tuple[Turn, ...] | None = None

    class Meta:
        verbose_name = _("Round")
        verbose_name_plural = _("Rounds")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once"),
            models.CheckConstraint(
                condition=models.Q(ended_at__isnull=True) | models.Q(started_at__isnull=False),
                name="round_ended_was_started",
            ),
            models.CheckConstraint(
                condition=models.Q(ended_at__isnull=True)
                | models.Q(ended_at__gte=models.F("started_at")),
                name="round_ends_after_start",
            ),
        ]

    def __str__(self) -> str:
        return _("Round %(number)s") % {"number": self.number}

    @property
    def state(self) -> RoundState:
        """The state of the round."""
        if self.closed_at:
            return RoundState.CLOSED
        if self.ended_at:
            return RoundState.ENDED
        if self.started_at:
            return RoundState.RUNNING
        return RoundState.PUBLISHED if self.published_at else RoundState.DRAWN

    @property
    def pause_times(self) -> tuple[Pause, ...]:
        """When its clock was paused."""
        return tuple(
            (datetime.fromisoformat(begin), datetime.fromisoformat(end) if end else None)
            for begin, end in self.pauses
        )

    @property
    def paused_at(self) -> datetime | None:
        """Since when its clock is paused, None while it is not."""
        return next((begin for begin, end in self.pause_times if end is None), None)

    def end_at_table(
        self, now: datetime, table_size: int, extra_minutes: int, started_at: datetime | None
    ) -> datetime | None:
        """Return when a table's time is up; None before the start, and if the rules set no time.

        started_at: when it began, if later than the others.
        """
        minutes = self.tournament.minutes(table_size)
        if self.started_at is None or minutes is None:
            return None
        length = timedelta(minutes=minutes + extra_minutes)
        return end_of_time(started_at or self.started_at, length, self.pause_times, now)


class GameTable(models.Model):
    """One table of one round: its seats, its printed code, and the result that counts."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField(_("Table"))
    size = models.PositiveSmallIntegerField(_("Players"))
    code = LimitedText(_("Sheet code"), max_length=2)
    # The referee documents extra time on the list (TSR 8.5.1).
    extra_minutes = models.PositiveSmallIntegerField(_("extra minutes"), default=0)
    # From everybody who has set it, as "Beschwerde; Schiedsgericht".
    extra_reason = LimitedText(_("Reason"), max_length=1000, blank=True)
    # Of all referees who have set it, as "KS, AB".
    extra_initials = LimitedText(_("Initials"), max_length=1000, blank=True)
    # If it began later than the others: when, and why.
    started_at = models.DateTimeField(null=True, blank=True)
    start_reason = LimitedText(_("Reason"), max_length=200, blank=True)
    # Since when the paper is at the desk, and who noted it. None before that and if nobody noted
    # it; an entered sheet is there, whether noted or not.
    received_at = models.DateTimeField(null=True, blank=True)
    received_by = acting_account()
    # The result has a game dealt out of turn (TSR 9.6.3) that the direction has not confirmed.
    awaits_direction = models.BooleanField(default=False)
    current_version = models.OneToOneField(
        "tournament.SheetVersion",
        on_delete=models.RESTRICT,
        related_name="current_of",
        null=True,
        blank=True,
    )

    class Meta:
        verbose_name = _("Table")
        verbose_name_plural = _("Tables")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_number_once"),
            models.UniqueConstraint(fields=["round", "code"], name="table_code_once"),
            models.CheckConstraint(
                condition=models.Q(size__range=(4, 7)), name="table_size_4_to_7"
            ),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="table_number_positive"),
        ]

    def __str__(self) -> str:
        return _("Table %(number)s") % {"number": self.number}

    @property
    def place(self) -> dict[str, int]:
        """Its round and number, as the journal and refusals name them."""
        return {"round": self.round.number, "table": self.number}

    @property
    def is_ruled(self) -> bool:
        """Whether its result is a ruling: points set by the direction, without a list."""
        return bool(self.current_version and self.current_version.is_ruling)

    @cached_property
    def has_versions(self) -> bool:
        """Return whether there is a sheet, or was one that was taken back; at most one query."""
        return self.current_version_id is not None or self.versions.exists()


class Seat(models.Model):
    """One player's position at one table. The round is repeated here: nobody sits twice in it."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="seats")
    entry = models.ForeignKey("tournament.Entry", on_delete=models.PROTECT, related_name="seats")
    position = models.PositiveSmallIntegerField(_("Position"))

    class Meta:
        verbose_name = _("Seat")
        verbose_name_plural = _("Seat list")
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["table", "position"], name="seat_position_once"),
            models.UniqueConstraint(fields=["round", "entry"], name="seat_player_once_a_round"),
            models.CheckConstraint(
                condition=models.Q(position__range=(1, 7)), name="seat_position_1_to_7"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}-{self.position}"


class Bye(models.Model):
    """Somebody who sits out a round because the number of players fits no tables."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes")
    entry = models.ForeignKey("tournament.Entry", on_delete=models.PROTECT, related_name="byes")

    class Meta:
        verbose_name = _("Bye")
        ordering = ["entry__number"]
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="bye_once_a_round")]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.entry_id}"


class TableReport(models.Model):
    """The latest observation of how many games were played; not a result, nothing counts by it."""

    table = models.OneToOneField(GameTable, on_delete=models.CASCADE, related_name="report")
    games = models.PositiveSmallIntegerField(_("Games played"))
    # The positions that had played their compulsory solo; null: nobody checked.
    solos = models.JSONField(null=True, blank=True)
    user = acting_account()
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("Report from a table")
        verbose_name_plural = _("Reports from tables")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.games}"
