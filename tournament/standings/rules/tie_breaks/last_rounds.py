"""Tie-break by the last round, the one before it, and so on; 0 without a result."""

from tournament.sheets.rules.results import Result, TournamentResults
from tournament.standings.rules.tie_breaks.criterion import Criterion


def key(result: Result, tournament: TournamentResults) -> tuple[int, ...]:
    """Return the points of the rounds, last one first."""
    return tuple(points or 0 for points in reversed(result.rounds))


CRITERION = Criterion(
    key,
    name="the last round, then the one before it",
    short="last round",
    place=1,
    formula="N({round})",
    of_groups=True,
)
