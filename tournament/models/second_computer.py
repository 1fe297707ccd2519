"""Two computers, one standing by: which one counts, and how this one relates to the other."""

from django.db import models


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
