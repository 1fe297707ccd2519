"""Draws, what was promised before them, and their proof."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.account import acting_account
from tournament.models.fields import LimitedText
from tournament.models.tournament import Tournament


class Commitment(models.Model):
    """What the direction commits itself to before a draw (tournament.draw.proof.Commitment).

    The secret stays hidden until the draw that uses it.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="commitments")
    number = models.PositiveSmallIntegerField()
    secret = models.CharField(max_length=64)
    # The settings it was made for; it is good for no others.
    rounds = models.PositiveSmallIntegerField()
    method = models.CharField(max_length=20)
    neighbours_apart = models.BooleanField(default=False)
    larger_tables = models.BooleanField(default=False)
    program_version = models.CharField(max_length=20)
    program_code = models.CharField(max_length=64)
    value = LimitedText(_("Commitment"), max_length=64)
    # Null where it was made at the draw itself: then nobody could have noted it before.
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("Commitment")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="commitment_number_once")
        ]

    def __str__(self) -> str:
        return self.value


class Draw(models.Model):
    """One act of drawing seats, for one or more rounds. The seed makes it repeatable."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField()
    # Null for seats drawn from a seed of one's own, or set by hand: nothing was promised before.
    commitment = models.OneToOneField(
        Commitment, on_delete=models.RESTRICT, related_name="draw", null=True, blank=True
    )
    # Given by the audience, or made up by the program because nobody gave one.
    lot_number = models.PositiveBigIntegerField(_("Number"), null=True, blank=True)
    by_audience = models.BooleanField(default=False)
    seed = LimitedText(_("Seed"), max_length=200)
    method = LimitedText(_("Way of drawing"), max_length=20)
    # Why drawn again; empty for the first draw.
    reason = models.TextField(_("Reason"), blank=True)
    # The figures of tournament.draw.Quality by name.
    quality = models.JSONField(default=dict)
    user = acting_account()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("Draw")
        verbose_name_plural = _("Draws")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="draw_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.number}"


class SealedStep(models.Model):
    """One step of the proof of the draws: every act that changed seats, sealed, for good.

    `step` is the step as docs/draw-proof.md describes it, with its seal.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="sealed_steps"
    )
    number = models.PositiveSmallIntegerField()
    step = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("step of the proof")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="step_number_once")
        ]

    def __str__(self) -> str:
        return f"{self.tournament}: {self.number}"
