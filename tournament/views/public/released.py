"""The released standings, reckoned once for all phones."""

from dataclasses import replace

from django.core.cache import caches

from tournament.core.results import TournamentResults
from tournament.models import Tournament
from tournament.selectors.phones import latest_change, released_standings
from tournament.selectors.standings import StandingsReport
from tournament.views.public.access import KEPT_SECONDS


def released(tournament: Tournament) -> StandingsReport | None:
    """What `released_standings` says, until an act may change it; the games behind it are left out.

    Every player's page names a rank: while a round is typed whose standings are released, each save
    would have all of them reckoned for every phone.
    """
    key = f"standings-{tournament.pk}-{latest_change(tournament)}"
    known: StandingsReport | None = caches["phones"].get(key)
    if known is not None:
        return known
    report = released_standings(tournament)
    if report is not None:
        nothing = TournamentResults(people=())
        report = replace(report, results=nothing)
        caches["phones"].set(key, report, KEPT_SECONDS)
    return report
