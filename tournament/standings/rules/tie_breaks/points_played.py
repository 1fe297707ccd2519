"""Tie-break by the points played, where something else is ranked (rules.md 7.5)."""

from tournament.sheets.rules.results import Result, TournamentResults
from tournament.standings.rules.tie_breaks.criterion import Criterion


def key(result: Result, tournament: TournamentResults) -> int:
    """Return the sum of the points played, without deductions."""
    return result.points


CRITERION = Criterion(
    key,
    name="the points played",
    in_settings="the points played (where something else is ranked)",
    short="points played",
    place=8,
    formula="{points}",
)
