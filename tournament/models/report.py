"""Observations at a table while a round is played."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.models.account import acting_account
from tournament.models.round import GameTable


class TableReport(models.Model):
    """How many games a table had played when somebody looked; only the latest report is kept.

    An observation, not a result: nothing counts by it, and it is not in the journal.
    """

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
