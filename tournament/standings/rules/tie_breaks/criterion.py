"""What one criterion between equal totals says of itself: everybody who asks loops over these."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from tournament.sheets.rules.results import Result, TournamentResults

Key = int | Fraction | tuple[int, ...]
"""The greater key is better. Where a criterion cannot be told of somebody, his is 0."""
TieBreak = Callable[[Result, TournamentResults], Key]


class Shown(Enum):
    """How a key is written: with its sign, as a number of things, or by its first digits."""

    POINTS = "points"
    COUNT = "count"
    DIGITS = "digits"


@dataclass(frozen=True, slots=True)
class Criterion:
    """A criterion; `name` and `short` are English, translated where they are shown.

    name: as the settings offer it, in a sentence "Equal totals: ... decides".
    short: for a column and for what has decided.
    place: where the settings offer it, from 1.
    formula: its key in a workbook, from the cells of a line: {rounds} are the points of all rounds,
    {last} those of the last one; {round} those of each from the last one back, where the key has a
    figure for each; {won} and the like the sum of that column of the table results; a fraction is
    in parts of a {scale}. Empty: no cell holds such a key, and the place by it stands there.
    of_groups: whether it can be told of a group as of a person: others are about games and seats.
    asks_seed: whether it follows from the draw of round 1.
    nothing: the key of whoever has nothing that could be compared.
    """

    key: TieBreak
    name: str
    short: str
    place: int
    formula: str
    shown: Shown = Shown.POINTS
    of_groups: bool = False
    asks_seed: bool = False
    nothing: int | None = None
