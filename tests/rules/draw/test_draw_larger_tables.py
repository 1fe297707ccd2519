"""Six, seven and eleven people at tables of six and seven (rule-sets.md 6)."""

from collections import Counter
from itertools import combinations

import pytest

from tournament.draw import CannotDraw, DrawRequest, Entrant, draw
from tournament.draw.quality import check_plan
from tournament.draw.repair import repaired
from tournament.draw.table_sizes import CannotSeat, TableSizes, table_sizes


def people(count: int) -> tuple[Entrant, ...]:
    """Return so many people without wishes."""
    return tuple(Entrant(str(number)) for number in range(1, count + 1))


def request(count: int, rounds: int = 1, **how) -> DrawRequest:
    """Return a draw for so many people with larger tables."""
    return DrawRequest(people(count), rounds, "seed", larger_tables=True, **how)


@pytest.mark.parametrize(
    ("count", "sizes"), [(6, (6,)), (7, (7,)), (11, (5, 6)), (12, (4, 4, 4)), (10, (5, 5))]
)
def test_larger_tables_seat_only_what_fours_and_fives_cannot(count, sizes) -> None:
    assert table_sizes(count, larger=True).sizes == sizes
    plan = draw(request(count, rounds=3))
    assert [tuple(map(len, tables)) for tables in plan.rounds] == [sizes] * 3
    assert check_plan(people(count), plan.rounds, larger=True) == ()


@pytest.mark.parametrize("count", [1, 2, 3])
def test_three_people_make_no_table_by_any_rules(count) -> None:
    with pytest.raises(CannotSeat):
        table_sizes(count, larger=True)


def test_six_people_are_no_table_without_larger_tables() -> None:
    with pytest.raises(CannotSeat):
        draw(DrawRequest(people(6), 1, "seed"))


@pytest.mark.parametrize("count", [6, 7])
def test_nobody_repeats_a_seat_before_all_others(count: int) -> None:
    rounds = draw(request(count, rounds=count)).rounds
    held = Counter((one, seat) for tables in rounds for seat, one in enumerate(tables[0]))
    assert set(held.values()) == {1}


def test_eleven_people_share_out_meetings_and_tables() -> None:
    rounds = draw(request(11, rounds=4)).rounds
    met = Counter(frozenset(p) for ts in rounds for t in ts for p in combinations(t, 2))
    at_five = Counter(one for tables in rounds for one in tables[0])
    assert max(met.values()) <= 4  # 100 meetings of 55 pairs
    assert {at_five[one.id] for one in people(11)} == {1, 2}  # 20 seats for 11


def test_round_by_round_the_history_counts() -> None:
    first = draw(request(11)).rounds
    second = draw(request(11, history=first)).rounds
    again = sum(
        one in first[0][0] and other in first[0][0] for one, other in combinations(second[0][0], 2)
    )
    assert again <= 4  # of the ten pairs of the first table of five: six people would make fifteen


def test_fixed_table_is_kept() -> None:
    entrants = (Entrant("1", table=2), Entrant("2", table=1), *people(11)[2:])
    for tables in draw(DrawRequest(entrants, 3, "seed", larger_tables=True)).rounds:
        assert "1" in tables[1]
        assert "2" in tables[0]


@pytest.mark.parametrize(
    ("method", "first"),
    [("ranked", {"1", "2", "3", "4", "5"}), ("snake", {"1", "4", "5", "8", "9"})],
)
def test_standings_decide_the_first_table(method: str, first: set[str]) -> None:
    ranking = tuple(str(number) for number in range(1, 12))
    (tables,) = draw(request(11, method=method, ranking=ranking)).rounds
    assert set(tables[0]) == first


def test_ranking_has_to_name_everybody() -> None:
    with pytest.raises(CannotDraw):
        draw(request(11, method="ranked", ranking=("1", "2")))


def test_player_who_keeps_no_list_does_not_sit_last() -> None:
    entrants = (*people(6)[:5], Entrant("6", no_list=True))
    rounds = draw(DrawRequest(entrants, 6, "seed", larger_tables=True)).rounds
    assert all(tables[0][-1] != "6" for tables in rounds)


def test_repair_redraws_where_only_larger_tables_fit() -> None:
    planned = draw(request(12, rounds=2)).rounds
    change = repaired(people(12), (), planned, leaving=("12",), larger_tables=True)
    assert [tuple(map(len, tables)) for tables in change.rounds] == [(5, 6), (5, 6)]
    back = repaired(people(12), (), change.rounds, joining=("12",), larger_tables=True)
    assert [tuple(map(len, tables)) for tables in back.rounds] == [(4, 4, 4)] * 2


def test_table_sizes_name_the_larger_ones() -> None:
    assert table_sizes(11, larger=True) == TableSizes(0, 1, (6,))
    assert table_sizes(11, larger=True).players == 11
