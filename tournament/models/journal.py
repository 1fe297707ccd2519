"""The journal: what happened, who did it, when. Append-only."""

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.models.account import acting_account
from tournament.models.fields import LimitedText
from tournament.models.tournament import Tournament


class JournalEntry(models.Model):
    """One entry in a tournament's journal, or in the installation's (no tournament).

    `data` holds ids and results, never names or contact data: names are looked up when shown.
    `facts` record the resulting contents of the rows touched (journal.rules). Immutable: a
    database trigger refuses changes. Without a user the actor is the command line. The seal chains
    it to the entry before.
    """

    tournament = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="journal", null=True, blank=True
    )
    at = models.DateTimeField(_("Time"), default=timezone.now)
    user = acting_account()
    action = LimitedText(_("what"), max_length=40)
    data = models.JSONField(default=dict)
    facts = models.JSONField(default=dict)
    seal = LimitedText(_("Seal"), max_length=64)

    class Meta:
        verbose_name = _("Journal entry")
        verbose_name_plural = _("Journal")
        ordering = ["pk"]
        indexes = [models.Index(fields=["action", "tournament"], name="journal_by_action")]

    def __str__(self) -> str:
        return f"{self.at:%d.%m.%Y %H:%M} {self.action}"


class JournalHead(models.Model):
    """The length of a journal and its last seal: without it a truncated end would go unnoticed.

    Appending locks this row, so entries are chained one after the other.
    """

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="journal_head", null=True, blank=True
    )
    entries = models.PositiveIntegerField(default=0)
    seal = LimitedText(_("Seal"), max_length=64, blank=True)

    def __str__(self) -> str:
        return f"{self.entries} {self.seal[:8]}"
