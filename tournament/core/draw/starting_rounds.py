"""Rounds to start from: a design for all of them, or one dealt by lot. Club mates sit apart."""

from collections.abc import Sequence
from random import Random

from tournament.core.draw.difference_rows import COLUMNS, design
from tournament.core.draw.meetings import Tables
from tournament.core.draw.randomness import shuffled
from tournament.core.table_sizes import FIVE_TABLE, TableSizes


def designed(
    members: Sequence[Sequence[int]], tables: int, rounds: int, random: Random
) -> list[Tables]:
    """As many rounds as the design has, people and rounds by lot, club mates in one column.

    `members` are the people of each club; one without a club is a club of one.
    """
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


def dealt(
    members: Sequence[Sequence[int]], sizes: TableSizes, five_price: Sequence[int], random: Random
) -> Tables:
    """Club by club over the tables, as cards are dealt; those who were least at fives sit there."""
    by_club = [person for mates in shuffled(members, random) for person in shuffled(mates, random)]
    by_price = sorted(shuffled(by_club, random), key=lambda person: five_price[person])
    at_fives = set(by_price[: FIVE_TABLE * sizes.fives])
    return [
        *_spread([person for person in by_club if person not in at_fives], sizes.fours),
        *_spread([person for person in by_club if person in at_fives], sizes.fives),
    ]


def _spread(people: Sequence[int], tables: int) -> Tables:
    return [list(people[table::tables]) for table in range(tables)]
