"""Seats after earlier rounds: exchanges people so that everybody finds a seat they lack.

At a table of four who all lack seat 1, three are disappointed. If they may as well sit elsewhere,
nobody needs to be.
"""

from collections.abc import Sequence
from random import Random

from tournament.core.draw.easing import SeatStrain, StrainPrice, eased
from tournament.core.draw.field import Field, History, Tables
from tournament.core.draw.meetings import REPEAT, Prices, recalled
from tournament.core.draw.randomness import below, one_of
from tournament.core.draw.seats import SeatCounts, seated

STEPS_PER_PERSON = 60
MOST_STEPS = 8_000
HEAT = REPEAT
"""Where all have met, the way to a better round leads through some repeats."""
WORTH = StrainPrice(each=REPEAT // 2, beyond=REPEAT // 2)


def settled_rounds(
    rounds: Sequence[Tables], field: Field, history: History, seats: SeatCounts, random: Random
) -> list[Tables]:
    """The rounds after a history with their people in the order of the seats.

    The last round is eased first, since it has all others to make up for.
    """
    meetings = recalled(field, [*history, *rounds])
    seating = seated(rounds, seats, random, field.no_list)
    for number in reversed(range(len(seating))):
        tables = seating[number]
        meetings.remove(tables)
        for table in tables:
            seats.add(table, -1)
        tables = settled(tables, meetings, seats, field, random)
        (seating[number],) = seated([tables], seats, random, field.no_list)
        meetings.add(tables)
    return seating


def settled(
    tables: Tables, prices: Prices, seats: SeatCounts, field: Field, random: Random
) -> Tables:
    """The round with people exchanged where that costs nothing and eases the seats.

    The prices must not contain the round itself. People with a fixed table stay.
    """
    strain = SeatStrain(seats)
    tables = _exchanged_for_nothing(tables, prices, strain, field, random)
    return eased(tables, prices, strain, field, random, worth=WORTH, heat=HEAT, pays=False)


def _exchanged_for_nothing(
    tables: Tables, prices: Prices, strain: SeatStrain, field: Field, random: Random
) -> Tables:
    """The first way of each exchange that offers itself; in a large field it is enough."""
    tables = [list(table) for table in tables]
    strains = [strain.of(table) for table in tables]
    fixed = field.at_fixed_tables
    for _ in range(min(MOST_STEPS, STEPS_PER_PERSON * len(field.ids))):
        strained = [number for number, level in enumerate(strains) if level]
        if not strained:
            break
        one, other = one_of(strained, random), below(len(tables), random)
        here, there = below(len(tables[one]), random), below(len(tables[other]), random)
        if one == other or tables[one][here] in fixed or tables[other][there] in fixed:
            continue
        pair = (one, other)
        before = _cost(tables, pair, prices)
        _exchange(tables, one, here, other, there)
        after = [strain.of(tables[number]) for number in pair]
        easier = sum(after) <= strains[one] + strains[other]
        if easier and _cost(tables, pair, prices) <= before:
            strains[one], strains[other] = after
        else:
            _exchange(tables, one, here, other, there)
    return tables


def _exchange(tables: Tables, one: int, here: int, other: int, there: int) -> None:
    tables[one][here], tables[other][there] = tables[other][there], tables[one][here]


def _cost(tables: Tables, numbers: tuple[int, int], prices: Prices) -> int:
    return sum(
        prices.pair[person][mate]
        for number in numbers
        for person in tables[number]
        for mate in tables[number]
    ) + 2 * sum(prices.table[person][number] for number in numbers for person in tables[number])
