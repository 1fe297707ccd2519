"""The day of a rehearsal: what has happened so far."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.tournament import Tournament


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
