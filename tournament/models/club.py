"""Clubs."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.fields import LimitedText


def full_name(*parts: str | None) -> str:
    """Return code and name of a club, as far as known."""
    return " · ".join(filter(None, parts))


class Club(models.Model):
    """A club with its short code, such as "DU ZHN" (rules.md 7.6)."""

    code = LimitedText(_("Club code"), max_length=20, blank=True)
    name = LimitedText(_("Club"), max_length=200, blank=True)
    state = LimitedText(_("Federal state"), max_length=60, blank=True)

    class Meta:
        verbose_name = _("Club")
        verbose_name_plural = _("Clubs")
        ordering = ["code", "name"]
        constraints = [
            models.UniqueConstraint(fields=["code", "name"], name="club_once"),
            models.CheckConstraint(
                condition=~models.Q(code="", name=""), name="club_has_code_or_name"
            ),
        ]

    def __str__(self) -> str:
        return self.short

    @property
    def short(self) -> str:
        """The code, or the name of a club without one."""
        return self.code or self.name

    @property
    def full(self) -> str:
        """Code and name, as far as known."""
        return full_name(self.code, self.name)
