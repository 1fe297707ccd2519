"""Simulated annealing: many small random exchanges that may also make it worse at first.

The allowed deterioration decreases from stage to stage. Decisions use integers only, so that every
machine makes the same ones.
"""

from collections.abc import Callable, Iterable
from random import Random

from tournament.draw.entrants import Tables
from tournament.draw.search.state import RoundState

FINENESS = 1000


def exponential_draws(count: int) -> list[int]:
    """Return equally likely values of an exponential distribution with mean 1, in thousandths.

    They are the means of its order statistics, which need only fractions: 1/n, 1/n + 1/(n-1) and so
    on. Logarithms may differ between machines in their last digit.
    """
    draws, total = [], 0.0
    for rest in range(count, 0, -1):
        total += 1 / rest
        draws.append(int(total * FINENESS))
    return draws


EXPONENTIAL = exponential_draws(1024)


def annealed(
    state: RoundState,
    proposals: Callable[[], Iterable[tuple[int, int]]],
    heats: Iterable[int],
    random: Random,
) -> Tables:
    """Return the best round found with the proposals of one stage at each heat.

    A heat is the average cost allowed for a move.
    """
    best, lowest = state.snapshot(), state.reached()
    for heat in heats:
        allowed = [heat * draw // FINENESS for draw in EXPONENTIAL]
        for one, other in proposals():
            if state.exchanged(one, other, allowed, random):
                reached = state.reached()
                if reached < lowest:
                    best, lowest = state.snapshot(), reached
    return best
