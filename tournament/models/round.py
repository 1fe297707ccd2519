"""Rounds, game tables, seats and byes."""

from datetime import datetime, timedelta

from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from tournament.models.account import acting_account
from tournament.models.draw import Draw
from tournament.models.fields import LimitedText
from tournament.models.player import Entry
from tournament.models.tournament import Tournament
from tournament.rounds.rules.clock import Pause, end_of_time


class RoundState(models.TextChoices):
    """The state of a round; derived from its times."""

    DRAWN = "drawn", _("drawn, not published")
    PUBLISHED = "published", _("published")
    RUNNING = "running", _("running")
    ENDED = "ended", _("ended")
    CLOSED = "closed", _("closed")


class Round(models.Model):
    """One round of the tournament. Its state follows from its times."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    draw = models.ForeignKey(Draw, on_delete=models.RESTRICT, related_name="rounds")
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
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")
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
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="byes")

    class Meta:
        verbose_name = _("Bye")
        ordering = ["entry__number"]
        constraints = [models.UniqueConstraint(fields=["round", "entry"], name="bye_once_a_round")]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.entry_id}"
