"""The Django application."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import pre_migrate
from django.utils.translation import gettext_lazy as _


class TournamentConfig(AppConfig):
    """Doppelkopf tournaments."""

    name = "tournament"
    verbose_name = _("Doppelkopf tournaments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Copy the database before every migration, whoever starts it; watch what is open."""
        from tournament.backup.kept_connections import watch_connections

        watch_connections()
        pre_migrate.connect(_copy_before_update, sender=self)


def _copy_before_update(plan: list[Any], **_others: object) -> None:
    from tournament.backup.copies import copy_before_update

    if plan:
        copy_before_update()
