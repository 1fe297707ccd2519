"""Fixed tables, people who keep no list, teams, and the queue at registration."""

from dataclasses import replace
from itertools import pairwise

import pytest

from tests.factories.draws import field, verdict
from tournament.draw import CannotDraw, DrawRequest, Entrant, Plan, draw


def with_wishes(players: int, **wishes: dict[int, object]) -> tuple[Entrant, ...]:
    """Return a field; each wish names some by their numbers."""
    entrants = list(field(players))
    for name, values in wishes.items():
        for number, value in values.items():
            entrants[number - 1] = replace(entrants[number - 1], **{name: value})
    return tuple(entrants)


def plan_of(entrants: tuple[Entrant, ...], rounds: int, method: str = "plan") -> Plan:
    ranking = tuple(entrant.id for entrant in entrants)
    return draw(DrawRequest(entrants, rounds, "wishes", method, ranking=ranking))


@pytest.mark.parametrize(
    ("players", "rounds", "tables"),
    [
        (16, 3, {1: 2}),
        (72, 5, {5: 1, 9: 4, 60: 18}),
        (73, 5, {5: 1, 9: 4}),
        (30, 3, {3: 7}),
        (1000, 9, {5: 1, 9: 4}),
    ],
)
def test_fixed_tables_are_kept_without_repeats(
    players: int, rounds: int, tables: dict[int, object]
) -> None:
    entrants = with_wishes(players, table=tables)
    plan = plan_of(entrants, rounds)
    assert verdict(entrants, plan.rounds)["repeat_pairs"] == 0
    assert plan.quality.seat_imbalance <= 1


def test_only_two_with_the_same_fixed_table_meet_every_round() -> None:
    entrants = with_wishes(72, table={1: 3, 2: 3})
    assert verdict(entrants, plan_of(entrants, 4).rounds)["repeat_pairs"] == 3


@pytest.mark.parametrize("method", ["redraw", "ranked", "snake"])
def test_fixed_tables_are_kept_by_every_method(method: str) -> None:
    entrants = with_wishes(50, table={1: 3, 2: 3, 49: 1, 30: 12})
    assert verdict(entrants, plan_of(entrants, 1, method).rounds)["valid"]


def test_fixed_table_that_does_not_exist_is_refused() -> None:
    with pytest.raises(CannotDraw) as refused:
        plan_of(with_wishes(16, table={7: 5}), 3)
    assert (refused.value.code, refused.value.params) == (
        "no_such_table",
        {"person": "7", "table": 5, "tables": 4},
    )


def test_more_fixed_people_than_seats_are_refused() -> None:
    with pytest.raises(CannotDraw) as refused:
        plan_of(with_wishes(16, table=dict.fromkeys(range(1, 6), 2)), 3)
    assert refused.value.code == "table_overfull"


@pytest.mark.parametrize("players", [30, 33, 72])
def test_unwilling_players_keep_no_list(players: int) -> None:
    without = {1: True, 2: True, 20: True}
    entrants = with_wishes(players, no_list=without)
    plan = plan_of(entrants, 5)
    keepers = {table[-1] for tables in plan.rounds for table in tables}
    assert keepers.isdisjoint(map(str, without))
    figures = verdict(entrants, plan.rounds)
    assert figures["repeat_pairs"] == 0
    assert figures["seat_imbalance_max"] <= 2


def test_somebody_keeps_the_list_even_where_nobody_wants_to() -> None:
    entrants = with_wishes(4, no_list=dict.fromkeys(range(1, 5), True))
    assert len(plan_of(entrants, 1).rounds[0][0]) == 4


@pytest.mark.parametrize("players", [32, 35, 73])
def test_people_of_a_team_never_meet(players: int) -> None:
    entrants = with_wishes(players, team={n: f"team {n % 8}" for n in range(1, 33)})
    assert verdict(entrants, plan_of(entrants, 5).rounds)["same_team_pairs"] == 0


@pytest.mark.parametrize("players", [24, 35, 72, 201])
def test_neighbours_in_the_queue_do_not_meet_in_round_1(players: int) -> None:
    entrants = with_wishes(players, queue={n: n for n in range(1, players + 1)})
    plan = plan_of(entrants, 3)
    assert plan.quality.repeat_pairs == 0
    for table in plan.rounds[0]:
        numbers = sorted(map(int, table))
        assert all(after - before > 1 for before, after in pairwise(numbers))


def test_the_queue_does_not_matter_after_round_1() -> None:
    entrants = with_wishes(72, queue={n: n for n in range(1, 73)})
    later = plan_of(entrants, 9).rounds[1:]
    assert any(
        abs(int(one) - int(other)) == 1
        for tables in later
        for table in tables
        for one in table
        for other in table
    )
