"""The number of games won decides: games in which somebody has more points than the others.

A table whose totals alone are in tells of no game: it counts 0.
"""

from tournament.core.results import Result, TournamentResults


def key(result: Result, tournament: TournamentResults) -> int:
    """How many games somebody has won."""
    return sum(seat in game.winners for seat, game in tournament.games_of(result.entry_id))
