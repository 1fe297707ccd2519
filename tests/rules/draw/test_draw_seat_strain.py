"""How many repeat a seat before they had all, when rounds are drawn one at a time."""

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factories.draws import field
from tournament.draw import DrawRequest, Round, draw
from tournament.draw.entrants import Entrants
from tournament.draw.quality import seats_held
from tournament.draw.search.prices import Meetings, charge
from tournament.draw.seats.seating import SeatCounts
from tournament.draw.seats.strain import (
    SeatStrain,
    StrainedRound,
    StrainPrice,
    least_strain,
    reduce_strain,
)
from tournament.draw.table_sizes import table_sizes

PRICE = StrainPrice(each=2, beyond=10, bearable=3)


def uneven(rounds: tuple[Round, ...]) -> int:
    """Return how many have some seat at least twice more often than another."""
    spreads = [max(held) - min(held) for held in seats_held(rounds).values()]
    assert max(spreads) <= 2
    return sum(spread == 2 for spread in spreads)


@pytest.mark.parametrize(("players", "rounds"), [(24, 4), (32, 4), (48, 4), (48, 8), (64, 8)])
def test_at_most_a_fifth_repeat_a_seat_in_rounds_drawn_singly(players: int, rounds: int) -> None:
    history: tuple[Round, ...] = ()
    for number in range(rounds):
        history += draw(DrawRequest(field(players), 1, f"{number}", "redraw", history)).rounds
        assert uneven(history) <= players // 5


def people(count: int, **wishes: object) -> Entrants:
    return Entrants(tuple(map(str, range(count))), table_sizes(count), **wishes)


def lacking_seat(number_of: dict[int, int]) -> SeatCounts:
    """Return a history in which everybody had all seats once but the one named."""
    seats = SeatCounts(len(number_of))
    for person, lacking in number_of.items():
        for seat in range(4):
            seats.held[person][seat] += seat != lacking
    return seats


def test_four_tables_lacking_the_same_seat_are_mixed() -> None:
    tables = [[4 * table + seat for seat in range(4)] for table in range(4)]
    strain = SeatStrain(lacking_seat({person: person // 4 for person in range(16)}))
    assert strain.of_all(tables) == 12
    meetings = Meetings(people(16), five_table_again=50)
    state = StrainedRound(tables, meetings, strain, PRICE)
    mixed = reduce_strain(state, Random(1), 5)
    assert strain.of_all(mixed) == 0
    assert sorted(person for table in mixed for person in table) == list(range(16))


@pytest.mark.parametrize("pays", [False, True])
def test_seats_are_strained_less_at_a_cost_only_if_paid(pays: bool) -> None:
    tables = [[0, 1, 2, 3], [4, 5, 6, 7]]
    strain = SeatStrain(lacking_seat({person: person // 4 for person in range(8)}))
    meetings = Meetings(people(8), five_table_again=50)
    for one in range(4):
        charge(meetings.pair, [(one, other) for other in range(4, 8)], 3)
    state = StrainedRound(tables, meetings, strain, replace(PRICE, pays=pays))
    found = reduce_strain(state, Random(1), 9)
    before = meetings.cost(tables) + PRICE.of(strain.of_all(tables))
    assert (found != tables) == pays
    assert (meetings.cost(found) + PRICE.of(strain.of_all(found)) < before) == pays


def test_people_with_fixed_tables_stay_and_others_within_reach() -> None:
    tables = [[4 * table + seat for seat in range(4)] for table in range(4)]
    fixed = people(16, fixed={0: 0, 1: 0, 15: 3})
    strain = SeatStrain(lacking_seat({person: person // 4 for person in range(16)}))
    meetings = Meetings(fixed, five_table_again=50)
    state = StrainedRound(tables, meetings, strain, PRICE, fixed.fixed)
    found = reduce_strain(state, Random(1), 5)
    assert {0, 1} <= set(found[0])
    assert 15 in found[3]
    reach = [[0, 1]] * 8 + [[2, 3]] * 8
    state = StrainedRound(tables, meetings, strain, PRICE, fixed.fixed)
    found = reduce_strain(state, Random(1), 5, reach)
    assert sorted(found[0] + found[1]) == list(range(8))
    assert strain.of_all(found) < 12


@given(st.lists(st.lists(st.integers(0, 4), min_size=4, max_size=4), min_size=4, max_size=4))
def test_least_strain_is_that_of_the_best_order(held: list[list[int]]) -> None:
    seats = SeatCounts(4)
    seats.held = held
    best = min(
        sum((held[person][seat] - min(held[person])) ** 2 for seat, person in enumerate(order))
        for order in permutations(range(4))
    )
    assert SeatStrain(seats).of([0, 1, 2, 3]) == best
    assert SeatStrain(seats).of([0, 1, 2, 3, 3]) == 0
    assert least_strain(((0, 0, 0, 0),) * 4) == 0


@pytest.mark.parametrize(
    ("held", "remains"),
    [
        ([1, 1, 1, 0], False),
        ([2, 1, 1, 0], False),
        ([2, 1, 0, 0], True),
        ([3, 1, 1, 0], True),
        ([2, 2, 2, 2], False),
    ],
)
def test_players_uneven_in_any_seat_are_known(held: list[int], remains: bool) -> None:
    seats = SeatCounts(1)
    seats.held = [held]
    after = [[times + (seat == got) for seat, times in enumerate(held)] for got in range(4)]
    assert all(max(counts) - min(counts) >= 2 for counts in after) == remains
    assert SeatStrain(seats).remaining == remains


def test_strain_beyond_the_limit_costs_more() -> None:
    assert [PRICE.of(strain) for strain in (0, 1, 3, 4, 5)] == [0, 2, 6, 16, 26]
