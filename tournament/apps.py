"""The Django application."""

from typing import Any

from django.apps import AppConfig
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
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
        from tournament.league.rules import LEAGUE_TIE_BREAKS
        from tournament.standings.rules.rankings import group_chain
        from tournament.standings.rules.tie_breaks import CRITERIA
        from tournament.trust.rules.recount_ranks import KEYS, OF_POINTS
        from tournament.trust.rules.recount_season import SEASON_KEYS

        # Each criterion is counted twice, so that a gap fails at start-up.
        twice = (
            (set(CRITERIA), set(KEYS)),
            (set(group_chain([*CRITERIA])), OF_POINTS),
            (set(LEAGUE_TIE_BREAKS), set(SEASON_KEYS)),
        )
        for declared, recounted in twice:
            if lacking := declared ^ recounted:
                raise ImproperlyConfigured(f"Tie-breaks that the recount has not: {lacking}")
        watch_connections()
        pre_migrate.connect(_copy_before_update, sender=self)


def _copy_before_update(plan: list[Any], **_others: object) -> None:
    from tournament.backup.copies import make_copy

    # A new, empty database needs no copy.
    if plan and "tournament_journalhead" in connection.introspection.table_names():
        make_copy("update")
