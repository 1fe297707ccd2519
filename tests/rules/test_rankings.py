"""Rankings of groups: examples worked by hand, and what holds for any of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.sheets.rules.results import Result
from tournament.standings.rules.rankings import GroupRules, RankedGroup, odd_sizes, ranking
from tournament.standings.rules.standings import Decision, standings
from tournament.standings.rules.tie_breaks import keys_of
from tournament.trust.rules.recount_ranks import GroupClaim, group_total, is_rank_possible

ANNE = Result(1, 1, (10, -4, 6))  # 12
BERND = Result(2, 2, (-2, 9, 1))  # 8
CARLA = Result(3, 3, (5, 5, -8), adjustment=-3)  # -1
DIRK = Result(4, 4, (7, None, 5))  # 12
ELKE = Result(5, 5, (40, 40, 40), ranked=False)
FRITZ = Result(6, 6, (3, 3, 2))  # 8
GROUPS = {"Asse": (ANNE, BERND, CARLA), "Buben": (DIRK, FRITZ, ELKE)}


def lines(ranked: tuple[RankedGroup, ...]) -> list[tuple]:
    return [(each.rank, each.name, each.rounds, each.adjustment, each.total) for each in ranked]


def test_all_ranked_members_count() -> None:
    assert lines(ranking(GROUPS, GroupRules())) == [
        (1, "Buben", (10, 3, 7), 0, 20),
        (2, "Asse", (13, 10, -1), -3, 19),
    ]


def test_best_two_of_each_group_count_with_all_their_rounds() -> None:
    assert lines(ranking(GROUPS, GroupRules(best=2))) == [
        (1, "Asse", (8, 5, 7), 0, 20),
        (1, "Buben", (10, 3, 7), 0, 20),
    ]


def test_best_two_of_each_round_count_and_every_deduction() -> None:
    assert lines(ranking(GROUPS, GroupRules(best=2, by_round=True))) == [
        (1, "Asse", (15, 14, 7), -3, 33),
        (2, "Buben", (10, 3, 7), 0, 20),
    ]


def test_members_show_their_contribution() -> None:
    (asse, _buben) = ranking(GROUPS, GroupRules(best=2, by_round=True))
    assert [(each.result.number, each.counted, each.points) for each in asse.members] == [
        (1, (True, False, True), 16),
        (2, (False, True, True), 10),
        (3, (True, True, False), 7),
    ]
    assert (asse.ranked, asse.counted) == (3, 3)


def test_a_group_too_small_has_no_rank() -> None:
    ranked = ranking({**GROUPS, "Damen": (FRITZ,), "Leer": ()}, GroupRules(best=2))
    assert [(each.rank, each.name, each.total) for each in ranked[2:]] == [
        (None, "Damen", 8),
        (None, "Leer", 0),
    ]


def test_last_round_decides_between_groups_and_says_so() -> None:
    chain = ("games_won", "last_rounds", "lot")
    pairs = {"Erste": (Result(1, 1, (3, 4)),), "Zweite": (Result(2, 2, (5, 2)),)}
    ranked = ranking(pairs, GroupRules(), chain)
    assert [(each.rank, each.name, each.decision) for each in ranked] == [
        (1, "Erste", Decision(0, (4, 3), (2, 5))),
        (2, "Zweite", None),
    ]
    assert [each.rank for each in ranking(pairs, GroupRules(), ("lot",))] == [1, 1]


def test_line_names_what_puts_it_before_the_next_of_equal_total() -> None:
    """Two share the second rank before the fourth; the last two are equal in everything."""
    results = [
        Result(1, 1, (9, 5)),
        Result(2, 2, (8, 6)),
        Result(3, 3, (6, 8)),
        Result(4, 4, (8, 6)),
        Result(5, 5, (1, 0)),
        Result(6, 6, (0, 1)),
        Result(7, 7, (5, 9), ranked=False),
    ]
    chain = keys_of(["last_round", "best_round"])
    ranked = standings(results, chain)
    assert [(line.rank, line.entry_id, line.decision) for line in ranked] == [
        (1, 3, Decision(0, 8, 6)),
        (2, 2, Decision(0, 6, 5)),
        (2, 4, Decision(0, 6, 5)),
        (4, 1, None),
        (5, 6, Decision(0, 1, 0)),
        (6, 5, None),
        (None, 7, None),
    ]


def test_odd_teams_are_named_with_their_sizes() -> None:
    teams = {"eins": 1, "zwei": 2, "drei": 3, "sechs": 6, "sieben": 7}
    assert odd_sizes(teams, pairs=False) == {"eins": 1, "zwei": 2, "sieben": 7}
    assert odd_sizes(teams, pairs=True) == {"eins": 1, "sieben": 7}


@st.composite
def _groups(draw: st.DrawFn) -> dict[str, list[Result]]:
    count, rounds = draw(st.integers(1, 12)), draw(st.integers(1, 4))
    points = st.none() | st.integers(-30, 30)
    groups: dict[str, list[Result]] = {}
    for number in range(1, count + 1):
        figures = tuple(draw(points) for _round in range(rounds))
        deducted, is_ranked = draw(st.integers(-3, 0)), draw(st.booleans())
        of_group = groups.setdefault(draw(st.sampled_from("ABC")), [])
        of_group.append(Result(number, number, figures, deducted, is_ranked))
    return groups


RULES = st.builds(GroupRules, st.none() | st.integers(1, 4), st.booleans())


@given(_groups(), RULES, st.randoms(use_true_random=False))
def test_the_order_of_people_and_groups_changes_nothing(groups, rules, random) -> None:
    chain = ("last_rounds", "best_round")
    mixed = {name: random.sample(people, len(people)) for name, people in groups.items()}
    shuffled = dict(random.sample([*mixed.items()], len(mixed)))
    assert ranking(shuffled, rules, chain) == ranking(groups, rules, chain)


@given(_groups(), RULES)
def test_total_of_a_group_is_the_sum_of_its_members(groups, rules) -> None:
    for group in ranking(groups, rules):
        assert group.total == sum(member.points for member in group.members)
        assert group.total == sum(points or 0 for points in group.rounds) + group.adjustment
        for place in range(len(group.rounds)):
            counted = [each for each in group.members if each.counted[place]]
            assert all(each.result.ranked for each in counted)
            assert len(counted) <= (rules.best or len(group.members))
            figures = [each.result.rounds[place] or 0 for each in counted]
            assert sum(figures) == (group.rounds[place] or 0)


@given(_groups())
def test_no_other_member_would_bring_more(groups) -> None:
    """The best two of a group, found by trying: no other member in place of one makes it better."""
    for group in ranking(groups, GroupRules(best=2)):
        brought = [each.points for each in group.members if any(each.counted)]
        left = [
            each.result.total
            for each in group.members
            if each.result.ranked and not any(each.counted)
        ]
        assert not left or min(brought) >= max(left)


@given(_groups(), RULES)
def test_the_second_path_comes_to_the_same_totals(groups, rules) -> None:
    people = [each for members in groups.values() for each in members]
    rounds = {each.entry_id: each.rounds for each in people}
    deductions = {each.entry_id: (each.adjustment,) for each in people}
    for group in ranking(groups, rules):
        ranked = [each.result.entry_id for each in group.members if each.result.ranked]
        claim = GroupClaim(group.name, ranked, rules.best, rules.by_round, group.total)
        assert group_total(claim, rounds, deductions) == group.total


def test_a_withdrawn_member_leaves_its_points_out() -> None:
    gone = ANNE._replace(ranked=False)
    (group,) = ranking({"Asse": (gone, BERND, CARLA)}, GroupRules())
    assert (group.total, group.ranked) == (7, 2)


@pytest.mark.parametrize(("total", "possible"), [(9, {1}), (4, {2, 3}), (-3, {4})])
def test_recount_knows_which_ranks_a_total_can_have(total: int, possible: set[int]) -> None:
    totals = [9, 4, 4, -3]
    assert {rank for rank in range(6) if is_rank_possible(rank, total, totals)} == possible
