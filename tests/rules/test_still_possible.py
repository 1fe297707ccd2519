"""What is still possible, worked by hand and compared with every way the rest can go."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from tournament.standings.rules.standings import Bounds, Chance, Contender, chances


def test_one_round_before_the_end() -> None:
    """Within −10 to +20: the fourth can come to 25 at most, and the first has 30 at least."""
    people = [Contender(1, 40, 1), Contender(2, 31, 1), Contender(3, 31, 1), Contender(4, 5, 1)]
    assert chances(people, Bounds(20, -10), places=3) == (
        Chance(1, 40, 0, None, 1, 3, -19, 11),
        Chance(2, 31, 9, 9, 1, 4, -1, None),
        Chance(3, 31, 9, 9, 1, 4, -1, None),
        Chance(4, 5, 35, 26, 2, 4, None, None),
    )
    assert [each.entry_id for each in chances(people, Bounds(20, -10), places=1)] == [1, 2, 3]


def test_player_whose_sheet_is_in_gains_nothing_more() -> None:
    people = [Contender(1, 12, 0), Contender(2, 10, 1)]
    assert chances(people, Bounds(1, -1), places=1) == (Chance(1, 12, 0, None, 1, 1, None, None),)


def test_lone_player_is_first() -> None:
    assert chances([Contender(1, -4, 2)], Bounds(9, -9), 1) == (Chance(1, -4, 0, None, 1, 1, 0, 0),)


@given(st.lists(st.integers(-4, 4), min_size=2, max_size=4))
def test_possible_places_cover_all_ways_the_last_round_can_go(totals: list[int]) -> None:
    """Every combination of −2, 0 and +2 gives the best and worst place of each."""
    people = [Contender(number, total, 1) for number, total in enumerate(totals)]
    reached: dict[int, set[int]] = {number: set() for number in range(len(totals))}
    for gained in product((-2, 0, 2), repeat=len(totals)):
        ends = [total + more for total, more in zip(totals, gained, strict=True)]
        for number, end in enumerate(ends):
            reached[number].add(1 + sum(other > end for other in ends))
    told = chances(people, Bounds(2, -2), places=len(totals))
    assert {each.entry_id: (each.best_place, each.worst_place) for each in told} == {
        number: (min(places), max(places)) for number, places in reached.items()
    }
    first = {each.entry_id for each in told if each.least is not None}
    assert first == {number for number, places in reached.items() if 1 in places}
    for each in told:
        others = [total + 2 for number, total in enumerate(totals) if number != each.entry_id]
        assert (each.enough is not None) == (each.total + 2 >= max(others))
