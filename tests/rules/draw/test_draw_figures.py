"""What the draw promises, by the independent verifier.

All sizes: tools/benchmarks/draw_sweep.py.
"""

import pytest

from tests.factories.draws import KNOWN_REPEATS, field, shuffled_clubs, verdict
from tests.factories.effort import tries
from tournament.draw import DrawRequest, Entrant, draw
from tournament.draw.designs.lookup import what_if

pytestmark = pytest.mark.long

TURNS = tries(3, 1)
"""Of so many numbers of rounds each size has one."""


def figures_of(entrants: tuple[Entrant, ...], rounds: int) -> dict[str, int]:
    return verdict(entrants, draw(DrawRequest(entrants, rounds, "figures")).rounds)


@pytest.mark.parametrize(
    "people", [4, 5, 8, 9, 10, *range(12, 64), 71, 72, 73, 100, 127, 199, 255, 300]
)
def test_plan_repeats_nobody_as_long_as_promised(people: int) -> None:
    promised = what_if(people).rounds_without_repeats
    # Sizes next to each other take turns with the smaller numbers of rounds.
    usual = (1, 3, 5, 7, 8, 9)
    for rounds in sorted({*usual[people % TURNS :: TURNS], min(9, promised)}):
        if rounds <= promised:
            figures = figures_of(field(people), rounds)
            assert figures["repeat_pairs"] == 0
            assert figures["seat_imbalance_max"] <= 1


@pytest.mark.parametrize(("rounds", "excess"), [(2, 1), (3, 2), (4, 3)])
def test_plan_of_twenty_one_is_optimal(rounds: int, excess: int) -> None:
    for seed in range(tries(2, 6)):
        plan = draw(DrawRequest(field(21), rounds, f"seed {seed}"))
        figures = verdict(field(21), plan.rounds)
        assert (figures["repeat_pairs"], figures["five_table_excess"]) == (0, excess)


@pytest.mark.parametrize("people", [22, 23])
def test_five_rounds_of_an_evening_repeat_nobody_whatever_the_seed(people: int) -> None:
    for entrants in (field(people), shuffled_clubs(people)):
        for seed in range(tries(5, 50)):
            plan = draw(DrawRequest(entrants, 5, f"seed {seed}"))
            assert verdict(entrants, plan.rounds)["repeat_pairs"] == 0


@pytest.mark.parametrize("people", [512, 1000, 2000, 2003])
def test_plan_of_a_very_large_field_is_perfect(people: int) -> None:
    figures = figures_of(shuffled_clubs(people), 9)
    assert figures["repeat_pairs"] == 0
    assert figures["same_club_pairs"] == figures["same_club_lower_bound"]
    assert figures["seat_imbalance_max"] == 1
    assert figures["five_table_excess"] == 0


@pytest.mark.parametrize(
    ("people", "rounds", "repeats"),
    [
        (16, 6, 24),
        (16, 7, 48),
        (16, 8, 72),
        (16, 9, 96),
        *KNOWN_REPEATS,
        (8, 3, 12),
        (12, 3, 9),
    ],
)
def test_plan_of_more_rounds_than_possible_repeats_few_pairs(
    people: int, rounds: int, repeats: int
) -> None:
    for entrants in (field(people), shuffled_clubs(people)):
        figures = figures_of(entrants, rounds)
        assert figures["repeat_pairs"] <= repeats
        assert figures["seat_imbalance_max"] <= 1


@pytest.mark.parametrize("people", [20, 24, 28, 32, 36, 40, 48, 64, 72, 100, 128])
def test_plan_separates_club_mates_as_far_as_counting_allows(people: int) -> None:
    entrants = shuffled_clubs(people)
    most = min(9, people // 4 - 1)
    for rounds in sorted({*range(2, most, TURNS), most}):
        figures = figures_of(entrants, rounds)
        assert figures["repeat_pairs"] == 0
        assert figures["same_club_pairs"] == figures["same_club_lower_bound"]


@pytest.mark.parametrize(("people", "most"), [(33, 2), (34, 4), (35, 6)])
def test_plan_with_five_tables_keeps_club_mates_apart(people: int, most: int) -> None:
    entrants = shuffled_clubs(people)
    assert figures_of(entrants, 3)["same_club_pairs"] == 0
    assert figures_of(entrants, 5)["same_club_pairs"] <= most


@pytest.mark.parametrize("people", [25, 29, 30, 33, 35, 41, 57, 73, 102])
def test_plan_shares_out_the_five_tables(people: int) -> None:
    for rounds in (1, 3, 5, what_if(people).rounds_without_repeats):
        assert figures_of(field(people), min(9, rounds))["five_table_excess"] == 0


@pytest.mark.parametrize("people", [38, 39])
def test_plan_of_seven_rounds_with_clubs_spreads_the_five_tables(people: int) -> None:
    entrants = shuffled_clubs(people)
    for seed in range(tries(1, 4)):
        figures = verdict(entrants, draw(DrawRequest(entrants, 7, f"s{seed}")).rounds)
        assert (figures["repeat_pairs"], figures["five_table_excess"]) == (0, 0)


def test_plan_of_four_or_eight_rounds_balances_every_seat() -> None:
    for people, rounds in ((32, 4), (72, 8), (176, 8)):
        assert figures_of(field(people), rounds)["seat_imbalance_max"] == 0
