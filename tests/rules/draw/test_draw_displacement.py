"""How far people sit from the table of their rank."""

import pytest

from tests.factories.draws import field
from tournament.draw import DrawRequest, Round, draw
from tournament.draw.certificate import (
    Displacement,
    DrawnByStandings,
    displacement,
    drawn_by_standings,
)

RANKING = tuple("abcdefgh")
EXACT: Round = (tuple("abcd"), tuple("efgh"))
SWAPPED: Round = (tuple("abcf"), tuple("egdh"))
"""The fourth and the sixth have swapped tables: one place down, two places up."""


def test_neighbours_at_one_table_are_nowhere_off() -> None:
    assert displacement(EXACT, RANKING, (), is_snake=False) == Displacement(8, 0, 0, 0)


def test_exchanged_neighbours_are_off_by_the_places_between() -> None:
    found = displacement(SWAPPED, RANKING, (), is_snake=False)
    assert found == Displacement(seats=8, ranks=1 + 2, furthest=2, repeats_avoided=0)


def test_repeats_that_are_avoided_are_counted() -> None:
    assert displacement(SWAPPED, RANKING, (EXACT,), is_snake=False).repeats_avoided == 12 - 6


def test_tables_of_five_belong_where_their_people_are() -> None:
    """They have the highest numbers, wherever in the standings they are."""
    tables: Round = (tuple("fghi"), tuple("abcde"))
    assert displacement(tables, tuple("abcdefghi"), (), is_snake=False).ranks == 0


def test_snake_puts_one_of_each_part_at_each_table() -> None:
    snake: Round = (tuple("adeh"), tuple("bcfg"))
    assert displacement(snake, RANKING, (), is_snake=True) == Displacement(8, 0, 0, 0)
    assert displacement(EXACT, RANKING, (), is_snake=True).ranks == 2 * (0 + 1 + 2 + 3)


def test_unranked_player_comes_last() -> None:
    assert displacement(EXACT, RANKING[:7], (), is_snake=False).ranks == 0


@pytest.mark.parametrize("method", ["ranked", "snake"])
def test_first_round_by_standings_is_exact_where_nobody_met(method: str) -> None:
    entrants = field(32)
    ranking = tuple(entrant.id for entrant in entrants)
    tables = draw(DrawRequest(entrants, 1, "x", method, (), ranking)).rounds
    found = displacement(tables[0], ranking, (), is_snake=method == "snake")
    assert found == Displacement(32, 0, 0, 0)


def test_rounds_without_a_ranking_are_left_out() -> None:
    rounds = (EXACT, SWAPPED, SWAPPED)
    assert drawn_by_standings(rounds, {}, is_snake=False) is None
    assert drawn_by_standings(rounds, {2: RANKING, 3: RANKING, 4: RANKING}, is_snake=False) == (
        DrawnByStandings((2, 3), False, False, Displacement(16, 6, 2, 6))
    )
