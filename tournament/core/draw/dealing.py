"""A round to start a search from, dealt as cards are: mates come to different tables."""

from collections.abc import Sequence
from random import Random

from tournament.core.draw.field import Field, Tables
from tournament.core.draw.randomness import shuffled


def dealt(field: Field, five_price: Sequence[int], random: Random) -> Tables:
    """Club by club over the tables; those who were least at five-tables sit there.

    People with a fixed table sit there already.
    """
    sizes = field.sizes
    tables: Tables = [[] for _ in sizes.sizes]
    for person, table in field.at_fixed_tables.items():
        tables[table].append(person)
    waiting = [person for person in _by_club(field, random) if person not in field.at_fixed_tables]
    seats = sum(
        size - len(table) for size, table in zip(sizes.sizes, tables, strict=True) if size > 4
    )
    by_price = sorted(shuffled(waiting, random), key=lambda person: five_price[person])
    at_fives = set(by_price[:seats])
    fours = [person for person in waiting if person not in at_fives]
    fives = [person for person in waiting if person in at_fives]
    _spread(fours, tables[: sizes.fours], sizes.sizes)
    _spread(fives, tables[sizes.fours :], sizes.sizes[sizes.fours :])
    return tables


def _by_club(field: Field, random: Random) -> list[int]:
    clubless = set(field.people).difference(*field.clubs)
    groups = [*field.clubs, *((person,) for person in sorted(clubless))]
    return [person for mates in shuffled(groups, random) for person in shuffled(mates, random)]


def _spread(people: Sequence[int], tables: Tables, sizes: Sequence[int]) -> None:
    """One to each table that has a free seat, then again from the first."""
    waiting = iter(people)
    for _ in range(max(sizes, default=0)):
        for table, size in zip(tables, sizes, strict=False):
            if len(table) < size:
                table.extend(person for person in [next(waiting, None)] if person is not None)
