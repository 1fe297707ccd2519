"""Where others in the hall reach the program."""

from django.db import models


class HallNetwork(models.Model):
    """The address at which others are let in; one row, or none before the first time.

    Without a port nobody is let in. It is a specific address of this machine, so a laptop that is
    carried into another network lets nobody in there.
    """

    host = models.CharField(max_length=60)
    port = models.PositiveIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return f"{self.host}:{self.port}" if self.port else ""
