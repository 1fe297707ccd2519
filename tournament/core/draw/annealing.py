"""Improves one round by exchanges at random, many and small, that may also make it worse at first.

How much worse is allowed shrinks from stage to stage, as metal cools. Decisions are made in whole
numbers only, so that every machine makes the same ones.
"""

from collections.abc import Mapping, Sequence
from operator import itemgetter
from random import Random

from tournament.core.draw.field import Tables

STAGES = 40
DRAWS = 1024
FINENESS = 1000


def exponential_draws(count: int) -> list[int]:
    """So many equally likely values of an exponential law with mean 1, in thousandths.

    They are the means of its order statistics, which need nothing but fractions: 1/n, 1/n +
    1/(n-1) and so on. Logarithms may differ from machine to machine in their last digit.
    """
    draws, total = [], 0.0
    for rest in range(count, 0, -1):
        total += 1 / rest
        draws.append(int(total * FINENESS))
    return draws


EXPONENTIAL = exponential_draws(DRAWS)


def annealed(
    slots: Sequence[int],
    people: Sequence[int],
    pair: Sequence[Sequence[int]],
    near: Sequence[Mapping[int, int]],
    random: Random,
    *,
    moves: int,
    span: int,
    hot: int,
    cold: int,
) -> Tables:
    """The best round found in so many moves.

    `slots` names the table of each slot, `people` who has it at first. A move exchanges two
    people at most `span` slots apart. `pair` prices two at one table, `near[person]` the tables
    where somebody may sit. `hot` and `cold` are how dear a move may be at the first and at the
    last stage, on average.
    """
    order = list(people)
    members = _members(slots)
    tables_of = [itemgetter(*table) for table in members]
    cost, best_cost, best = 0, 0, list(order)
    chance, count = random.random, len(order)
    for stage in range(STAGES):
        heat = hot + (cold - hot) * stage // (STAGES - 1)
        allowed = [heat * draw // FINENESS for draw in EXPONENTIAL]
        for _ in range(moves // STAGES):
            here = int(chance() * count)
            there = here + int(chance() * (2 * span + 1)) - span
            if not 0 <= there < count:
                continue
            one, other, table, goal = order[here], order[there], slots[here], slots[there]
            if table == goal or goal not in near[one] or table not in near[other]:
                continue
            first, second = pair[one], pair[other]
            change = near[one][goal] + near[other][table] - near[one][table] - near[other][goal]
            change -= 2 * first[other]
            for person in tables_of[goal](order):
                change += first[person] - second[person]
            for person in tables_of[table](order):
                change += second[person] - first[person]
            if change <= 0 or change <= allowed[int(chance() * DRAWS)]:
                order[here], order[there] = other, one
                cost += change
                if cost < best_cost:
                    best_cost, best = cost, list(order)
    return [[best[slot] for slot in table] for table in members]


def _members(slots: Sequence[int]) -> list[list[int]]:
    members: list[list[int]] = [[] for _ in range(max(slots) + 1)]
    for slot, table in enumerate(slots):
        members[table].append(slot)
    return members
