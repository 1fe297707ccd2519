"""Tie-break by games in which a player has most points; 0 for bare totals."""

from tournament.sheets.rules.results import Result, TournamentResults
from tournament.standings.rules.tie_breaks.criterion import Criterion, Shown


def key(result: Result, tournament: TournamentResults) -> int:
    """Return the number of games won."""
    return sum(seat in game.winners for seat, game in tournament.games_of(result.entry_id))


CRITERION = Criterion(
    key,
    name="the number of games won (tables with totals only: 0)",
    short="games won",
    place=5,
    formula="{won}",
    shown=Shown.COUNT,
)
