"""Failed passwords and codes, counted by who tries."""

from django.db import models
from django.utils.translation import gettext_lazy as _


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
