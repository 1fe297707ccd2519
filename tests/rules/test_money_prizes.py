"""Prizes worked by hand: to the last cent, shared, drawn, in pools, and those left out."""

from dataclasses import replace
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.prizes.rules import (
    ORDERS,
    Award,
    Contender,
    Giving,
    Ladder,
    Part,
    Prize,
    PrizeKind,
    awards,
    not_given,
    passed_over,
    proposal,
    read_out,
    things_not_given,
)
from tournament.standings.rules.rankings import ALL_COUNT, GroupKind, GroupRules

PLACES = Ladder(PrizeKind.PLACE)
LADIES = Ladder(PrizeKind.CATEGORY, "Damen")
WITHOUT = Ladder(PrizeKind.WITHOUT)
SPLIT = Giving()


def people(*ranks: int, **more: dict) -> list[Contender]:
    """Return players 1, 2, 3 ... with these ranks; `more` by number: n3={"tags": ("Damen",)}."""
    return [
        Contender(
            entry=number + 100,
            number=number,
            rank=rank,
            **{"total": -rank, **more.get(f"n{number}", {})},
        )
        for number, rank in enumerate(ranks, start=1)
    ]


def paid(given: tuple[Award, ...]) -> list[tuple[str, int, int]]:
    """Return payments: purpose, payer by start number, cents."""
    return [
        (each.ladder.kind.value, each.entry - 100 if each.entry else 0, each.amount)
        for each in given
    ]


def test_single_place_gets_its_amount():
    prizes = [Prize(PLACES, 1, 1, 5000), Prize(PLACES, 2, 3, 2000)]
    assert paid(awards(prizes, people(2, 1, 3, 4), SPLIT)) == [
        ("place", 2, 5000),
        ("place", 1, 2000),
        ("place", 3, 2000),
    ]


def test_shared_places_add_their_money_and_odd_cents_go_to_lower_numbers():
    prizes = [Prize(PLACES, 1, 1, 5000), Prize(PLACES, 2, 2, 3000), Prize(PLACES, 3, 3, 2000)]
    given = awards(prizes, people(2, 2, 1, 2, 5), SPLIT)
    assert paid(given) == [
        ("place", 3, 5000),
        ("place", 1, 1667),
        ("place", 2, 1667),
        ("place", 4, 1666),
    ]
    assert [(each.place, each.sharers) for each in given] == [(1, 1), (2, 3), (2, 3), (2, 3)]


def test_equal_players_drawn_get_one_place_each_by_the_lot():
    prizes = [Prize(PLACES, 1, 1, 5000), Prize(PLACES, 2, 2, 3000)]
    given = awards(prizes, people(1, 1, 1), Giving(True, "4711"))
    first, second, _third = sorted(
        (1, 2, 3), key=lambda number: sha256(f"4711 {number}".encode()).hexdigest()
    )
    assert paid(given) == [("place", first, 5000), ("place", second, 3000)]
    assert [(each.place, each.drawn) for each in given] == [(1, True), (2, True)]


def test_thing_is_drawn_where_money_is_shared():
    prizes = [Prize(PLACES, 1, 1, 3000, "Pokal"), Prize(PLACES, 2, 2, 1001)]
    given = awards(prizes, people(1, 1), Giving(seed="7"))
    lucky = min((1, 2), key=lambda number: sha256(f"7 {number}".encode()).hexdigest())
    assert [(each.entry - 100, each.amount) for each in given] == [(1, 2001), (2, 2000)]
    assert {each.entry - 100: each.thing for each in given} == {lucky: "Pokal", 3 - lucky: ""}


def test_several_lines_for_one_place_add_up():
    prizes = [Prize(PLACES, 1, 3, 1000), Prize(PLACES, 1, 1, 500, "Schinken")]
    first, *_rest = awards(prizes, people(1, 2, 3), SPLIT)
    assert (first.amount, first.thing) == (1500, "Schinken")


def test_category_prize_adds_to_a_place_prize_unless_limited_to_one():
    ladies = {"tags": ("Damen",)}
    prizes = [Prize(PLACES, 1, 2, 1000), Prize(LADIES, 1, 1, 500)]
    field = people(1, 2, 3, 4, n1=ladies, n4=ladies)
    assert ("category", 1, 500) in paid(awards(prizes, field, SPLIT))
    assert ("category", 4, 500) in paid(awards(prizes, field, Giving(one_each=True)))


def test_prize_of_an_empty_category_stays_and_is_named():
    prizes = [Prize(PLACES, 1, 1, 1000), Prize(LADIES, 1, 2, 500)]
    given = awards(prizes, people(1, 2), SPLIT)
    assert (paid(given), not_given(prizes, given)) == ([("place", 1, 1000)], {LADIES: 1000})


def test_things_that_nobody_gets_are_named():
    prizes = [
        Prize(PLACES, 1, 3, thing="Wein"),
        Prize(PLACES, 1, 1, 500, "Pokal"),
        Prize(LADIES, 1, 1, thing="Blumen"),
    ]
    given = awards(prizes, people(1, 2), SPLIT)
    assert things_not_given(prizes, given) == {PLACES: ["Wein"], LADIES: ["Blumen"]}
    assert not_given(prizes, given) == {}


def test_best_round_is_of_one_round_or_of_any():
    rounds = {1: (12, 40, None), 2: (30, 10, 5), 3: (20, 40, 31)}
    field = people(1, 2, 3, **{f"n{number}": {"rounds": r} for number, r in rounds.items()})
    any_round, first_round = Ladder(PrizeKind.ROUND), Ladder(PrizeKind.ROUND, round=1)
    third = Ladder(PrizeKind.ROUND, round=3)
    prizes = [Prize(any_round, 1, 1, 1001), Prize(first_round, 1, 1, 700), Prize(third, 2, 2, 50)]
    assert paid(awards(prizes, field, SPLIT)) == [
        ("round", 1, 501),
        ("round", 3, 500),
        ("round", 2, 700),
        ("round", 2, 50),
    ]


TEAM, PAIR = Ladder(PrizeKind.TEAM), Ladder(PrizeKind.PAIR)
TEAMS = replace(SPLIT, rankings={GroupKind.TEAM: ALL_COUNT})
BOTH = replace(SPLIT, rankings={GroupKind.TEAM: ALL_COUNT, GroupKind.PAIR: ALL_COUNT})


GROUP_PRIZES = {kind: order.follows for kind, order in ORDERS.items() if order.follows}


def test_every_ranking_of_groups_has_its_prize() -> None:
    assert {*GROUP_PRIZES.values()} == {*GroupKind}


@pytest.mark.parametrize(("prize", "kind"), GROUP_PRIZES.items(), ids=str)
def test_prize_of_groups_follows_their_ranking(prize: PrizeKind, kind: GroupKind) -> None:
    """1 and 4 have 10 together, 2 and 3 have 15; where the ranking is off nobody gets it.

    The prize of a team is its members' own, that of a club or a state is not: only there the best
    player of all, who belongs to the winners, is still without a prize.
    """
    field = people(
        2,
        1,
        3,
        4,
        n1=of_team("Elf", 9, kind),
        n2=of_team("Zehn", 12, kind),
        n3=of_team("Zehn", 3, kind),
        n4=of_team("Elf", 1, kind),
    )
    prizes = [Prize(Ladder(prize), 1, 1, 300), Prize(WITHOUT, 1, 1, 5)]
    given = awards(prizes, field, replace(SPLIT, rankings={kind: ALL_COUNT}))
    without = 101 if kind in (GroupKind.TEAM, GroupKind.PAIR) else 102
    assert [(each.ladder.kind, each.entry, each.team) for each in given] == [
        (prize, None, "Zehn"),
        (PrizeKind.WITHOUT, without, ""),
    ]
    assert [each.ladder for each in awards(prizes, field, SPLIT)] == [WITHOUT]


def of_team(name: str, total: int, kind: GroupKind = GroupKind.TEAM) -> dict[str, object]:
    return {"groups": {kind: name}, "total": total}


ELF_AND_ZEHN = {
    "n1": of_team("Elf", 50),
    "n2": of_team("Zehn", 40),
    "n3": of_team("Zehn", 30),
}


def test_teams_by_the_totals_of_their_members():
    field = people(1, 2, 3, 4, **ELF_AND_ZEHN)
    given = awards([Prize(TEAM, 1, 1, 3000)], field, TEAMS)
    assert [(each.team, each.entry, each.amount) for each in given] == [("Zehn", None, 3000)]


def test_team_prize_is_unassigned_where_teams_are_not_ranked():
    prizes = [Prize(TEAM, 1, 1, 3000)]
    given = awards(prizes, people(1, 2, 3, 4, **ELF_AND_ZEHN), SPLIT)
    assert (given, not_given(prizes, given)) == ((), {TEAM: 3000})


def test_teams_and_pairs_each_win_in_their_own_ranking():
    pair = {
        f"n{number}": of_team("Paar", total, GroupKind.PAIR) for number, total in ((5, 90), (6, 80))
    }
    prizes = [Prize(TEAM, 1, 2, 3000), Prize(PAIR, 1, 2, 500)]
    given = awards(prizes, people(1, 2, 3, 4, 5, 6, **ELF_AND_ZEHN, **pair), BOTH)
    assert [(each.ladder, each.team) for each in given] == [
        (TEAM, "Zehn"),
        (TEAM, "Elf"),
        (PAIR, "Paar"),
    ]


def test_prize_of_a_team_counts_for_its_people():
    prizes = [Prize(TEAM, 1, 1, 3000), Prize(WITHOUT, 1, 1, 500)]
    given = awards(prizes, people(3, 1, 2, 4, **ELF_AND_ZEHN), TEAMS)
    assert [(each.team, each.entry) for each in given] == [("Zehn", None), ("", 101)]


def test_prize_of_a_pair_counts_for_its_people():
    pair = {f"n{number}": of_team("Paar", 90, GroupKind.PAIR) for number in (1, 2)}
    given = awards(
        [Prize(PAIR, 1, 1, 3000), Prize(WITHOUT, 1, 1, 5)], people(1, 2, 3, **pair), BOTH
    )
    assert [(each.team, each.entry) for each in given] == [("Paar", None), ("", 103)]


def test_team_prize_of_a_pool_goes_to_those_who_have_paid():
    pot = Ladder(PrizeKind.TEAM, pool=4)
    field = people(
        *(1, 2, 3),
        n1=of_team("Zehn", 50),
        n2=of_team("Zehn", 40) | {"pools": frozenset({4})},
    )
    given = awards([Prize(pot, 1, 1, 3000), Prize(WITHOUT, 1, 1, 5)], field, TEAMS)
    assert [(each.team, each.entry) for each in given] == [("Zehn", None), ("", 101)]


def test_teams_win_as_they_are_ranked():
    field = people(1, 2, 3, 4, **ELF_AND_ZEHN, n4=of_team("Elf", 5))
    given = awards([Prize(Ladder(PrizeKind.TEAM), 1, 2, 3000)], field, TEAMS)
    assert [(each.team, each.amount) for each in given] == [("Zehn", 3000), ("Elf", 3000)]
    best_one = replace(SPLIT, rankings={GroupKind.TEAM: GroupRules(best=1)})
    given = awards([Prize(Ladder(PrizeKind.TEAM), 1, 2, 3000)], field, best_one)
    assert [(each.team, each.amount) for each in given] == [("Elf", 3000), ("Zehn", 3000)]


def test_two_pools_pay_their_own_members_from_their_own_money():
    one, other = Ladder(PrizeKind.PLACE, pool=1), Ladder(PrizeKind.PLACE, pool=2)
    field = people(
        1,
        2,
        3,
        n1={"pools": frozenset({2})},
        n2={"pools": frozenset({1, 2})},
        n3={"pools": frozenset({1})},
    )
    prizes = [Prize(one, 1, 1, 1000), Prize(other, 1, 2, 400), Prize(PLACES, 1, 1, 5000)]
    given = awards(prizes, field, Giving(one_each=True))
    assert [(each.ladder.pool, each.entry - 100, each.amount) for each in given] == [
        (None, 1, 5000),
        (1, 2, 1000),
        (2, 1, 400),
        (2, 2, 400),
    ]


def test_best_without_a_prize_has_none_of_any_kind():
    ladies = {"tags": ("Damen",)}
    prizes = [Prize(WITHOUT, 1, 1, 0, "Wein"), Prize(PLACES, 1, 1, 500), Prize(LADIES, 1, 1, 300)]
    given = awards(prizes, people(1, 2, 3, n2=ladies), SPLIT)
    assert [(each.entry - 100, each.thing) for each in given][-1] == (3, "Wein")


def test_read_out_ends_with_the_first_place():
    pool = Ladder(PrizeKind.PLACE, pool=4)
    prizes = [Prize(ladder, 1, 2, 100) for ladder in (PLACES, LADIES, WITHOUT, pool)]
    members = {"tags": ("Damen",), "pools": frozenset({4})}
    field = people(1, 2, 3, 4, n1=members, n2=members)
    assert [(each.ladder, each.place) for each in read_out(awards(prizes, field, SPLIT))] == [
        (pool, 2),
        (pool, 1),
        (WITHOUT, 2),
        (WITHOUT, 1),
        (LADIES, 2),
        (LADIES, 1),
        (PLACES, 2),
        (PLACES, 1),
    ]


def test_proposal_gives_everything_in_whole_euros():
    assert proposal(17600, 4) == [7200, 5200, 3500, 1700]
    assert proposal(1001, 1) == [1001]
    assert proposal(7, 3) == [4, 2, 1]


def test_proposal_has_no_place_without_a_cent():
    assert [proposal(5, 4), proposal(1, 50), proposal(0, 3)] == [[4, 1], [1], []]


IN_POOL = {"pools": frozenset({4})}
OUT_OF_RANKING = IN_POOL | {"part": Part.UNRANKED}


def test_payer_of_a_pool_takes_part_ranked_or_not():
    pot = Ladder(PrizeKind.PLACE, pool=4)
    field = people(
        *(1, 2, 3, 4),
        n1=OUT_OF_RANKING | {"rounds": (9,)},
        n2=IN_POOL | {"part": Part.DISQUALIFIED},
        n3=IN_POOL | {"part": Part.WITHDRAWN, "rounds": (7, None)},
        n4=IN_POOL | {"part": Part.WITHDRAWN, "rounds": (None, None)},
    )
    given = awards([Prize(pot, 1, 4, 1000), Prize(PLACES, 1, 4, 500)], field, SPLIT)
    assert paid(given) == [("place", 1, 1000), ("place", 3, 1000)]


def test_round_stands_though_its_winner_withdrew_and_absentees_are_named():
    best = Ladder(PrizeKind.ROUND, round=1)
    field = people(
        *(1, 2, 3, 4, 5),
        n1={"rounds": (5, 40), "part": Part.ACTIVE},
        n2={"rounds": (30, None), "part": Part.WITHDRAWN},
        n3={"rounds": (31, 2), "part": Part.UNRANKED},
        n4={"rounds": (30, 2), "part": Part.DISQUALIFIED},
        n5={"rounds": (29, 2), "part": Part.UNRANKED},
    )
    prizes = [Prize(best, 1, 1, 700)]
    given = awards(prizes, field, SPLIT)
    assert paid(given) == [("round", 2, 700)]
    assert [(each.number, points) for _, each, points in passed_over(prizes, field, given)] == [
        (3, 31),
        (4, 30),
    ]


ladders = st.sampled_from([PLACES, LADIES, WITHOUT, Ladder(PrizeKind.ROUND), TEAM, PAIR])
prize_lists = st.lists(
    st.builds(
        lambda ladder, first, more, amount: Prize(ladder, first, first + more, amount),
        ladders,
        st.integers(1, 6),
        st.integers(0, 4),
        st.integers(1, 10000),
    ),
    max_size=6,
)
fields = st.lists(
    st.tuples(st.integers(1, 4), st.booleans(), st.sampled_from(["", "A", "B"]), st.integers(-9, 9))
)


@given(prize_lists, fields, st.booleans(), st.booleans())
def test_payouts_and_remainder_add_up_to_the_whole(prizes, field, by_lot, one_each):
    contenders = [
        Contender(
            *(number, number, rank, total, (total,), ("Damen",) * is_lady),
            groups={GroupKind.TEAM: team} if team else {},
        )
        for number, (rank, is_lady, team, total) in enumerate(field, start=1)
    ]
    given = awards(prizes, contenders, replace(TEAMS, by_lot=by_lot, seed="7", one_each=one_each))
    stays = not_given(prizes, given)
    assert sum(each.amount for each in given) + sum(stays.values()) == sum(
        prize.total for prize in prizes
    )
    assert all(cents > 0 for cents in stays.values())
    winners = [(each.ladder, each.entry, each.team) for each in given]
    assert len(winners) == len(set(winners))


@given(st.integers(0, 10**6), st.integers(1, 30))
def test_proposal_loses_no_cent_and_places_decrease(total, places):
    amounts = proposal(total, places)
    has_cents = total >= places * (places + 1) // 2
    assert (sum(amounts), len(amounts) == places) == (total, has_cents)
    assert amounts == sorted(set(amounts) - {0}, reverse=True)
