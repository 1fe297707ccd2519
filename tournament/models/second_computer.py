"""Two computers, one of which stands by: which one counts, and how this one stands to the other."""

from django.db import models


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
