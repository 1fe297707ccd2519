"""Designs for teams: groups of people of whom no two meet, one group for each team.

The tables of one more round are such groups: who would only meet there never do without it. With
four tables and one to three people more, those of four columns of four never meet. Each of the
others always sits with the same person of one column: so they meet as few people again as is
possible, and never each other.
"""

from collections.abc import Iterator
from random import Random

from tournament.draw.designs.difference_rows import COLUMNS
from tournament.draw.designs.difference_rows import design as difference_rows
from tournament.draw.designs.known_plans import KNOWN_PLANS, known_plan
from tournament.draw.designs.lookup import Design, fairest
from tournament.draw.designs.starter_rounds import STARTERS
from tournament.draw.entrants import Tables
from tournament.draw.randomness import one_of
from tournament.draw.table_sizes import TableSizes


def designs_for_teams(sizes: TableSizes, rounds: int, random: Random) -> Iterator[Design]:
    """Yield the designs of so many rounds with groups of people who never meet."""
    for longer in _longer(sizes, rounds):
        chosen = fairest(longer, rounds, random)
        spare = one_of([tables for tables in longer if tables not in chosen], random)
        yield Design(chosen, apart=spare)
    if sizes.tables == COLUMNS and sizes.fives and rounds <= COLUMNS:
        yield _with_more_people(sizes, rounds)


def _longer(sizes: TableSizes, rounds: int) -> Iterator[list[Tables]]:
    """Yield all designs of more rounds without a repeat."""
    people = sizes.players
    for (size, count), (repeats, _words) in KNOWN_PLANS.items():
        if size == people and count > rounds and not repeats:
            yield known_plan(size, count) or []
    for starter in STARTERS.get(people, ()):
        if starter.modulus > rounds:
            yield starter.developed()
    if not sizes.fives:
        by_rows = difference_rows(sizes.tables, rounds + 1)
        if len(by_rows) > rounds:
            yield by_rows


def _with_more_people(sizes: TableSizes, rounds: int) -> Design:
    """Return a design of four columns of four and of the people beyond them, at most three."""
    of_columns = COLUMNS * COLUMNS
    more = range(sizes.players - of_columns)
    seated = []
    for tables in difference_rows(COLUMNS, rounds):
        joined = [list(table) for table in tables]
        for one in more:
            next(table for table in joined if one in table).append(of_columns + one)
        seated.append(sorted(joined, key=len))
    columns = [list(range(at, at + COLUMNS)) for at in range(0, of_columns, COLUMNS)]
    return Design(seated, apart=[*columns, [of_columns + one for one in more]])
