"""The last reading of the computer's clock against one that nobody can change."""

from django.db import models


class ClockReference(models.Model):
    """The offset between time of day and the machine's monotonic clock; there is one row.

    It changes only when somebody changes the clock. It means nothing after a reboot, when `boot` is
    different.
    """

    boot = models.CharField(max_length=64)
    offset = models.FloatField()

    def __str__(self) -> str:
        return self.boot
