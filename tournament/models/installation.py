"""What belongs to this computer: where copies go, its clock, who is let in, the other computer."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class BackupPlace(models.Model):
    """The stick or folder the owner has chosen; there is one row, or none.

    The mark names this installation's folder there, so that two never take each other's copies
    for their own.
    """

    path = models.CharField(max_length=500)
    mark = models.CharField(max_length=8)

    def __str__(self) -> str:
        return self.path


class ClockReference(models.Model):
    """How far the time of day was ahead of the machine's own running time; there is one row.

    The difference changes when somebody moves the clock, and by nothing else. It says nothing
    after the machine was started anew: `boot` is another one then.
    """

    boot = models.CharField(max_length=64)
    offset = models.FloatField()

    def __str__(self) -> str:
        return self.boot


class Failures(models.Model):
    """How often somebody was wrong lately. Who that is, stands here as a hash alone."""

    who = models.CharField(max_length=64, primary_key=True)
    count = models.PositiveIntegerField(default=0)
    since = models.DateTimeField()
    pause_until = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("Failed attempts")
        verbose_name_plural = _("Failed attempts")
        indexes = [models.Index(fields=["since"], name="failures_since")]

    def __str__(self) -> str:
        return f"{self.count}, {self.since:%H:%M}"


class HallNetwork(models.Model):
    """The address at which others are let in; there is one row, or none before the first time.

    Without a port nobody is let in. It names one address of this machine, so a laptop that is
    carried into another network lets nobody in there.
    """

    host = models.CharField(max_length=60)
    port = models.PositiveIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.host}:{self.port}" if self.port else ""


class Epoch(models.Model):
    """Which of two computers counts: the one with the higher number; one row, or none before.

    It travels with the copy. The key signs the number for browsers, so that no stranger can tell
    this computer that another one counts.
    """

    number = models.PositiveIntegerField(default=1)
    key = models.CharField(max_length=64)

    def __str__(self) -> str:
        return str(self.number)


class OtherComputer(models.Model):
    """How this computer stands to another one, at most one row for each way.

    It belongs to this computer and never travels with the copy. While there is a row FIRST or
    SUCCESSOR a trigger lets no entry into the journal (models/triggers.py).

    url: where it is reached; empty where nobody said so. code: what pages of the database are
    sealed with, of FOLLOWER and FIRST. mark: which computer it is; a code is good for one alone.
    epoch: the highest one that it is known to have or to have heard of. last_entry: the last entry
    of the journal that both have.
    """

    class Way(models.TextChoices):
        """What the other one is to this one."""

        FOLLOWER = "follower"  # may stand by for this one
        FIRST = "first"  # this one stands by for it
        SUCCESSOR = "successor"  # has taken over from this one
        PREDECESSOR = "predecessor"  # this one has taken over from it, and goes on telling it

    way = models.CharField(max_length=11, choices=Way.choices, unique=True)
    url = models.CharField(max_length=200, blank=True)
    code = models.CharField(max_length=20, blank=True)
    mark = models.CharField(max_length=32, blank=True)
    epoch = models.PositiveIntegerField(default=0)
    last_entry = models.BigIntegerField(null=True, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.way} {self.url}"
