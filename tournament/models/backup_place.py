"""Where copies of the database go besides the program's own directory."""

from django.db import models


class BackupPlace(models.Model):
    """The stick or folder the owner has chosen; at most one row.

    The mark names this installation's folder there, so that two never mistake each other's copies
    for their own.
    """

    path = models.CharField(max_length=500)
    mark = models.CharField(max_length=8)

    def __str__(self) -> str:
        return self.path
