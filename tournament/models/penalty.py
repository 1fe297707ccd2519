"""Penalty points on a list, and deductions without credit."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.account import acting_account
from tournament.models.fields import LimitedText
from tournament.models.player import Entry
from tournament.models.round import GameTable, Round


class Penalty(models.Model):
    """Penalty points on a table's list (TSR 8.2.2, 9.3 to 9.5; rules.md section 6)."""

    class Source(models.TextChoices):
        """Where it came from: awarded on the screen, or read from an entered sheet."""

        REFEREE = "referee", _("imposed by the referee")
        SHEET = "sheet", _("on the score sheet")

    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="penalties")
    # The row from which the running totals contain it; empty while the list is not in.
    row = models.PositiveSmallIntegerField(_("Game"), null=True, blank=True)
    # A paragraph; for rules without a catalogue `scoring.model.FREE`, with the reason as note.
    rule = LimitedText(_("Paragraph"), max_length=10)
    offender = models.PositiveSmallIntegerField(_("Position"))
    # One entry per position, null for the dealer who sits out at a table of five or seven.
    points = models.JSONField(_("Points"))
    initials = LimitedText(_("Initials"), max_length=10, blank=True)
    note = LimitedText(_("What happened"), max_length=500, blank=True)
    source = models.CharField(max_length=10, choices=Source.choices, default=Source.REFEREE)
    user = acting_account()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("Penalty")
        verbose_name_plural = _("Penalties")
        ordering = ["created_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(offender__range=(1, 7)), name="penalty_offender_1_to_7"
            )
        ]

    def __str__(self) -> str:
        return f"{self.rule}: {self.table_id}-{self.offender}"


class Adjustment(models.Model):
    """A deduction credited to nobody (TSR 9.7.2 b, at most 12 points).

    It counts from its round; without one from the round that was current when it was noted.
    """

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="adjustments")
    round = models.ForeignKey(
        Round, on_delete=models.SET_NULL, related_name="adjustments", null=True, blank=True
    )
    # The number of the current round at that time; 0 before the first.
    noted_in = models.PositiveSmallIntegerField(_("Noted in round"), default=0)
    points = models.SmallIntegerField(_("Points"))
    reason = models.TextField(_("Reason"))
    user = acting_account()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("deduction from the total")
        verbose_name_plural = _("Deductions")
        ordering = ["created_at", "pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(points__range=(-12, -1)), name="adjustment_1_to_12_off"
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.points}"

    @property
    def first_round(self) -> int:
        """The number of the round from which it counts; 0: from the beginning."""
        return self.round.number if self.round else self.noted_in
