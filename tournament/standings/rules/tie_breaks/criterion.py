"""The declaration of a tie-break criterion; everything that needs one loops over these."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from string import Formatter

from tournament.sheets.rules.results import Result, TournamentResults

Key = int | Fraction | tuple[int, ...]
"""The greater key is better. It is 0 where a criterion does not apply."""
TieBreak = Callable[[Result, TournamentResults], Key]


class Shown(Enum):
    """The display of a key: signed points, a count, or its first digits."""

    POINTS = "points"
    COUNT = "count"
    DIGITS = "digits"


@dataclass(frozen=True, slots=True)
class Criterion:
    """A criterion; `name` and `short` are English, translated on display.

    - name: in a sentence "Equal totals: ... decides".
    - in_settings: the name there, where it says when the criterion makes a difference.
    - short: for a column and for the reason of a decision.
    - place: position in the settings, from 1.
    - formula: its key in a workbook, from the cells of a line: {rounds} are the points of all
      rounds, {last} those of the last one; {round} those of each from the last one back, for keys
      with a figure for each; {won} and the like the sum of that column of the table results; a
      fraction is in parts of a {scale}. Empty: no cell can hold such a key, and the place by it is
      written instead.
    - of_groups: whether it applies to groups as well; others are about games and seats.
    - asks_seed: whether it depends on the draw of round 1.
    - nothing: the key where there is nothing to compare.
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
    in_settings: str = ""


def fields_of(formula: str) -> set[str]:
    """Return the names of what stands in braces."""
    return {name for _text, name, *_how in Formatter().parse(formula) if name}
