"""The methods "ranked" and "snake", compared with "redraw"."""

from collections import Counter
from functools import cache
from hashlib import sha256

import pytest

from tests.factories.draws import field, verdict
from tournament.draw import CannotDraw, DrawRequest, Entrant, Round
from tournament.draw import draw as drawn
from tournament.draw.search.local import exponential_draws

pytestmark = pytest.mark.long

draw = cache(drawn)  # the first rounds of a field are those of its longer tournaments, too

SLOW = pytest.mark.slow


def standings(entrants: tuple[Entrant, ...], number: int) -> tuple[str, ...]:
    """Return an order unrelated to that of another round."""
    ids = [entrant.id for entrant in entrants]
    return tuple(sorted(ids, key=lambda person: sha256(f"{number}/{person}".encode()).hexdigest()))


def played(players: int, rounds: int, method: str) -> tuple[tuple[Round, ...], list[int]]:
    """Return so many rounds by the standings, and by how many ranks people were moved in each."""
    entrants = field(players)
    history: tuple[Round, ...] = ()
    moved = []
    for number in range(rounds):
        ranking = standings(entrants, number)
        request = DrawRequest(entrants, 1, f"seed {number}", method, history, ranking)
        (tables,) = draw(request).rounds
        history += (tables,)
        moved.append(
            sum(
                max(0, 4 * table - ranking.index(person), ranking.index(person) - 4 * table - 3)
                for table, people in enumerate(tables)
                for person in people
            )
        )
    return history, moved


@pytest.mark.no_cover  # so many cases take four times as long when measured
@pytest.mark.parametrize(
    ("players", "rounds", "most"),
    [(16, 3, 60), pytest.param(48, 3, 45, marks=SLOW), pytest.param(100, 3, 45, marks=SLOW)],
)
def test_ranked_seats_neighbours_in_the_standings_without_repeats(
    players: int, rounds: int, most: int
) -> None:
    history, moved = played(players, rounds, "ranked")
    assert moved[0] == 0
    assert sum(moved) <= most
    figures = verdict(field(players), history)
    assert figures["repeat_pairs"] == 0
    assert figures["seat_imbalance_max"] <= 2
    assert figures["players_with_imbalance_over_1"] <= players // 5


@pytest.mark.no_cover  # so many cases take four times as long when measured
@pytest.mark.parametrize(
    ("players", "most"),
    [(32, 90), pytest.param(48, 80, marks=SLOW), pytest.param(100, 75, marks=SLOW)],
)
def test_seats_eased_for_few_ranks_are_balanced_next_round(players: int, most: int) -> None:
    history, moved = played(players, 5, "ranked")
    four, five = verdict(field(players), history[:4]), verdict(field(players), history)
    assert (four["repeat_pairs"], four["seat_imbalance_max"]) == (0, 2)
    assert four["players_with_imbalance_over_1"] <= players // 3
    assert sum(moved[:4]) <= most
    assert (five["repeat_pairs"], five["players_with_imbalance_over_1"] <= players // 20) == (
        0,
        True,
    )


@pytest.mark.no_cover  # so many cases take four times as long when measured
def test_ranked_gives_five_tables_to_those_who_had_none() -> None:
    history, _ = played(35, 4, "ranked")
    assert verdict(field(35), history)["repeat_pairs"] == 0
    at_fives = Counter(p for tables in history for table in tables[-3:] for p in table)
    assert max(at_fives.values()) <= 3


def test_ranked_puts_the_leaders_at_table_1() -> None:
    entrants = field(72)
    ranking = standings(entrants, 0)
    (tables,) = draw(DrawRequest(entrants, 1, "x", "ranked", ranking=ranking)).rounds
    assert set(tables[0]) == set(ranking[:4])
    assert set(tables[17]) == set(ranking[68:])


def test_snake_makes_tables_of_equal_strength() -> None:
    entrants = field(24)
    ranking = standings(entrants, 0)
    (tables,) = draw(DrawRequest(entrants, 1, "x", "snake", ranking=ranking)).rounds
    strengths = [sum(ranking.index(person) for person in table) for table in tables]
    assert strengths == [46] * 6
    history, _ = played(24, 3, "snake")
    assert verdict(entrants, history)["repeat_pairs"] == 0


def test_player_missing_from_the_ranking_is_named() -> None:
    entrants = field(8)
    with pytest.raises(CannotDraw) as refused:
        draw(DrawRequest(entrants, 1, "x", "ranked", ranking=standings(entrants, 0)[:-2]))
    assert refused.value.code == "ranking_incomplete"


def test_people_who_have_left_may_stay_in_the_ranking() -> None:
    ranking = standings(field(20), 0)
    (tables,) = draw(DrawRequest(field(16), 1, "x", "ranked", ranking=ranking)).rounds
    assert len(tables) == 4


def test_standings_methods_draw_only_one_round() -> None:
    entrants = field(8)
    with pytest.raises(ValueError, match="next round"):
        draw(DrawRequest(entrants, 2, "x", "ranked", ranking=standings(entrants, 0)))


def test_redraw_is_the_same_at_once_and_round_by_round() -> None:
    entrants = field(50, [6, 5, 4])
    at_once = draw(DrawRequest(entrants, 4, "seed", "redraw"))
    history: tuple[Round, ...] = ()
    for _ in range(4):
        history += draw(DrawRequest(entrants, 1, "seed", "redraw", history)).rounds
    assert at_once.rounds == history
    figures = verdict(entrants, history)
    assert figures["repeat_pairs"] == 0
    assert figures["seat_imbalance_max"] <= 2


def test_exponential_draws_are_those_of_the_law() -> None:
    draws = exponential_draws(4)
    assert draws == [250, 583, 1083, 2083]
    assert abs(sum(exponential_draws(1024)) - 1024 * 1000) < 1024
