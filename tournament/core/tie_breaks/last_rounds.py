"""The last round decides, then the one before it, and so on.

A round without a result counts 0, as it does in the total.
"""

from tournament.core.results import Result, TournamentResults


def key(result: Result, tournament: TournamentResults) -> tuple[int, ...]:
    """The points of the rounds from the last one back."""
    return tuple(points or 0 for points in reversed(result.rounds))
