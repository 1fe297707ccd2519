"""Tie-break by the best single round. A round not played is no round of 0 points."""

from tournament.sheets.rules.results import Result, TournamentResults
from tournament.standings.rules.tie_breaks.criterion import Criterion

NO_ROUND = -(10**9)
"""Lower than any round: players without a round rank behind all others."""


def key(result: Result, tournament: TournamentResults) -> int:
    """Return the most points of one round that has a result."""
    return max((points for points in result.rounds if points is not None), default=NO_ROUND)


CRITERION = Criterion(
    key,
    name="the best single round",
    short="best round",
    place=3,
    formula=f"IF(COUNT({{rounds}})=0,{NO_ROUND},MAX({{rounds}}))",
    of_groups=True,
    nothing=NO_ROUND,
)
