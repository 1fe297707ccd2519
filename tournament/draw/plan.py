"""The methods "plan", all rounds at once, and "redraw", one after the other."""

from dataclasses import replace
from random import Random

from tournament.draw.designs.assignment import assigned
from tournament.draw.designs.lookup import design_for
from tournament.draw.entrants import Entrants, History, Tables, history_of, named, numbered
from tournament.draw.larger_tables import larger_rounds, needs_larger_tables
from tournament.draw.model import DrawRequest, Round
from tournament.draw.randomness import seeded, shuffled
from tournament.draw.search.attempt import Attempt
from tournament.draw.search.prices import RATHER_NOT_AGAIN
from tournament.draw.search.worth import fewest_mates, worth_of
from tournament.draw.seats.after_history import seated_after
from tournament.draw.seats.seating import SeatCounts, seated

NEVER_AGAIN = 10_000
"""Cost of a repeated five-table that outweighs any repeat meeting. This often leads to a perfect
plan, but with three to five tables it forces pairs to meet again."""
DESIGN_TRIES = 3
ROOMY = 6
"""People per round from which mates can be kept apart, and another try is worthwhile."""
ATTEMPTS = (NEVER_AGAIN, RATHER_NOT_AGAIN) * 2
"""New attempts leave a dead end sooner than longer ones."""


def plan_rounds(request: DrawRequest) -> tuple[Round, ...]:
    """Determine the groupings, then the tables, then the seats."""
    if needs_larger_tables(request):
        return larger_rounds(request)
    entrants = numbered(request.entrants)
    history = history_of(request, entrants)
    random = seeded(request.seed)
    groups = grouped(entrants, request.rounds, history, random)
    seats = SeatCounts(len(entrants.ids), history)
    if history:
        return named(entrants, seated_after(groups, entrants, history, seats, random))
    return named(entrants, seated(groups, seats, random, entrants.no_list))


def redrawn_rounds(request: DrawRequest) -> tuple[Round, ...]:
    """Draw round by round, each with a draw that knows the earlier ones.

    It is for rounds that are drawn one at a time, so it never looks ahead. Drawn together or one
    after the other with the same seed, the rounds are the same.
    """
    history = request.history
    for _ in range(request.rounds):
        seed = f"{request.seed} round {len(history) + 1}"
        history += plan_rounds(replace(request, rounds=1, seed=seed, history=history))
    return history[len(request.history) :]


def grouped(entrants: Entrants, rounds: int, history: History, random: Random) -> list[Tables]:
    """Return the tables of the rounds, in the order of their numbers.

    Avoided are, worst first: meeting again, a five-table again before all others had one, meeting
    mates.
    """
    plan = None if history else _designed(entrants, rounds, random)
    if plan is None:
        plan = _searched(entrants, rounds, history, random)
    return [_numbered(tables, entrants, random) for tables in plan]


def _designed(entrants: Entrants, rounds: int, random: Random) -> list[Tables] | None:
    """Return the best plan that starts from a design of all rounds; None if no design fits.

    If there is room to keep mates apart, another try often succeeds. A design with more rounds may
    be unfair at the five-tables in these: then a search competes with it.
    """
    found: list[list[Tables]] = []
    is_best_known = False
    for _ in range(DESIGN_TRIES if ROOMY * rounds <= len(entrants.ids) else 1):
        design = design_for(entrants.sizes, rounds, random)
        start = assigned(design, entrants, random) if design else None
        if design is None or start is None or len(start) < rounds:
            return None
        is_best_known = design.is_best_known
        found.append(_polished(start, entrants, random))
        if worth_of(found[-1], entrants) <= (0, 0, rounds * fewest_mates(entrants)):
            return found[-1]
    if not is_best_known and worth_of(found[-1], entrants)[:2] > (0, 0):
        found.append(_searched(entrants, rounds, (), random))
    return min(found, key=lambda plan: worth_of(plan, entrants))


def _polished(design: list[Tables], entrants: Entrants, random: Random) -> list[Tables]:
    """Improve a complete design: separate mates if it causes no repeat."""
    worth = worth_of(design, entrants)
    if worth[1:] <= (0, len(design) * fewest_mates(entrants)):
        return design
    attempt = Attempt(entrants, (), RATHER_NOT_AGAIN, random)
    attempt.draw(design, len(design))
    return attempt.plan if worth_of(attempt.plan, entrants) < worth else design


def _searched(entrants: Entrants, rounds: int, history: History, random: Random) -> list[Tables]:
    """Return the first perfect attempt, else the best; starts from a partial design if it fits."""
    design = None if history else design_for(entrants.sizes, rounds, random)
    start = (
        (assigned(design, entrants, random) or []) if design and not entrants.sizes.fives else []
    )
    plans = []
    for five_table_again in ATTEMPTS:
        attempt = Attempt(entrants, history, five_table_again, random)
        attempt.draw(start, rounds)
        if attempt.is_perfect:
            return attempt.plan
        plans.append(attempt.plan)
    return min(plans, key=lambda plan: worth_of(plan, entrants, history))


def _numbered(tables: Tables, entrants: Entrants, random: Random) -> Tables:
    """Number the tables by lot: four-tables first, five-tables last.

    A table with a person of fixed table gets that number.
    """
    at: dict[int, list[int]] = {}
    for table in tables:
        for person in table:
            if person in entrants.fixed:
                at[entrants.fixed[person]] = table
    others = [table for table in tables if table not in at.values()]
    fours = iter(shuffled((table for table in others if len(table) == 4), random))
    fives = iter(shuffled((table for table in others if len(table) == 5), random))
    return [
        at[number] if number in at else next(fours if size == 4 else fives)
        for number, size in enumerate(entrants.sizes.sizes)
    ]
