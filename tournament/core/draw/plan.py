"""The method "plan": all rounds asked for at once, by lot."""

from itertools import chain

from tournament.core.draw.field import Field, History, field_of, named, numbered
from tournament.core.draw.groups import grouped
from tournament.core.draw.larger_tables import larger_rounds, needs_larger_tables
from tournament.core.draw.model import DrawRequest, Round
from tournament.core.draw.randomness import seeded
from tournament.core.draw.seats import SeatCounts, seated
from tournament.core.draw.settling import settled_rounds


def plan_rounds(request: DrawRequest) -> tuple[Round, ...]:
    """First who sits together, then at which table, then on which seat."""
    if needs_larger_tables(request):
        return larger_rounds(request)
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
