"""The parts of the draw, each alone."""

from collections import Counter
from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.draw.designs.difference_rows import design
from tournament.draw.entrants import Entrants
from tournament.draw.randomness import below, one_of, seeded, shuffled
from tournament.draw.search.local import tabu_search
from tournament.draw.search.prices import REPEAT, SAME_CLUB, Meetings
from tournament.draw.search.state import RoundState
from tournament.draw.seats.seating import SeatCounts, coloured, seated
from tournament.draw.table_sizes import table_sizes


def test_randomness_is_equal_on_every_machine_and_python() -> None:
    random = seeded("Kreuzdame")
    assert [below(1000, random) for _ in range(5)] == [271, 45, 45, 437, 460]
    assert "".join(shuffled("abcdefgh", seeded("Kreuzdame"))) == "edfbhgac"
    assert one_of("abcdefgh", seeded("Schärfenhöfer")) == "a"


def test_shuffle_gives_every_order_the_same_chance() -> None:
    random = seeded("fair")
    orders = Counter(tuple(shuffled("abc", random)) for _ in range(6000))
    assert set(orders) == set(permutations("abc"))
    assert all(900 < count < 1100 for count in orders.values())


def test_shuffle_leaves_its_argument_alone() -> None:
    letters = list("abcdefgh")
    assert sorted(shuffled(letters, seeded("x"))) == letters == list("abcdefgh")


@pytest.mark.parametrize("rounds", [1, 3, 9, 12])
def test_design_seats_all_and_no_pair_twice(rounds: int) -> None:
    for tables in range(1, 61):
        plan = design(tables, rounds)
        assert 1 <= len(plan) <= rounds
        met = Counter(pair for seats in plan for table in seats for pair in combinations(table, 2))
        assert (tables, set(met.values())) == (tables, {1})
        for seats in plan:
            assert sorted(person for table in seats for person in table) == list(range(4 * tables))


@pytest.mark.parametrize(
    ("tables", "rounds"), [(4, 5), (5, 5), (6, 5), (7, 7), (8, 9), (9, 9), (10, 9), (12, 11)]
)
def test_design_reaches_so_many_rounds(tables: int, rounds: int) -> None:
    assert len(design(tables, 12)) == rounds


def test_design_has_nine_rounds_from_nine_tables_on() -> None:
    many = [*range(9, 60), 100, 256, 500]
    assert {tables: len(design(tables, 9)) for tables in many} == dict.fromkeys(many, 9)


def test_people_of_a_column_never_meet_in_a_shortened_design() -> None:
    for seats in design(18, 3):
        for table in seats:
            assert sorted(person // 18 for person in table) == [0, 1, 2, 3]


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=60))
def test_colouring_gives_the_lines_of_a_point_different_colours(
    wanted: list[tuple[int, int]],
) -> None:
    lines: list[tuple[int, int]] = []
    for left, right in wanted:
        ends = Counter([end for line in lines for end in (("l", line[0]), ("r", line[1]))])
        if ends["l", left] < 4 and ends["r", right] < 4:
            lines.append((left, right))
    colours = coloured(lines, 4)
    assert set(colours) <= {0, 1, 2, 3}
    for side in (0, 1):
        at_point = Counter(
            (line[side], colour) for line, colour in zip(lines, colours, strict=True)
        )
        assert set(at_point.values()) <= {1}


def test_colouring_recolours_a_path_when_no_common_colour_is_free() -> None:
    assert coloured([("a", 1), ("b", 1)], 2) == [1, 0]
    ring = [("a", 1), ("b", 2), ("b", 1), ("c", 2), ("c", 3), ("a", 3)]
    assert coloured(ring, 2) == [1, 1, 0, 0, 1, 0]


def made(people: int, **wishes: Any) -> Entrants:
    """Return nameless people."""
    return Entrants(tuple(map(str, range(people))), table_sizes(people), **wishes)


def test_meetings_price_repeats_progressively_and_club_mates_little() -> None:
    meetings = Meetings(made(4, clubs=((0, 1),)), five_table_again=50)
    table = [[0, 1, 2, 3]]
    assert meetings.cost(table) == SAME_CLUB
    meetings.add(table)
    assert meetings.cost(table) == SAME_CLUB + 6 * REPEAT
    meetings.add([[2, 3, None, None]])
    assert meetings.cost(table) == SAME_CLUB + 7 * REPEAT
    meetings.add([[2, 3, None, None]], -1)
    meetings.add(table, -1)
    assert meetings.cost(table) == SAME_CLUB


def test_meetings_price_a_five_table_for_those_who_had_one() -> None:
    meetings = Meetings(made(9), five_table_again=50)
    meetings.add([[0, 1, 2, 3], [4, 5, 6, 7, 8]])
    assert meetings.five_price == [0, 0, 0, 0, 50, 50, 50, 50, 50]
    meetings.add([[4, 5, 6, 7], [0, 1, 2, 3, 8]])
    assert meetings.five_price == [0, 0, 0, 0, 0, 0, 0, 0, 50]


@given(seed=st.text(max_size=5), steps=st.integers(0, 60))
def test_tabu_search_never_makes_a_round_dearer(seed: str, steps: int) -> None:
    random = seeded(seed)
    clubs = tuple(tuple(range(club, 21, 12)) for club in (0, 3, 6, 9))
    meetings = Meetings(made(21, clubs=clubs), five_table_again=50)

    def dealt() -> list[list[int]]:
        order = shuffled(range(21), random)
        return [order[:4], order[4:8], order[8:12], order[12:16], order[16:]]

    meetings.add(dealt())
    meetings.add(dealt())
    start = dealt()
    better, cost = tabu_search(RoundState(start, meetings), 21, random, steps=steps)
    assert cost == meetings.cost(better)
    assert meetings.cost(better) <= meetings.cost(start)
    assert [len(table) for table in better] == [4, 4, 4, 4, 5]
    assert sorted(person for table in better for person in table) == list(range(21))


def test_tabu_search_stops_at_a_cost_that_is_enough() -> None:
    meetings = Meetings(made(8, clubs=(tuple(range(8)),)), five_table_again=50)
    start = [[0, 1, 2, 3], [4, 5, 6, 7]]
    found = tabu_search(RoundState(start, meetings), 8, seeded("x"), steps=50, enough=12)
    assert found == (start, 12)


@given(
    tables=st.integers(1, 12),
    rounds=st.integers(1, 9),
    fives=st.booleans(),
    seed=st.text(max_size=3),
)
def test_seats_planned_together_differ_by_at_most_one(
    tables: int, rounds: int, fives: bool, seed: str
) -> None:
    random = seeded(seed)
    size = 5 if fives else 4
    people = size * tables
    plan = []
    for _ in range(rounds):
        order = shuffled(range(people), random)
        plan.append([order[at : at + size] for at in range(0, people, size)])
    before = SeatCounts(people)
    seating = seated(plan, before, random)
    for planned, seats in zip(plan, seating, strict=True):
        assert [sorted(table) for table in planned] == [sorted(table) for table in seats]
    for held in before.held:
        assert max(held) - min(held) <= 1
    assert sum(before.fifth) == (tables * rounds if fives else 0)


def test_seats_after_a_history_go_to_those_who_had_them_least() -> None:
    before = SeatCounts(4)
    for _ in range(2):
        before.add([0, 1, 2, 3])
    before.add([1, 0, 3, 2])
    (((first, second, third, fourth),),) = seated([[[0, 1, 2, 3]]], before, seeded("x"))
    assert {first, second} == {2, 3}
    assert {third, fourth} == {0, 1}
