"""The best single round decides. A round not played is none: it is no round of 0 points."""

from tournament.sheets.rules.results import Result, TournamentResults
from tournament.standings.rules.tie_breaks.criterion import Criterion

NO_ROUND = -(10**9)
"""Fewer points than any round has: whoever has played none comes behind all who have."""


def key(result: Result, tournament: TournamentResults) -> int:
    """The most points of one round that has a result."""
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
