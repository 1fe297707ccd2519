"""The installation: its own mark, where copies go, network, clock, second computer, failures."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class BackupPlace(models.Model):
    """The stick or folder the owner has chosen; at most one row.

    The mark names this installation's folder there, so that two never mistake each other's copies
    for their own.
    """

    path = models.CharField(max_length=500)
    mark = models.CharField(max_length=8)

    def __str__(self) -> str:
        return self.path


class HallNetwork(models.Model):
    """The address of this machine where others are let in, at most one; without a port nobody is.

    So a laptop carried into another network lets nobody in there.
    """

    host = models.CharField(max_length=60)
    port = models.PositiveIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.host}:{self.port}" if self.port else ""


class ClockReference(models.Model):
    """The offset between time of day and the machine's monotonic clock; there is one row.

    It changes only when somebody changes the clock. It means nothing after a reboot, when `boot` is
    different.
    """

    boot = models.CharField(max_length=64)
    offset = models.FloatField()

    def __str__(self) -> str:
        return self.boot


class Epoch(models.Model):
    """Which of two computers counts: the one with the higher number; at most one row.

    It is part of the copy. The key signs the number for browsers, so that no stranger can tell this
    computer that another one counts.
    """

    number = models.PositiveIntegerField(default=1)
    key = models.CharField(max_length=64)

    def __str__(self) -> str:
        return str(self.number)


class OtherComputer(models.Model):
    """How this computer relates to another one, at most one row per way.

    It belongs to this computer and is never part of the copy. While there is a row FIRST or
    SUCCESSOR, a trigger refuses journal entries (models/triggers.py). url: where it is reached;
    empty if unknown. code: seals database pages in transit, for FOLLOWER and FIRST. mark:
    identifies the computer; a code is valid for only one. epoch: the highest one that it is known
    to have or to have heard of. last_entry: the last journal entry that both have.
    """

    class Way(models.TextChoices):
        """What the other computer is to this one."""

        FOLLOWER = "follower"  # may stand by for this one
        FIRST = "first"  # this one stands by for it
        SUCCESSOR = "successor"  # has taken over from this one
        PREDECESSOR = "predecessor"  # this one has taken over from it, and keeps notifying it

    way = models.CharField(max_length=11, choices=Way.choices, unique=True)
    url = models.CharField(max_length=200, blank=True)
    code = models.CharField(max_length=20, blank=True)
    mark = models.CharField(max_length=32, blank=True)
    epoch = models.PositiveIntegerField(default=0)
    last_entry = models.BigIntegerField(null=True, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.way} {self.url}"


class Failures(models.Model):
    """The number of recent failures. The source is only stored as a hash."""

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


class HouseStyle(models.Model):
    """The club's own mark and its stylesheet for papers one keeps; at most one row.

    It is part of every copy of the database. logo: a PNG, as `imports.pictures.read_logo` makes it.
    digest: names it in its address, so that browsers keep it.
    """

    logo = models.BinaryField(blank=True, default=b"")
    digest = models.CharField(max_length=16, blank=True)
    stylesheet = models.TextField(blank=True)

    def __str__(self) -> str:
        return self.digest
