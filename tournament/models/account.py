"""Accounts, their roles in a tournament, and one-time sign-in links."""

import secrets

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


def new_salt() -> str:
    """Return a salt, hashed with a name so that the journal cannot be searched by trying names."""
    return secrets.token_hex(16)


class User(AbstractUser):
    """A user account. Accounts that have acted are switched off, never deleted."""

    salt = models.CharField(max_length=32, default=new_salt, editable=False)

    class Meta:
        verbose_name = _("Account")
        verbose_name_plural = _("Accounts")

    def __str__(self) -> str:
        return self.get_full_name() or self.username

    @property
    def is_owner(self) -> bool:
        """Whether this is an active owner of the installation: accounts, creating, deleting."""
        return self.is_active and self.is_superuser


def acting_account() -> models.ForeignKey:
    """Return a foreign key to who did something (accounts stay); null: command line, or nobody."""
    return models.ForeignKey(
        User, on_delete=models.PROTECT, related_name="+", null=True, blank=True
    )


class Role(models.TextChoices):
    """A role at one tournament; the owner of the installation has all of them."""

    DIRECTION = "direction", _("Tournament direction")
    REFEREE = "referee", _("Referee")
    TYPIST = "typist", _("Typist")


class Membership(models.Model):
    """One role of one account in one tournament."""

    tournament = models.ForeignKey(
        "tournament.Tournament", on_delete=models.CASCADE, related_name="memberships"
    )
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=20, choices=Role.choices)

    class Meta:
        verbose_name = _("Role")
        verbose_name_plural = _("Roles")
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "user", "role"], name="membership_role_once"
            ),
            models.CheckConstraint(
                condition=models.Q(role__in=Role.values), name="membership_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


class SignInLink(models.Model):
    """A link that signs one account in, once and for a short time. Only its hash is stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_in_links")
    token_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("Sign-in link")

    def __str__(self) -> str:
        return f"{self.user}, {self.expires_at:%H:%M}"
