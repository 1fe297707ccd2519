"""Tie-break by lot, from the seed of the first round's draw and the start number.

So it is fixed before the first game, covered by the proof of the draw, and never drawn twice. Where
the seats of the first round were assigned by hand, the direction draws a seed once; until then ties
remain.
"""

from tournament.draw.proof import fingerprint
from tournament.sheets.rules.results import Result, TournamentResults
from tournament.standings.rules.tie_breaks.criterion import Criterion, Shown


def key(result: Result, tournament: TournamentResults) -> int:
    """Return the fingerprint of seed and start number (docs/draw-proof.md), read as a number."""
    if not tournament.seed:
        return 0
    return int(fingerprint("Kreuzdame lot 1", tournament.seed, result.number), 16)


CRITERION = Criterion(
    key,
    name="the lot (drawn with the seats of round 1, or once by the direction)",
    short="lot",
    place=7,
    formula="",
    shown=Shown.DIGITS,
    asks_seed=True,
)
