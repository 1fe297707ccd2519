"""How two typings of the same totals can differ."""

from itertools import combinations
from random import Random

import pytest

from tournament.sheets.rules.doubts import Slip, Suspicion, suspicions


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ((6, 2, -2, -6), (6, -2, 2, -6), [Suspicion(Slip.EXCHANGED, (2, 3))]),
        ((6, 2, -2, -6), (-6, -2, 2, 6), [Suspicion(Slip.SIGNS)]),
        ((7, 0, 0, -7), (-7, 0, 0, 7), [Suspicion(Slip.EXCHANGED, (1, 4)), Suspicion(Slip.SIGNS)]),
        ((1, 2, 3, 4, -10), (1, 2, 3, -10, 4), [Suspicion(Slip.EXCHANGED, (4, 5))]),
        ((6, 2, -2, -6), (6, 2, -2, -6), []),
        ((0, 0, 0, 0), (0, 0, 0, 0), []),
        # Three positions shifted, one sign turned, another sum: no single slip explains it.
        ((6, 2, -2, -6), (2, -2, 6, -6), []),
        ((6, 2, -2, -6), (6, -2, -2, -6), []),
        ((6, 2, -2, -6), (6, 4, -4, -6), []),
        # The last total was meant for it: a difference elsewhere explains no swap.
        ((6, 2, -2, -6), (2, 6, -4, -4), []),
        ((6, None, -2, -6), (6, -2, None, -6), []),
        ((6, "x", -2, -6), (6, -2, "x", -6), []),
    ],
)
def test_slips_that_explain_the_whole_difference(one, other, found):
    assert list(suspicions(one, other)) == found
    assert list(suspicions(other, one)) == found


def test_every_exchange_is_found():
    random = Random(11)
    for _ in range(200):
        totals = random.sample(range(-60, 61), random.choice((4, 5)))
        for one, other in combinations(range(len(totals)), 2):
            exchanged = list(totals)
            exchanged[one], exchanged[other] = totals[other], totals[one]
            assert Suspicion(Slip.EXCHANGED, (one + 1, other + 1)) in suspicions(totals, exchanged)
