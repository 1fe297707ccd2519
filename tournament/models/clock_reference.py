"""What the computer's clock said last, beside a clock that nobody can move."""

from django.db import models


class ClockReference(models.Model):
    """How far the time of day was ahead of the machine's own running time; there is one row.

    The difference changes when somebody moves the clock, and by nothing else. It says nothing
    after the machine was started anew: `boot` is another one then.
    """

    boot = models.CharField(max_length=64)
    offset = models.FloatField()

    def __str__(self) -> str:
        return self.boot
