"""The day of a rehearsal: what of it has happened."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.tournament import Tournament


class Rehearsal(models.Model):
    """How far an invented day is. What the judge does stands where it always does."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, primary_key=True)
    # Keys of what has happened (tournament.rehearsal.rules.rehearsed_day), in their order.
    happened = models.JSONField(default=list)

    class Meta:
        verbose_name = _("Rehearsal")
        verbose_name_plural = _("Rehearsals")

    def __str__(self) -> str:
        return str(self.tournament)
