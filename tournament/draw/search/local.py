"""Local search: tabu search, and simulated annealing.

Tabu search makes the best exchange for a badly seated person, even one that makes things worse.
Both are then tabu for some steps, so that the search does not go in circles, unless an exchange
leads to a new lowest cost (aspiration).

Annealing makes many small random exchanges that may also make it worse at first. The allowed
deterioration decreases from stage to stage. Decisions use integers only, so that every machine
makes the same ones.
"""

from collections.abc import Callable, Iterable
from random import Random

from tournament.draw.entrants import Tables
from tournament.draw.randomness import below
from tournament.draw.search.state import RoundState, State

TENURE = 4
"""Maximum number of steps a moved person is tabu; the actual number is random."""
PEOPLE_PER_STEP = 4
"""With few people the tenure is less, or all would be tabu."""
FINENESS = 1000


def tabu_search(
    state: State,
    people: int,
    random: Random,
    *,
    steps: int,
    enough: int = 0,
    tenure: int = TENURE,
    keeps_moving: bool = True,
    patience: int = 0,
) -> tuple[Tables, int]:
    """Return the best found within so many steps, with its cost; it ends at a cost of `enough`.

    Of equally good ones it is the last if it `keeps_moving` in repeated runs, else the first. It
    gives up after `patience` steps without a better one, if that is not 0.
    """
    tenure = min(tenure, people // PEOPLE_PER_STEP)
    tabu_until = [0] * people
    best, lowest = state.snapshot(), state.cost
    last = patience or steps
    for step in range(1, steps + 1):
        if lowest <= enough or step > last:
            break
        person = state.badly_seated(random)
        if person is None:
            continue
        chosen, least = None, 0
        # A tabu exchange has to lead below the lowest cost.
        enough_change, is_tabu = lowest - state.cost, tabu_until[person] >= step
        for partner, change in state.exchanges(person, random):
            if chosen is not None and change >= least:
                continue
            if change < enough_change or not (is_tabu or tabu_until[partner] >= step):
                chosen, least = partner, change
        if chosen is None:
            continue
        state.exchange(person, chosen, least)
        for moved in (person, chosen):
            tabu_until[moved] = step + 1 + below(tenure, random)
        if state.cost < lowest + keeps_moving:
            if state.cost < lowest and patience:
                last = step + patience
            best, lowest = state.snapshot(), state.cost
    return best, lowest


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


def anneal(
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
