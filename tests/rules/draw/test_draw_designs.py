"""The designs, looked up or constructed, recounted without the code that uses them."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from tests.factories.draws import KNOWN_REPEATS
from tournament.draw.designs.known_plans import (
    FOR_LISTS,
    KNOWN_PLANS,
    known_plan,
    longer_plan,
    plan_for_lists,
)
from tournament.draw.designs.lookup import design_for, what_if
from tournament.draw.designs.starter_rounds import STARTERS, STARTERS_FOR_LISTS
from tournament.draw.randomness import seeded
from tournament.draw.table_sizes import table_sizes

NO_FAIR_SHARE = {(21, 5): 2, (22, 4): 4, (22, 5): 4, (23, 4): 3, (23, 5): 3}
"""Five tables only: people at a five-table come from every table of every other round."""
UNEVEN_ALTHOUGH_REPEATED = 7


def repeats(rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    met = Counter(
        pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2)
    )
    return sum(times - 1 for times in met.values())


def five_table_excess(people: int, rounds: Sequence[Sequence[Sequence[int]]]) -> int:
    times = Counter(
        person for tables in rounds for table in tables if len(table) == 5 for person in table
    )
    share = -(-times.total() // people)
    return sum(max(0, count - share) for count in times.values())


def assert_seats_all(people: int, rounds: Sequence[Sequence[Sequence[int]]]) -> None:
    for tables in rounds:
        assert tuple(map(len, tables)) == table_sizes(people).sizes
        assert sorted(person for table in tables for person in table) == list(range(people))


@pytest.mark.parametrize(
    ("people", "which"), [(people, n) for people in STARTERS for n in range(len(STARTERS[people]))]
)
def test_shifted_starter_round_repeats_nobody_and_spreads_the_fives(
    people: int, which: int
) -> None:
    starter = STARTERS[people][which]
    rounds = starter.developed()
    assert len(rounds) == starter.modulus
    assert_seats_all(people, rounds)
    assert repeats(rounds) == 0
    assert five_table_excess(people, rounds) == 0


@pytest.mark.parametrize(("people", "rounds"), sorted(KNOWN_PLANS))
def test_known_plan_matches_its_heading(people: int, rounds: int) -> None:
    plan = known_plan(people, rounds)
    assert plan is not None
    assert len(plan) == rounds
    assert_seats_all(people, plan)
    assert repeats(plan) == KNOWN_PLANS[people, rounds][0]
    excess = five_table_excess(people, plan)
    assert excess <= NO_FAIR_SHARE.get((people, rounds), UNEVEN_ALTHOUGH_REPEATED)


@pytest.mark.parametrize(("people", "rounds"), sorted({*FOR_LISTS, *STARTERS_FOR_LISTS}))
def test_each_table_of_a_plan_for_lists_has_one_of_some_people(people: int, rounds: int) -> None:
    sizes = table_sizes(people)
    design = design_for(sizes, rounds, seeded("a"), keepers=sizes.tables)
    assert design is not None
    assert len(design.one_each) == len(set(design.one_each)) == sizes.tables
    assert len(design.rounds) == rounds
    assert_seats_all(people, design.rounds)
    assert repeats(design.rounds) == 0
    assert five_table_excess(people, design.rounds) == 0
    kept = [len({*table} & {*design.one_each}) for tables in design.rounds for table in tables]
    assert kept == [1] * len(kept)


@pytest.mark.parametrize(("keepers", "is_known"), [(6, False), (7, True), (9, True), (10, False)])
def test_a_plan_for_lists_is_taken_where_it_does_better(keepers: int, *, is_known: bool) -> None:
    assert (plan_for_lists(30, 5, keepers) is not None) is is_known
    assert plan_for_lists(30, 6, keepers) is None


@pytest.mark.parametrize(
    ("people", "rounds", "most"),
    KNOWN_REPEATS,
)
def test_known_plans_repeat_no_more_than_was_promised(people: int, rounds: int, most: int) -> None:
    assert KNOWN_PLANS[people, rounds][0] <= most


@pytest.mark.parametrize(("people", "rounds", "excess"), [(21, 2, 1), (21, 3, 2), (21, 4, 3)])
def test_rounds_of_a_longer_plan_repeat_nobody_and_are_fairest(
    people: int, rounds: int, excess: int
) -> None:
    for seed in ("a", "b"):
        design = design_for(table_sizes(people), rounds, seeded(seed))
        assert design is not None
        assert len(design.rounds) == rounds
        assert_seats_all(people, design.rounds)
        assert repeats(design.rounds) == 0
        assert five_table_excess(people, design.rounds) == excess


def test_no_known_plan_where_a_design_is_as_good() -> None:
    assert known_plan(72, 3) is None
    assert longer_plan(72, 3) is None


def test_only_the_best_rounds_of_a_longer_plan_are_used() -> None:
    assert longer_plan(21, 4) == known_plan(21, 5)
    assert longer_plan(21, 5) is longer_plan(21, 1) is longer_plan(20, 5) is None


@pytest.mark.parametrize("people", [16, 20, *range(24, 56), 64, 72, 100, 128, 300, 2000])
def test_design_repeats_nobody_as_long_as_promised(people: int) -> None:
    sizes = table_sizes(people)
    for rounds in range(1, min(9, what_if(people).rounds_without_repeats) + 1):
        design = design_for(sizes, rounds, seeded("x"))
        assert design is not None
        assert len(design.rounds) == rounds
        assert_seats_all(people, design.rounds)
        assert repeats(design.rounds) == 0


def test_designs_in_columns_never_seat_two_of_a_column() -> None:
    design = design_for(table_sizes(72), 9, seeded("x"))
    assert design is not None
    assert design.in_columns
    for tables in design.rounds:
        assert all(sorted(person // 18 for person in table) == [0, 1, 2, 3] for table in tables)
