"""The tournament and its settings."""

from typing import Any

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.model import FIVE_TABLE
from scoring.rulesets import DDV, RuleSet, rule_set
from tournament.models.fields import LimitedText
from tournament.sheets.rules.table_rules import TableRules


class VerificationRule(models.TextChoices):
    """Who verifies a result before it is confirmed."""

    NONE = "none", _("nobody")
    BLIND = "blind", _("the same person types the totals again, without seeing them")
    PERSON = "person", _("a second person")


def default_warnings() -> list[int]:
    """Return the default announcement times, in minutes before the end of the time."""
    return [10, 5]


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
        _("Rounds"), default=3, validators=[MinValueValidator(1), MaxValueValidator(12)]
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
    # One of tournament.draw.METHODS, or by hand.
    draw_method = LimitedText(_("Draw"), max_length=20, default="plan")
    # People next to each other at registration are kept apart in round 1.
    neighbours_apart = models.BooleanField(_("neighbours at registration apart"), default=False)
    # Codes of tournament.standings.rules.tie_breaks in order; empty: equal totals share a rank.
    tie_breaks = models.JSONField(_("tie-breaks"), default=list, blank=True)
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
                condition=models.Q(rounds_planned__range=(1, 12)), name="tournament_rounds_1_to_12"
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
