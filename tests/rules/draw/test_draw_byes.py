"""Rounds that some players sit out."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.factories.draws import field
from tests.factories.effort import tries
from tournament.draw import BY_STANDINGS, METHODS, CannotDraw, DrawRequest, Entrant, Round
from tournament.draw import draw as drawn
from tournament.draw.quality import measure
from tournament.draw.table_sizes import CannotSeat, table_sizes

pytestmark = pytest.mark.long


def request(people: int, sit_out: int, rounds: int = 1, method: str = "plan") -> DrawRequest:
    entrants = field(people, [3, 2])
    ranking = tuple(entrant.id for entrant in entrants[::-1])
    return DrawRequest(entrants, rounds, "byes", method, ranking=ranking, sit_out=sit_out)


def resting(entrants: tuple[Entrant, ...], tables: Round) -> set[str]:
    seated = [person for table in tables for person in table]
    assert len(set(seated)) == len(seated)
    return {entrant.id for entrant in entrants}.difference(seated)


@pytest.mark.parametrize(
    ("people", "sit_out", "method", "rounds"),
    [
        (6, 1, "plan", 13),
        (7, 2, "redraw", 12),
        pytest.param(11, 1, "plan", 12, marks=pytest.mark.slow),
        pytest.param(13, 1, "redraw", 14, marks=pytest.mark.slow),
        pytest.param(6, 1, "ranked", 7, marks=pytest.mark.slow),
        (7, 3, "snake", 5),
        (11, 1, "ranked", 2),
        pytest.param(13, 1, "snake", 3, marks=pytest.mark.slow),
    ],
)
def test_byes_go_round_with_every_method(
    people: int, sit_out: int, method: str, rounds: int
) -> None:
    asked = request(people, sit_out, method=method)
    had: Counter[str] = Counter(dict.fromkeys((entrant.id for entrant in asked.entrants), 0))
    for number in range(rounds):
        (tables,) = drawn(replace(asked, seed=str(number))).rounds
        assert [len(table) for table in tables] == list(table_sizes(people - sit_out).sizes)
        out = resting(asked.entrants, tables)
        assert len(out) == sit_out
        had.update(out)
        assert max(had.values()) - min(had.values()) <= 1
        asked = replace(asked, history=(*asked.history, tables))


@pytest.mark.parametrize(
    ("people", "sit_out"),
    [
        *((6, 1), (7, 2), (7, 3), (42, 2)),
        *(pytest.param(*field, marks=pytest.mark.slow) for field in ((11, 1), (11, 3), (13, 1))),
        pytest.param(17, 5, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("method", ["plan", "redraw"])
def test_byes_of_many_rounds_drawn_at_once_go_round(people: int, sit_out: int, method: str) -> None:
    asked = request(people, sit_out, rounds=9, method=method)
    plan = drawn(asked)
    assert len(plan.rounds) == 9
    had = Counter(person for tables in plan.rounds for person in resting(asked.entrants, tables))
    times = [had[entrant.id] for entrant in asked.entrants]
    assert sum(times) == 9 * sit_out
    assert max(times) - min(times) <= 1


def test_eleven_people_play_three_rounds_at_two_five_tables() -> None:
    asked = request(11, 1, rounds=3)
    plan = drawn(asked)
    assert [[len(table) for table in tables] for tables in plan.rounds] == [[5, 5]] * 3
    assert len(set().union(*(resting(asked.entrants, tables) for tables in plan.rounds))) == 3


@pytest.mark.parametrize("method", sorted(METHODS.keys() - {"groups"}))
def test_byes_do_not_depend_on_the_order_of_people(method: str) -> None:
    asked = request(tries(9, 13), 1, rounds=1 if method in BY_STANDINGS else 4, method=method)
    plan = drawn(asked)
    assert plan == drawn(replace(asked, entrants=asked.entrants[::-1]))
    assert plan.method == method


def test_byes_are_drawn_by_lot() -> None:
    out = set()
    for seed in range(60):
        asked = replace(request(6, 1), seed=str(seed))
        out |= resting(asked.entrants, drawn(asked).rounds[0])
    assert out == {"1", "2", "3", "4", "5", "6"}


def test_latecomer_plays_before_those_who_have_played_more() -> None:
    first = drawn(request(10, 1, rounds=2))
    late = replace(request(11, 1), history=first.rounds)
    (bye,) = resting(late.entrants, drawn(late).rounds[0])
    assert bye != "11"
    assert all(bye in {person for table in tables for person in table} for tables in first.rounds)


def test_plan_with_byes_is_measured_with_the_rounds_played() -> None:
    asked = request(11, 1, rounds=2)
    first = drawn(asked)
    then = drawn(replace(asked, history=first.rounds))
    assert then.quality == measure(asked.entrants, (*first.rounds, *then.rounds))


def test_clubs_of_a_large_field_stay_apart_with_byes() -> None:
    quality = drawn(request(42, 2, rounds=3)).quality
    assert (quality.repeat_pairs, quality.same_club_pairs) == (0, 0)


@pytest.mark.parametrize(("people", "sit_out", "left"), [(11, 4, 7), (8, 5, 3), (8, 8, 0)])
def test_draw_refuses_when_the_others_fit_no_tables(people: int, sit_out: int, left: int) -> None:
    with pytest.raises(CannotSeat) as refused:
        drawn(request(people, sit_out, rounds=2))
    assert refused.value.players == left


def test_draw_refuses_that_more_sit_out_than_there_are() -> None:
    with pytest.raises(CannotSeat) as refused:
        drawn(request(8, 9))
    assert (refused.value.nearest_lower, refused.value.nearest_higher) == (None, 4)


def test_draw_refuses_a_negative_number_of_byes() -> None:
    with pytest.raises(ValueError, match="sit out"):
        drawn(request(8, -1))


@pytest.mark.parametrize("method", BY_STANDINGS)
def test_standings_methods_draw_only_the_next_round_with_byes(method: str) -> None:
    with pytest.raises(ValueError, match="next round"):
        drawn(request(9, 1, rounds=2, method=method))
    with pytest.raises(CannotDraw):
        drawn(replace(request(9, 1, method=method), ranking=("1",)))


def test_duplicate_id_is_refused_even_if_sitting_out() -> None:
    asked = request(6, 2)
    with pytest.raises(ValueError, match="same id"):
        drawn(replace(asked, entrants=(*asked.entrants, Entrant("1"))))
