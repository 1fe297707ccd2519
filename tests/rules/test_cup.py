"""Who goes on in a cup: worked by hand, and against a plain count of 43 teams."""

from collections.abc import Sequence
from random import Random

import pytest

from tournament.cup.rules import (
    Contestant,
    Cut,
    CutRules,
    DrawnLot,
    Fate,
    Tie,
    cut,
    groups_by_lot,
    lot_of,
)

GOES_ON, OUT, TIED, WITHDREW = Fate.GOES_ON, Fate.OUT, Fate.TIED, Fate.WITHDREW


def team(name: str, *rounds: int | None, group: int = 0, ranked: bool = True) -> Contestant:
    return Contestant(name, name, rounds, group=group, ranked=ranked)


def told(found: Cut) -> list[tuple]:
    return [(line.rank, line.contestant.key, line.total, line.fate) for line in found.lines]


A, B, C, D = team("A", 30, 10), team("B", 10, 20), team("C", 5, 25), team("D", -5, 5)


def test_the_best_of_all_go_on() -> None:
    assert told(cut([D, C, B, A], CutRules(1))) == [
        (1, "A", 40, GOES_ON),
        (2, "B", 30, OUT),
        (2, "C", 30, OUT),
        (4, "D", 0, OUT),
    ]
    found = cut([D, C, B, A], CutRules(3))
    assert [each.key for each in found.those(GOES_ON)] == ["A", "B", "C"]
    assert found.ties == ()


def test_equal_ones_are_listed_as_in_other_lists() -> None:
    zorn, umlaut, plain = team("Zorn", 10), team("Ärmel", 10), team("ast", 10)
    found = cut([zorn, umlaut, plain], CutRules(3))
    assert [key for _rank, key, *_more in told(found)] == ["Ärmel", "ast", "Zorn"]


def test_equal_ones_across_the_cut_are_a_tie_with_the_places_left() -> None:
    found = cut([D, C, B, A], CutRules(2))
    assert told(found) == [
        (1, "A", 40, GOES_ON),
        (2, "B", 30, TIED),
        (2, "C", 30, TIED),
        (4, "D", 0, OUT),
    ]
    assert found.ties == (Tie(0, ("B", "C"), 1),)


def test_the_chain_decides_before_any_lot() -> None:
    found = cut([D, C, B, A], CutRules(2), ["last_round"])
    assert told(found)[1:3] == [(2, "C", 30, GOES_ON), (3, "B", 30, OUT)]
    assert found.ties == ()
    decision = found.lines[1].decision
    assert decision is not None
    assert (decision.own, decision.other) == (25, 20)


def test_the_lot_decides_between_those_it_was_drawn_for() -> None:
    order = sorted("BC", key=lambda key: lot_of("17", key))
    found = cut([D, C, B, A], CutRules(2), lots=[DrawnLot(("B", "C"), "17")])
    assert told(found)[1:3] == [(2, order[0], 30, GOES_ON), (3, order[1], 30, OUT)]
    assert [line.by_lot for line in found.lines] == [False, True, True, False]
    other = cut([D, C, B, A], CutRules(2), lots=[DrawnLot(("B", "D"), "17")])
    assert other.ties == (Tie(0, ("B", "C"), 1),)


def test_who_withdraws_keeps_the_rank_and_the_next_one_moves_up() -> None:
    assert told(cut([D, C, B, A], CutRules(1), ["last_round"], withdrawn=["A"])) == [
        (1, "A", 40, WITHDREW),
        (2, "C", 30, GOES_ON),
        (3, "B", 30, OUT),
        (4, "D", 0, OUT),
    ]


def test_a_lot_still_counts_when_one_of_them_withdraws() -> None:
    lot = DrawnLot(("B", "C"), "17")
    first, second = lot.in_order("BC")
    found = cut([D, C, B, A], CutRules(2), lots=[lot], withdrawn=[first])
    assert [each.key for each in found.those(GOES_ON)] == ["A", second]


def test_who_withdraws_after_the_lot_keeps_the_place_drawn() -> None:
    lot = DrawnLot(("B", "C", "E"), "17")
    there = [D, C, B, A, team("E", 5, 25)]
    first, second, third = lot.in_order("BCE")
    for gone, fates in (
        ((second,), (GOES_ON, WITHDREW, GOES_ON)),
        ((first, second), (WITHDREW, WITHDREW, GOES_ON)),
        (("A", second), (GOES_ON, WITHDREW, GOES_ON)),
    ):
        found = cut(there, CutRules(3), lots=[lot], withdrawn=gone)
        assert told(found)[1:4] == [
            (2, first, 30, fates[0]),
            (3, second, 30, fates[1]),
            (4, third, 30, fates[2]),
        ]
        assert [line.by_lot for line in found.lines] == [False, True, True, True, False]
        risen = [each.contestant.key for each in found.lines if each.moves_up]
        assert risen == [third, "D"][: len(gone)]


def test_a_lot_that_a_withdrawal_called_for_is_kept_at_the_next_one() -> None:
    """The cut came across B and C as A withdrew; then one of them does, too."""
    lot = DrawnLot(("B", "C"), "17")
    first, second = lot.in_order("BC")
    found = cut([D, C, B, A], CutRules(1), lots=[lot], withdrawn=["A", first])
    assert told(found)[:3] == [
        (1, "A", 40, WITHDREW),
        (2, first, 30, WITHDREW),
        (3, second, 30, GOES_ON),
    ]


def test_the_best_of_each_group_go_on_each_with_its_own_tie() -> None:
    there = [
        *(team("A", 9), team("B", 7), team("C", 1)),
        *(team("D", 2, group=1), team("E", 2, group=1), team("F", -4, group=1)),
    ]
    found = cut(there, CutRules(1, per_group=True))
    assert [[(line.contestant.key, line.fate) for line in group] for group in found.groups] == [
        [("A", GOES_ON), ("B", OUT), ("C", OUT)],
        [("D", TIED), ("E", TIED), ("F", OUT)],
    ]
    assert found.ties == (Tie(1, ("D", "E"), 1),)


def test_unranked_ones_never_go_on() -> None:
    found = cut([A, team("E", 99, ranked=False)], CutRules(2))
    assert told(found) == [(1, "A", 40, GOES_ON), (None, "E", 99, OUT)]


def test_after_the_last_stage_nobody_is_out() -> None:
    assert told(cut([A, B], CutRules(0))) == [(1, "A", 40, None), (2, "B", 30, None)]


def test_the_last_round_is_the_same_one_for_all() -> None:
    """Who has played fewer stages before has fewer rounds, and the same last one."""
    late, early = team("A", 20), team("B", 19, 1)
    assert cut([early, late], CutRules(1), ["last_round"]).those(GOES_ON) == [late]


@pytest.mark.parametrize("seed", range(20))
def test_cuts_are_as_counted_plainly(seed: int) -> None:
    """43 teams in groups, few different totals: as a reader of the list would count."""
    random = Random(seed)
    points = {f"T{number:02}": random.randint(-3, 3) for number in range(43)}
    group_of = {name: at // 4 for at, name in enumerate(points)}
    places, per_group = random.randint(1, 3), random.random() < 0.5
    places = places if per_group else 7 * places
    there = [team(name, own, group=group_of[name]) for name, own in points.items()]
    found = cut(there, CutRules(places, per_group=per_group))
    fates = {line.contestant.key: line.fate for line in found.lines}
    for name, own in points.items():
        rivals: Sequence[int] = [
            other
            for rival, other in points.items()
            if not per_group or group_of[rival] == group_of[name]
        ]
        better = sum(other > own for other in rivals)
        as_good = sum(other >= own for other in rivals)
        expected = GOES_ON if as_good <= places else OUT if better >= places else TIED
        assert fates[name] is expected


def test_groups_are_drawn_by_the_number_alone() -> None:
    names = [f"Team {number}" for number in range(11)]
    drawn = groups_by_lot(reversed(names), (4, 4, 3), "17")
    assert drawn == groups_by_lot(names, (4, 4, 3), "17")
    assert [len(group) for group in drawn] == [4, 4, 3]
    assert sorted(name for group in drawn for name in group) == sorted(names)
    assert drawn != groups_by_lot(names, (4, 4, 3), "18")
