"""Seats after earlier rounds: exchange people so that everybody gets a seat not had yet.

At a table of four who all lack seat 1, three cannot get it. If they may as well sit elsewhere, it
can be avoided. First by greedy assignment with free exchanges, which suffices with many people;
then by annealing through rounds that cost more for a while.
"""

from collections.abc import Iterator, Sequence
from random import Random

from tournament.draw.entrants import Entrants, History, Tables
from tournament.draw.randomness import below, one_of
from tournament.draw.search.annealing import annealed
from tournament.draw.search.prices import REPEAT, Meetings, Prices
from tournament.draw.seats.seating import SeatCounts, seated
from tournament.draw.seats.strain import SeatStrain, StrainedRound, StrainPrice

STEPS_PER_PERSON = 60
MOST_STEPS = 8_000
"""Greedy steps; the annealing does the rest."""
STAGES = 20
MOVES = 80_000
"""Moves of the annealing: 0.1 to 0.3 s, where a redraw of up to 500 people may take 1 s."""
HEAT = REPEAT
"""Where all have met, the way to a better round leads through some repeats."""
WORTH = StrainPrice(each=REPEAT // 2, beyond=REPEAT // 2)


def seated_after(
    rounds: Sequence[Tables],
    entrants: Entrants,
    history: History,
    seats: SeatCounts,
    random: Random,
) -> list[Tables]:
    """Return the rounds after a history with their people in the order of the seats.

    The last round comes first, since it has all others to compensate.
    """
    meetings = Meetings(entrants, [*history, *rounds])
    seating = seated(rounds, seats, random, entrants.no_list)
    for number in reversed(range(len(seating))):
        tables = seating[number]
        meetings.add(tables, -1)
        for table in tables:
            seats.add(table, -1)
        tables = _relieved(tables, meetings, seats, entrants, random)
        (seating[number],) = seated([tables], seats, random, entrants.no_list)
        meetings.add(tables)
    return seating


def _relieved(
    tables: Tables, prices: Prices, seats: SeatCounts, entrants: Entrants, random: Random
) -> Tables:
    """Return the round with people exchanged where that is free and reduces the strain."""
    strain = SeatStrain(seats)
    state = StrainedRound(tables, prices, strain, WORTH, entrants.fixed)
    exchange_for_nothing(state, min(MOST_STEPS, STEPS_PER_PERSON * len(entrants.ids)), random)
    return with_less_strain(state, random, HEAT)


def exchange_for_nothing(state: StrainedRound, steps: int, random: Random) -> None:
    """Make random exchanges that make nothing worse, starting from strained tables."""
    strained = state.strained_tables()
    for _ in range(steps):
        if not strained:
            break
        here = one_of(strained, random)
        there = below(len(state.tables), random)
        one, other = one_of(state.tables[here], random), one_of(state.tables[there], random)
        if not state.may_exchange(one, other) or state.change(one, other) > 0:
            continue
        if sum(state.strains_after(one, other)) <= state.strains[here] + state.strains[there]:
            state.exchange(one, other)
            strained = state.strained_tables()


def with_less_strain(
    state: StrainedRound, random: Random, heat: int, reach: Sequence[Sequence[int]] | None = None
) -> Tables:
    """Return the round with the least cost and strain found by annealing.

    `heat` is the average additional cost allowed at first; `reach` has the tables that may be tried
    for each person, all by default.
    """
    if not state.strain:
        return state.snapshot()
    heats = [heat - (heat - 1) * stage // (STAGES - 1) for stage in range(STAGES)]
    return annealed(state, lambda: _any_two(state, reach, random), heats, random)


def _any_two(
    state: StrainedRound, reach: Sequence[Sequence[int]] | None, random: Random
) -> Iterator[tuple[int, int]]:
    """Yield a random person, and one at a table within reach."""
    chance, tables, everywhere = random.random, state.tables, range(len(state.tables))
    for _ in range(MOVES // STAGES):
        here = tables[int(chance() * len(tables))]
        person = here[int(chance() * len(here))]
        near = everywhere if reach is None else reach[person]
        there = tables[near[int(chance() * len(near))]]
        yield person, there[int(chance() * len(there))]
