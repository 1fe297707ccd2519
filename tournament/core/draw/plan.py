"""The method "plan": all rounds asked for at once, by lot."""

from itertools import chain
from random import Random

from tournament.core.draw.groups import grouped
from tournament.core.draw.meetings import Tables
from tournament.core.draw.model import DrawRequest, Round
from tournament.core.draw.randomness import seeded, shuffled
from tournament.core.draw.seats import SeatCounts, seated
from tournament.core.table_sizes import TableSizes, table_sizes


def plan_rounds(request: DrawRequest) -> tuple[Round, ...]:
    """First who sits together, then at which table, then on which seat.

    People are numbered in the order of their ids: the order of the entrants does not matter.
    """
    entrants = sorted(request.entrants, key=lambda entrant: entrant.id)
    clubs = [entrant.club for entrant in entrants]
    number = {entrant.id: place for place, entrant in enumerate(entrants)}
    sizes = table_sizes(len(entrants))
    random = seeded(request.seed)
    history = [[[number.get(person) for person in table] for table in r] for r in request.history]
    seats = SeatCounts(len(entrants))
    for table in chain.from_iterable(history):
        seats.add(table)
    groups = grouped(clubs, request.rounds, sizes, history, random)
    numbered = [_numbered(tables, sizes, random) for tables in groups]
    return tuple(
        tuple(tuple(entrants[person].id for person in table) for table in tables)
        for tables in seated(numbered, seats, random)
    )


def _numbered(tables: Tables, sizes: TableSizes, random: Random) -> Tables:
    """The tables in the order of their numbers, by lot: four-tables first, five-tables last."""
    return [*shuffled(tables[: sizes.fours], random), *shuffled(tables[sizes.fours :], random)]
