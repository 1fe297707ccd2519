"""Tie-break by the number of compulsory solos won.

A solo is won if the soloist has more points than the others. A table with bare totals shows no
solos: it counts 0.
"""

from tournament.sheets.rules.results import Result, TournamentResults
from tournament.standings.rules.tie_breaks.criterion import Criterion, Shown


def key(result: Result, tournament: TournamentResults) -> int:
    """Return the number of compulsory solos won."""
    games = tournament.games_of(result.entry_id)
    return sum(game.compulsory_soloist == seat and seat in game.winners for seat, game in games)


CRITERION = Criterion(
    key,
    name="the number of compulsory solos won (tables with totals only: 0)",
    short="solos won",
    place=4,
    formula="{solo_won}",
    shown=Shown.COUNT,
)
