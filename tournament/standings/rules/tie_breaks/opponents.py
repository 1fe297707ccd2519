"""Tie-break by the strength of the opponents: the average total of all who sat at the same tables.

An average, since at a table of five one meets four and not three. An opponent met twice counts
twice; an unranked one counts with his points.
"""

from fractions import Fraction

from tournament.sheets.rules.results import Result, TournamentResults
from tournament.standings.rules.tie_breaks.criterion import Criterion


def key(result: Result, tournament: TournamentResults) -> Fraction:
    """Return the exact average total of the opponents."""
    met = [
        tournament.totals.get(other, 0)
        for table in tournament.tables_of(result.entry_id)
        for other in table.entry_ids
        if other != result.entry_id
    ]
    return Fraction(sum(met), len(met) or 1)


CRITERION = Criterion(
    key,
    name="the strength of the opponents (average of their totals)",
    short="opponents",
    place=6,
    formula="IF({met}=0,0,ROUND({scale}*{opponents}/MAX(1,{met}),0))",
)
