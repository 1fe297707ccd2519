"""How far from the others a total must be to look like a slip of the key.

The totals of a table add up to 0, so their middle is 0 and their amounts tell the spread. Its
measure is the upper quartile of the amounts: a few totals typed wrongly do not move it, unlike a
standard deviation, and many small ones do not hide how large the larger ones usually are, as in a
median.
"""

from collections.abc import Sequence
from statistics import quantiles

FIXED_LIMIT = 120
"""Before there are enough totals: higher ones are not told of any round (rules.md 5.7)."""
FEWEST_TOTALS = 32
"""One round of the smallest ranking tournament (rules.md 7.1); fewer tell little of a spread."""
TIMES_QUARTILE = 3.5
"""Four standard deviations of normally distributed totals, of which the upper quartile is 1.15.

In the 61 real sheets of fixtures/ the quartile is 30, so this asks from 106 on; the highest total
in them is 84, the highest told of a championship 95.
"""


def unlikely_beyond(totals: Sequence[int], one_game: int) -> int:
    """The amount above which a total beside these others deserves a question.

    What `one_game` can bring somebody is never far outside, however small the others are.
    """
    if len(totals) < FEWEST_TOTALS:
        return FIXED_LIMIT
    _lower, _median, upper = quantiles(map(abs, totals), n=4, method="inclusive")
    return max(one_game, int(TIMES_QUARTILE * upper))
