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


def plain_chance(who: Contender, others: list[Contender], bounds: Bounds) -> Chance:
    """Return what the definitions say, one other after the other."""
    best, worst = bounds.best * who.remaining, bounds.worst * who.remaining
    at_best = [each.total + bounds.best * each.remaining for each in others]
    at_worst = [each.total + bounds.worst * each.remaining for each in others]
    better = [each.total - who.total for each in others if each.total > who.total]
    first = max(at_worst, default=who.total), max(at_best, default=who.total)
    least, enough = (
        total - who.total if who.remaining and total <= who.total + best else None
        for total in first
    )
    return Chance(
        entry_id=who.entry_id,
        total=who.total,
        behind_first=max(better, default=0),
        behind_next=min(better, default=None),
        best_place=1 + sum(each > who.total + best for each in at_worst),
        worst_place=1 + sum(each > who.total + worst for each in at_best),
        least=least,
        enough=enough,
    )


@given(
    st.lists(st.tuples(st.integers(-6, 6), st.integers(0, 3)), min_size=1, max_size=7),
    st.builds(Bounds, st.integers(-3, 4), st.integers(-4, 3)),
    st.integers(1, 7),
)
def test_chances_are_those_of_the_definitions(
    figures: list[tuple[int, int]], bounds: Bounds, places: int
) -> None:
    people = [Contender(pk, total, rounds) for pk, (total, rounds) in enumerate(figures)]
    best_first = sorted(people, key=lambda each: -each.total)
    plain = [plain_chance(who, [x for x in people if x != who], bounds) for who in best_first]
    expected = tuple(each for each in plain if each.best_place <= places)
    assert chances(people, bounds, places) == expected
