"""Who sits together in each round: a design where there is one, else by lot; then improved."""

from collections.abc import Sequence
from random import Random

from tournament.core.draw.difference_rows import COLUMNS, design
from tournament.core.draw.meetings import SAME_CLUB, Meetings, Tables
from tournament.core.draw.quality import fewest_pairs
from tournament.core.draw.randomness import shuffled
from tournament.core.draw.swap_search import TABLES_TRIED, improved
from tournament.core.table_sizes import FIVE_TABLE, FOUR_TABLE, TableSizes

STEPS_PER_PERSON = 20
"""Exchanges made, at most, to improve a new round."""
REVISITING_LOOKS = 500_000
"""Exchanges looked at, about, to improve all rounds together. A count, never a time, so that a
slow machine draws the same plan."""


def grouped(
    clubs: Sequence[str | None], rounds: int, sizes: TableSizes, meetings: Meetings, random: Random
) -> list[Tables]:
    """Tables for the people 0, 1, 2 ... in so many rounds, the four-tables first in each.

    `clubs` names everybody's club or None. `meetings` holds what has been played; the new rounds
    are added to it. Repeated pairs and club mates are avoided in this order, as far as the search
    goes; those with the fewest five-tables sit at one next.
    """
    members = _members(clubs)
    enough = SAME_CLUB * sum(fewest_pairs(len(mates), sizes.tables) for mates in members)
    plan = []
    if not sizes.fives and not meetings.begun:
        plan = _designed(members, sizes.tables, rounds, random)
        for tables in plan:
            meetings.add(tables)
    while len(plan) < rounds:
        tables = _dealt(members, sizes, meetings.duty, random)
        steps = STEPS_PER_PERSON * len(clubs)
        tables = improved(tables, meetings, random, steps=steps, enough=enough)
        meetings.add(tables)
        plan.append(tables)
    _improve_together(plan, meetings, random, enough)
    return plan


def _members(clubs: Sequence[str | None]) -> list[list[int]]:
    """The people of each club; who has none is a club of one."""
    members: dict[str | int, list[int]] = {}
    for person, club in enumerate(clubs):
        members.setdefault(club or person, []).append(person)
    return list(members.values())


def _designed(
    members: Sequence[Sequence[int]], tables: int, rounds: int, random: Random
) -> list[Tables]:
    """The rounds of a design, people and rounds by lot, club mates in one column."""
    places = [person for column in _columns(members, tables, random) for person in column]
    return [
        [[places[place] for place in table] for table in design_round]
        for design_round in shuffled(design(tables, rounds), random)
    ]


def _columns(members: Sequence[Sequence[int]], tables: int, random: Random) -> list[list[int]]:
    """Four columns with one person per table each; a club fills the emptiest, then the next."""
    columns: list[list[int]] = [[] for _ in range(COLUMNS)]
    for mates in sorted(shuffled(members, random), key=len, reverse=True):
        waiting = shuffled(mates, random)
        while waiting:
            emptiest = min(columns, key=len)
            room = tables - len(emptiest)
            emptiest += waiting[:room]
            waiting = waiting[room:]
    return [shuffled(column, random) for column in columns]


def _dealt(
    members: Sequence[Sequence[int]], sizes: TableSizes, duty: Sequence[int], random: Random
) -> Tables:
    """Club by club over the tables, as cards are dealt, so that mates sit apart."""
    by_club = [person for mates in shuffled(members, random) for person in shuffled(mates, random)]
    by_duty = sorted(shuffled(by_club, random), key=lambda person: duty[person])
    at_fives = set(by_duty[: FIVE_TABLE * sizes.fives])
    return [
        *_spread([person for person in by_club if person not in at_fives], sizes.fours),
        *_spread([person for person in by_club if person in at_fives], sizes.fives),
    ]


def _spread(people: Sequence[int], tables: int) -> Tables:
    return [list(people[table::tables]) for table in range(tables)]


def _improve_together(plan: list[Tables], meetings: Meetings, random: Random, enough: int) -> None:
    """Takes each round out in turn and searches a better one among the others."""
    people = len(meetings.price)
    looks = people * min(people, FOUR_TABLE * TABLES_TRIED)
    for _ in range(REVISITING_LOOKS // (looks * max(1, len(plan)))):
        settled = True
        for number, tables in enumerate(plan):
            meetings.remove(tables)
            if meetings.cost(tables) > enough:
                settled = False
                plan[number] = improved(tables, meetings, random, steps=people, enough=enough)
            meetings.add(plan[number])
        if settled:
            break
