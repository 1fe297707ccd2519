"""What a plan is worth, recounted: whichever search made it, the better one is taken by this."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import chain, combinations

from tournament.core.draw.counting import fewest_pairs
from tournament.core.draw.field import Field, History, Tables
from tournament.core.draw.meetings import NEIGHBOURS, SAME_CLUB, SAME_TEAM
from tournament.core.table_sizes import FIVE_TABLE

Worth = tuple[int, int, int]
"""Repeated pairs (a pair that meets for the third time counts twice more), times at a five-table
beyond the fair share, price of the mates and neighbours who meet: less is better, in this order."""


def worth_of(plan: Sequence[Tables], field: Field, history: History = ()) -> Worth:
    """The worth of these rounds, repeats and five-tables counted with the history."""
    met = Counter[tuple[int, int]]()
    fives = Counter[int]()
    seats_at_fives = 0
    for table in chain.from_iterable([*history, *plan]):
        present = sorted(person for person in table if person is not None)
        met.update(combinations(present, 2))
        if len(table) == FIVE_TABLE:
            fives.update(present)
            seats_at_fives += len(present)
    share = -(-seats_at_fives // len(field.ids))
    return (
        sum(times * (times - 1) // 2 for times in met.values() if times > 1),
        sum(times - share for times in fives.values() if times > share),
        _price_of_mates(plan, field, opening=not history),
    )


def _price_of_mates(plan: Sequence[Tables], field: Field, *, opening: bool) -> int:
    price = 0
    for tables in plan:
        price += SAME_CLUB * _together(field.clubs, tables)
        price += SAME_TEAM * _together(field.teams, tables)
    if opening and plan:
        price += NEIGHBOURS * _together(field.neighbours, plan[0])
    return price


def _together(groups: Iterable[Sequence[int]], tables: Tables) -> int:
    """How many pairs of one group sit together."""
    table_of = {person: number for number, table in enumerate(tables) for person in table}
    return sum(
        table_of[one] == table_of[other]
        for mates in groups
        for one, other in combinations(mates, 2)
    )


def fewest_mates(field: Field) -> int:
    """The price of the mates that a round brings together at least: a large club meets."""
    tables = field.sizes.tables
    return SAME_CLUB * sum(fewest_pairs(len(club), tables) for club in field.clubs) + (
        SAME_TEAM * sum(fewest_pairs(len(team), tables) for team in field.teams)
    )
