"""The Django application."""

from typing import Any

from django.apps import AppConfig
from django.core.exceptions import ImproperlyConfigured
from django.db.models.signals import pre_migrate
from django.utils.translation import gettext_lazy as _


class TournamentConfig(AppConfig):
    """Doppelkopf tournaments."""

    name = "tournament"
    verbose_name = _("Doppelkopf tournaments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Copy the database before every migration, whoever starts it; watch open connections."""
        from tournament.backup.gate import watch_connections

        _require_a_plain_count_of_each_criterion()
        watch_connections()
        pre_migrate.connect(_copy_before_update, sender=self)


def _require_a_plain_count_of_each_criterion() -> None:
    """Require each criterion in both computations of ranks, so that a gap fails at start-up."""
    from tournament.standings.rules.tie_breaks import CRITERIA
    from tournament.trust.rules.recount_ranks import KEYS

    if lacking := CRITERIA.keys() ^ KEYS.keys():
        raise ImproperlyConfigured(
            f"standings/rules/tie_breaks and trust/rules/recount_ranks differ: {lacking}"
        )


def _copy_before_update(plan: list[Any], **_others: object) -> None:
    from tournament.backup.copies import copy_before_update

    if plan:
        copy_before_update()
