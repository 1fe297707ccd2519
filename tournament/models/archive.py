"""Tournaments opened from an archive, and archives waiting to be opened."""

from django.db import models

from tournament.models.account import User
from tournament.models.tournament import Tournament


class OpenedArchive(models.Model):
    """The origin of a tournament, with its journal there, byte for byte.

    That journal's seals cover the ids of the other installation; the journal here records the same
    with this installation's ids, to which `ids` maps: by model, theirs to ours.
    """

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="opened_archive"
    )
    # The public key of the installation that signed it.
    signer = models.CharField(max_length=64)
    # The first seal of the journal in which the tournament was created identifies it everywhere.
    origin = models.CharField(max_length=64)
    journal = models.BinaryField()  # packed by zlib
    ids = models.JSONField(default=dict)
    opened_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.tournament}: {self.signer[:8]}"


class WaitingArchive(models.Model):
    """The archive an owner uploaded last, until it is opened or replaced by another upload."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="+")
    file_name = models.CharField(max_length=255)
    content = models.BinaryField()
    updated_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.file_name
