"""The Django application."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentConfig(AppConfig):
    """Doppelkopf tournaments."""

    name = "tournament"
    verbose_name = _("Doppelkopf tournaments")
    default_auto_field = "django.db.models.BigAutoField"
