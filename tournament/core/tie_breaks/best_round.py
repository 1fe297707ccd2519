"""The best single round decides; one without a result counts 0, as in the total."""

from tournament.core.results import Result, TournamentResults


def key(result: Result, tournament: TournamentResults) -> int:
    """The most points of one round."""
    return max((points or 0 for points in result.rounds), default=0)
