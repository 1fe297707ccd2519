"""Tournaments that were opened from an archive, and archives that wait to be opened."""

from django.db import models

from tournament.models.account import User
from tournament.models.tournament import Tournament


class OpenedArchive(models.Model):
    """Where a tournament comes from, with the journal it had there, letter for letter.

    The seals of that journal are over the ids of that installation; the journal here tells the
    same with the ids of this one, which `ids` translates: by model, theirs to ours.
    """

    tournament = models.OneToOneField(
        Tournament, on_delete=models.CASCADE, related_name="opened_archive"
    )
    # The public key of the installation that has signed it.
    signer = models.CharField(max_length=64)
    # The first seal of the journal in which the tournament was created: it is known by it anywhere.
    origin = models.CharField(max_length=64)
    journal = models.BinaryField()  # packed by zlib
    ids = models.JSONField(default=dict)
    opened_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.tournament}: {self.signer[:8]}"


class WaitingArchive(models.Model):
    """The archive an owner has sent last, until it is opened or another one is sent."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, related_name="+")
    file_name = models.CharField(max_length=255)
    content = models.BinaryField()
    updated_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.file_name
