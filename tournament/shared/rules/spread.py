"""The limit above which a total is likely a typing error.

The totals of a table add up to 0, so their mean is 0 and their amounts show the spread. It is
measured by the upper quartile of the amounts: unlike a standard deviation, a few wrong totals do
not move it; unlike with a median, many small ones do not hide the usual size of the larger ones.
"""

from collections.abc import Sequence
from statistics import quantiles

FIXED_LIMIT = 120
"""Used until there are enough totals; no higher ones are known of any round (rules.md 5.7)."""
FEWEST_TOTALS = 32
"""One round of the smallest ranking tournament (rules.md 7.1); fewer say little of a spread."""
TIMES_QUARTILE = 3.5
"""Four standard deviations of normally distributed totals, whose upper quartile is 1.15.

In the 61 real sheets of fixtures/ the quartile is 30, so this asks from 106 on; the highest total
in them is 84, the highest known of a championship 95.
"""


def unlikely_beyond(totals: Sequence[int], one_game: int) -> int:
    """Return the amount above which a total needs a confirmation, given the other totals.

    At least `one_game`, what a single game can bring, however small the others are.
    """
    if len(totals) < FEWEST_TOTALS:
        return FIXED_LIMIT
    _lower, _median, upper = quantiles(map(abs, totals), n=4, method="inclusive")
    return max(one_game, int(TIMES_QUARTILE * upper))
