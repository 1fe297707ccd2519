"""The number of compulsory solos won decides.

Won is a solo in which the soloist has more points than the others. A table whose totals alone are
in tells of no solo: it counts 0.
"""

from tournament.sheets.rules.results import Result, TournamentResults
from tournament.standings.rules.tie_breaks.criterion import Criterion, Shown


def key(result: Result, tournament: TournamentResults) -> int:
    """How many compulsory solos somebody has won."""
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
