"""Who sits together in each round, and at which table."""

from random import Random

from tournament.core.draw.attempt import Attempt
from tournament.core.draw.designs import design_for
from tournament.core.draw.field import Field, History, Tables
from tournament.core.draw.labelling import labelled
from tournament.core.draw.meetings import RATHER_NOT_AGAIN
from tournament.core.draw.randomness import shuffled
from tournament.core.draw.worth import fewest_mates, worth_of

NEVER_AGAIN = 10_000
"""What a five-table again costs when no repeat outweighs it. This often leads to a perfect plan,
but with three to five tables it forces pairs to meet again."""
DESIGN_TRIES = 3
ROOMY = 6
"""People for each round from which on mates can be kept apart, and another try is worth it."""
ATTEMPTS = (NEVER_AGAIN, RATHER_NOT_AGAIN) * 2
"""New attempts leave a dead end sooner than longer ones."""


def grouped(field: Field, rounds: int, history: History, random: Random) -> list[Tables]:
    """Tables for the people of the field in so many rounds, in the order of their numbers.

    What is avoided, the worst first: meeting again, sitting at a five-table again before all
    others have, meeting mates.
    """
    plan = None if history else _designed(field, rounds, random)
    if plan is None:
        plan = _searched(field, rounds, history, random)
    return [_numbered(tables, field, random) for tables in plan]


def _designed(field: Field, rounds: int, random: Random) -> list[Tables] | None:
    """The best plan that starts from a design of all rounds; None if no such design fits.

    Where there is room to keep mates apart, another try often succeeds. A design that has more
    rounds may be unfair at the five-tables in these: then a search competes with it.
    """
    found: list[list[Tables]] = []
    is_best_known = False
    for _ in range(DESIGN_TRIES if ROOMY * rounds <= len(field.ids) else 1):
        design = design_for(field.sizes, rounds, random)
        start = labelled(design, field, random) if design else None
        if design is None or start is None or len(start) < rounds:
            return None
        is_best_known = design.is_best_known
        found.append(_polished(start, field, random))
        if worth_of(found[-1], field) <= (0, 0, rounds * fewest_mates(field)):
            return found[-1]
    if not is_best_known and worth_of(found[-1], field)[:2] > (0, 0):
        found.append(_searched(field, rounds, (), random))
    return min(found, key=lambda plan: worth_of(plan, field))


def _polished(design: list[Tables], field: Field, random: Random) -> list[Tables]:
    """A complete design; mates who meet in it are parted if nobody else meets again for it."""
    worth = worth_of(design, field)
    if worth[1:] <= (0, len(design) * fewest_mates(field)):
        return design
    attempt = Attempt(field, (), RATHER_NOT_AGAIN, random)
    attempt.draw(design, len(design))
    return attempt.plan if worth_of(attempt.plan, field) < worth else design


def _searched(field: Field, rounds: int, history: History, random: Random) -> list[Tables]:
    """The first perfect attempt, else the best of all; from a design of some rounds if it fits."""
    design = None if history else design_for(field.sizes, rounds, random)
    start = (labelled(design, field, random) or []) if design and not field.sizes.fives else []
    plans = []
    for five_table_again in ATTEMPTS:
        attempt = Attempt(field, history, five_table_again, random)
        attempt.draw(start, rounds)
        if attempt.is_perfect:
            return attempt.plan
        plans.append(attempt.plan)
    return min(plans, key=lambda plan: worth_of(plan, field, history))


def _numbered(tables: Tables, field: Field, random: Random) -> Tables:
    """The tables in the order of their numbers, by lot: four-tables first, five-tables last.

    A table at which somebody has a fixed place stands there.
    """
    at: dict[int, list[int]] = {}
    for table in tables:
        for person in table:
            if person in field.at_fixed_tables:
                at[field.at_fixed_tables[person]] = table
    others = [table for table in tables if table not in at.values()]
    fours = iter(shuffled((table for table in others if len(table) == 4), random))
    fives = iter(shuffled((table for table in others if len(table) == 5), random))
    return [
        at[number] if number in at else next(fours if size == 4 else fives)
        for number, size in enumerate(field.sizes.sizes)
    ]
