from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from tournament.sheets.rules.results import Result
from tournament.standings.rules.standings import Standing, standings

points = st.one_of(st.none(), st.integers(-9, 9))
results_of_three_rounds = st.lists(
    st.builds(
        Result,
        entry_id=st.integers(1, 10_000),
        number=st.integers(1, 10_000),
        rounds=st.tuples(points, points, points),
        adjustment=st.integers(-3, 0),
        ranked=st.booleans(),
    ),
    max_size=30,
    unique_by=(lambda result: result.entry_id, lambda result: result.number),
)


def ranks(*rounds: tuple[int | None, ...]) -> list[tuple[int, int]]:
    """Return (rank, entry id) line by line; the entries are numbered 1, 2, 3 ... as given."""
    results = [Result(number, number, played) for number, played in enumerate(rounds, start=1)]
    return [(line.rank or 0, line.entry_id) for line in standings(results)]


def test_standings_add_rounds_and_adjustment() -> None:
    result = Result(entry_id=7, number=3, rounds=(12, None, -4), adjustment=-5)
    assert standings([result]) == (Standing(1, 7, (12, None, -4), -5, 3),)


def test_standings_share_ranks_1_2_2_4_in_order_of_number() -> None:
    assert ranks((1,), (5,), (9,), (5,)) == [(1, 3), (2, 2), (2, 4), (4, 1)]


def test_standings_put_those_out_of_the_ranking_last() -> None:
    results = [
        Result(1, 1, (50,), ranked=False),
        Result(2, 2, (-10,)),
        Result(3, 3, (60,), ranked=False),
        Result(4, 4, (8,)),
    ]
    assert [(line.rank, line.entry_id) for line in standings(results)] == [
        (1, 4),
        (2, 2),
        (None, 3),
        (None, 1),
    ]


@given(results_of_three_rounds)
def test_rank_is_one_more_than_the_number_of_better_entries(results: list[Result]) -> None:
    lines = standings(results)
    assert sorted(line.entry_id for line in lines) == sorted(r.entry_id for r in results)
    ranked = [line for line in lines if line.rank is not None]
    assert {line.entry_id for line in ranked} == {r.entry_id for r in results if r.ranked}
    assert list(lines[: len(ranked)]) == ranked
    for line in ranked:
        assert line.rank == 1 + sum(other.total > line.total for other in ranked)


@given(results_of_three_rounds)
def test_standings_do_not_depend_on_the_order_of_results(results: list[Result]) -> None:
    assert standings(results) == standings(results[::-1])


def test_order_of_four_equal_results_does_not_matter() -> None:
    equal = [Result(number, number, (3, -3)) for number in (1, 2, 3, 4)]
    expected = tuple(Standing(1, number, (3, -3), 0, 0) for number in (1, 2, 3, 4))
    assert {standings(order) for order in permutations(equal)} == {expected}
