"""Tie-break by the last round; without a result it counts 0, as in the total."""

from tournament.sheets.rules.results import Result, TournamentResults
from tournament.standings.rules.tie_breaks.criterion import Criterion


def key(result: Result, tournament: TournamentResults) -> int:
    """Return the points of the last round."""
    return sum(points or 0 for points in result.rounds[-1:])


CRITERION = Criterion(
    key,
    name="the last round",
    short="last round",
    place=2,
    formula="N({last})",
    of_groups=True,
)
