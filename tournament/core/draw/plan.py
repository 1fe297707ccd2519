"""The method "plan": all rounds asked for at once, by lot."""

from collections.abc import Iterable, Sequence
from itertools import chain

from tournament.core.draw.field import Field, History, Tables, field_of, numbered
from tournament.core.draw.groups import grouped
from tournament.core.draw.model import DrawRequest, Round
from tournament.core.draw.randomness import seeded
from tournament.core.draw.seats import SeatCounts, seated
from tournament.core.draw.settling import settled_rounds


def plan_rounds(request: DrawRequest) -> tuple[Round, ...]:
    """First who sits together, then at which table, then on which seat."""
    field = field_of(request.entrants)
    history = numbered(request, field)
    random = seeded(request.seed)
    groups = grouped(field, request.rounds, history, random)
    seats = seats_held(field, history)
    if history:
        return named(field, settled_rounds(groups, field, history, seats, random))
    return named(field, seated(groups, seats, random, field.no_list))


def seats_held(field: Field, history: History) -> SeatCounts:
    """How often everybody has had which seat."""
    seats = SeatCounts(len(field.ids))
    for table in chain.from_iterable(history):
        seats.add(table)
    return seats


def named(field: Field, rounds: Iterable[Tables | Sequence[Sequence[int]]]) -> tuple[Round, ...]:
    """The rounds with the ids of the people."""
    return tuple(
        tuple(tuple(field.ids[person] for person in table) for table in tables) for tables in rounds
    )
