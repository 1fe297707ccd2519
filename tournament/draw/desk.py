"""Seats drawn one by one at the registration desk, by a lot for the number of people expected.

The places of round 1 are numbered through the tables. The seed mixes the numbers; whoever comes
k-th gets the k-th of them. Nothing else about a person counts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tournament.draw.changes import Place
from tournament.draw.model import Entrant, Round
from tournament.draw.randomness import seeded, shuffled
from tournament.draw.repair import repaired
from tournament.draw.table_sizes import table_sizes


@dataclass(frozen=True, slots=True)
class DeskSeat:
    """What somebody draws at the desk: a number, and the place with this number in round 1."""

    number: int
    place: Place


def desk_seats(seed: str, expected: int, larger_tables: bool = False) -> tuple[DeskSeat, ...]:
    """Return what is drawn at the desk, first comer first. Raises CannotSeat."""
    sizes = table_sizes(expected, larger_tables).sizes
    places = [Place(t, s) for t, size in enumerate(sizes, 1) for s in range(1, size + 1)]
    seats = [DeskSeat(number, place) for number, place in enumerate(places, 1)]
    return tuple(shuffled(seats, seeded(f"{seed} desk")))


def seat_arrivals(
    seed: str, expected: int, arrivals: Sequence[str], larger_tables: bool = False
) -> tuple[tuple[str | None, ...], ...]:
    """Return round 1 as drawn at the desk; None: a place whose number nobody has drawn."""
    sizes = table_sizes(expected, larger_tables).sizes
    tables: list[list[str | None]] = [[None] * size for size in sizes]
    drawn = desk_seats(seed, expected, larger_tables)
    for person, seat in zip(arrivals, drawn, strict=False):
        tables[seat.place.table - 1][seat.place.seat - 1] = person
    return tuple(map(tuple, tables))


def fill_round(
    entrants: Sequence[Entrant],
    tables: Sequence[Sequence[str | None]],
    larger_tables: bool = False,
) -> Round:
    """Seat exactly these entrants by a repair: places without anybody are closed.

    Whoever has a seat keeps the table where that is possible. Raises CannotSeat.
    """
    present = {entrant.id for entrant in entrants}
    full = tuple(
        tuple(person or f"free {t}-{s}" for s, person in enumerate(table, 1))
        for t, table in enumerate(tables, 1)
    )
    seated = [person for table in full for person in table]
    leaving = [person for person in seated if person not in present]
    joining = sorted(present - set(seated))
    if not leaving and not joining:
        return full
    everybody = [*entrants, *map(Entrant, leaving)]
    change = repaired(
        everybody, (), (full,), leaving=leaving, joining=joining, larger_tables=larger_tables
    )
    return change.rounds[0]
