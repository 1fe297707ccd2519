"""Penalties and deductions, complaints (TSR 9.6), and protests to the jury (TSR 9.6.7)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.model import FREE
from scoring.referee import DECISIONS, LARGEST_DEDUCTION, Decision
from tournament.models.account import acting_account
from tournament.models.fields import LimitedText
from tournament.models.person import Entry
from tournament.models.tournament import GameTable, Round


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

    @property
    def reason(self) -> str:
        """What it is for: the paragraph, or the note under rules without a catalogue."""
        return self.note if self.rule == FREE else self.rule


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
                condition=models.Q(points__range=(-LARGEST_DEDUCTION, -1)),
                name="adjustment_1_to_12_off",
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.points}"

    @property
    def first_round(self) -> int:
        """The number of the round from which it counts; 0: from the beginning."""
        return self.round.number if self.round else self.noted_in


class Call(models.Model):
    """A complaint at a table: who, against whom, and what was decided.

    A decision with points has booked a penalty or a deduction; `points` repeats it (per position,
    or the single figure of a deduction) so that it stays readable after withdrawal. A withdrawn
    complaint is kept.
    """

    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="calls")
    row = models.PositiveSmallIntegerField(_("Game"), null=True, blank=True)
    caller = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )
    offender = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="calls")
    # A key of `scoring.referee.DECISIONS`.
    paragraph = LimitedText(_("Paragraph"), max_length=10)
    points = models.JSONField(_("Points"), default=list, blank=True)
    initials = LimitedText(_("Initials"), max_length=10, blank=True)
    note = LimitedText(_("What happened"), max_length=500, blank=True)
    penalty = models.OneToOneField(
        Penalty, on_delete=models.SET_NULL, related_name="call", null=True, blank=True
    )
    adjustment = models.OneToOneField(
        Adjustment, on_delete=models.SET_NULL, related_name="call", null=True, blank=True
    )
    # The previous status of somebody disqualified.
    status_before = models.CharField(
        _("Status"), max_length=20, choices=Entry.Status.choices, blank=True
    )
    user = acting_account()
    created_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = acting_account()
    withdrawn_reason = LimitedText(_("Reason"), max_length=1000, blank=True)

    class Meta:
        verbose_name = _("Complaint")
        verbose_name_plural = _("Complaints")
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.paragraph}: {self.table_id}-{self.offender_id}"

    @property
    def decision(self) -> Decision:
        """The decision."""
        return DECISIONS[self.paragraph]


class Protest(models.Model):
    """A protest against a decision of the referee, and the jury's final ruling (8.2.1)."""

    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="protests")
    # The decision it is about, if that was recorded; one protest for each.
    call = models.OneToOneField(
        Call, on_delete=models.CASCADE, related_name="protest", null=True, blank=True
    )
    protester = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="protests")
    note = LimitedText(_("What is contested"), max_length=500, blank=True)
    user = acting_account()
    created_at = models.DateTimeField(auto_now_add=True)
    # Ids of the entries on the jury, and names of others.
    jury = models.JSONField(_("Jury"), default=list, blank=True)
    others = LimitedText(_("Others on the jury"), max_length=200, blank=True)
    heard = LimitedText(_("Hearing"), max_length=500, blank=True)
    votes_for = models.PositiveSmallIntegerField(_("Votes for the protest"), default=0)
    votes_against = models.PositiveSmallIntegerField(_("Votes against it"), default=0)
    # Whether the referee's decision is changed; None while undecided.
    changed = models.BooleanField(_("Result"), null=True, blank=True)
    reason = LimitedText(_("Reason"), max_length=200, blank=True)
    minutes = models.PositiveSmallIntegerField(_("extra minutes"), default=0)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = acting_account()

    class Meta:
        verbose_name = _("Protest")
        verbose_name_plural = _("Protests")
        ordering = ["created_at", "pk"]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.protester_id}"
