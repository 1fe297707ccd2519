"""The method "groups": who meets whom in groups of three, four and five teams, and how often."""

from collections import Counter
from itertools import combinations

import pytest

from tests.factories.draws import verdict
from tournament.draw import CannotDraw, DrawRequest, Entrant, Round, draw
from tournament.draw.certificate import Figure, Wish, certificate
from tournament.draw.quality import fewest_in_group, measure
from tournament.draw.team_groups import sizes_of_groups

Groups = tuple[tuple[str, ...], ...]


def in_groups(*sizes: int) -> Groups:
    names = iter(f"T{number:02}" for number in range(sum(sizes)))
    return tuple(tuple(next(names) for _ in range(size)) for size in sizes)


def people_of(groups: Groups, **wishes: int) -> tuple[Entrant, ...]:
    """Return four people of each team: T00-0, T00-1 ...; `wishes` are fixed tables by id."""
    return tuple(
        Entrant(f"{team}-{number}", team=team, table=wishes.get(f"{team}_{number}"))
        for group in groups
        for team in group
        for number in range(4)
    )


def drawn(
    groups: Groups, rounds: int, seed: str = "x", history: tuple[Round, ...] = (), **wishes: int
) -> tuple[Round, ...]:
    entrants = people_of(groups, **wishes)
    return draw(
        DrawRequest(entrants, rounds, seed, "groups", history=history, groups=groups)
    ).rounds


def met(rounds: tuple[Round, ...]) -> Counter[tuple[str, str]]:
    tables = (table for tables in rounds for table in tables)
    return Counter(pair for table in tables for pair in combinations(sorted(table), 2))


def figures(rounds: tuple[Round, ...]) -> tuple[int, int]:
    """Return the most meetings of a pair, and all meetings beyond the first."""
    pairs = met(rounds)
    return max(pairs.values()), pairs.total() - len(pairs)


def mates(rounds: tuple[Round, ...]) -> Counter[tuple[str, str]]:
    pairs = met(rounds)
    return Counter({pair: pairs[pair] for pair in pairs if pair[0][:3] == pair[1][:3]})


@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", list("abcde"))
def test_four_teams_meet_nobody_twice_in_four_rounds(rounds, seed) -> None:
    plan = drawn(in_groups(4), rounds, seed)
    assert figures(plan) == (1, 0)
    assert [sorted(person[:3] for person in table) for tables in plan for table in tables] == [
        ["T00", "T01", "T02", "T03"]
    ] * (4 * rounds)


def test_after_four_rounds_everybody_has_met_all_twelve_opponents() -> None:
    assert len(met(drawn(in_groups(4), 4))) == 16 * 12 // 2


@pytest.mark.parametrize("rounds", range(1, 13))
def test_more_rounds_of_four_teams_repeat_as_little_as_possible(rounds) -> None:
    """96 pairs of opponents, 24 of whom meet in a round."""
    repeats = max(0, 24 * rounds - 96)
    assert figures(drawn(in_groups(4), rounds)) == (-(-rounds // 4), repeats)


@pytest.mark.parametrize("rounds", [2, 3, 4, 5])
def test_three_teams_repeat_as_little_as_possible(rounds) -> None:
    """Four people from three tables: any two rounds have a pair in common at each table."""
    plan = drawn(in_groups(3), rounds)
    assert figures(plan) == (2, 3 * rounds * (rounds - 1) // 2)


@pytest.mark.parametrize("rounds", range(1, 7))
def test_three_teams_have_no_mates_twice_and_two_of_another_team_at_each_table(rounds) -> None:
    plan = drawn(in_groups(3), rounds)
    assert max(mates(plan).values()) == 1
    for tables in plan:
        twice = [Counter(person[:3] for person in table).most_common(1)[0] for table in tables]
        assert sorted(twice) == [("T00", 2), ("T01", 2), ("T02", 2)]
        assert all(len({person[:3] for person in table}) == 3 for table in tables)


@pytest.mark.long
def test_no_six_rounds_of_three_teams_have_only_the_unavoidable_repeats() -> None:
    """All rounds are tried after a first one, which is the same but for names."""
    rounds = [_round_of_three(pairs, turns) for pairs, turns in _choices()]
    first = rounds[0]
    fitting = [each for each in rounds if _only_unavoidable(first, each)]

    def longest(found: int, left: list[frozenset]) -> int:
        return max(
            (
                longest(
                    found + 1, [more for more in left[place + 1 :] if _only_unavoidable(one, more)]
                )
                for place, one in enumerate(left)
            ),
            default=found,
        )

    assert longest(1, fitting) == 5


def _choices():
    pairs = list(combinations(range(4), 2))
    for chosen in ((a, b, c) for a in pairs for b in pairs for c in pairs):
        for turns in range(8):
            yield chosen, turns


def _round_of_three(pairs, turns: int) -> frozenset:
    tables: list[list[tuple[int, int]]] = [[], [], []]
    for team, pair in enumerate(pairs):
        others = [person for person in range(4) if person not in pair]
        if turns >> team & 1:
            others.reverse()
        tables[team] += [(team, person) for person in pair]
        for step, person in enumerate(others, start=1):
            tables[(team + step) % 3].append((team, person))
    return frozenset(pair for table in tables for pair in combinations(sorted(table), 2))


def _only_unavoidable(one: frozenset, other: frozenset) -> bool:
    again = one & other
    return len(again) == 3 and all(a[0] != b[0] for a, b in again)


@pytest.mark.parametrize("rounds", [1, 2, 3, 4])
def test_five_teams_repeat_as_little_as_possible(rounds) -> None:
    """Five people from four tables: any two rounds have a pair in common at each table."""
    plan = drawn(in_groups(5), rounds)
    assert figures(plan) == (min(rounds, 2), 4 * rounds * (rounds - 1) // 2)
    assert {len({person[:3] for person in table}) for tables in plan for table in tables} == {5}


@pytest.mark.parametrize(
    ("sizes", "rounds", "repeats"),
    [
        *(((3,), rounds, 3 * rounds * (rounds - 1) // 2) for rounds in range(1, 6)),
        *(((4,), rounds, max(0, 24 * rounds - 96)) for rounds in (1, 4, 5, 8)),
        *(((5,), rounds, 4 * rounds * (rounds - 1) // 2) for rounds in range(1, 5)),
        ((4, 3), 4, 18),
        ((5, 3, 4, 3), 3, 12 + 9 + 9),
    ],
)
def test_the_bounds_of_a_draw_know_its_groups(sizes, rounds, repeats) -> None:
    """Repeats, mates in groups of three, and tables of five in groups of five are unavoidable."""
    groups, people = in_groups(*sizes), people_of(in_groups(*sizes))
    plan = draw(DrawRequest(people, rounds, "x", "groups", groups=groups))
    assert (plan.quality.repeat_pairs, plan.quality.repeat_pairs_bound) == (repeats, repeats)
    assert plan.quality.five_table_repeats == 0
    found = certificate(people, plan.rounds, groups)
    mates_at_threes = 3 * rounds * sizes.count(3)
    assert found.repeated_pairs == Figure(repeats, repeats)
    assert found.same_team_pairs == Wish(mates_at_threes, mates_at_threes, mates_at_threes)
    assert found.most_five_tables.is_best
    assert found.twice_at_most is (rounds > 2 and bool({3, 5} & set(sizes)))


def test_bounds_without_groups_stay_those_of_everybody() -> None:
    """Nobody plays among themselves, or a team has another player than before."""
    groups, people = in_groups(4, 4), people_of(in_groups(4, 4))
    every = draw(DrawRequest(people, 4, "x", groups=groups))
    assert every.quality == measure(people, every.rounds)
    groups, people = in_groups(3), people_of(in_groups(3))
    first, second = drawn(groups, 2)
    coming = Entrant("new", team="T00")
    others = tuple(
        tuple("new" if person == "T00-0" else person for person in table) for table in second
    )
    found = certificate((*people, coming), (first, others), groups)
    assert found.repeated_pairs.best == 0 < found.repeated_pairs.value
    assert found.same_team_pairs == Wish(6, 6, 6)


@pytest.mark.parametrize("teams", [3, 4, 5])
def test_the_bound_of_a_group_never_falls_with_more_rounds(teams) -> None:
    bounds = [fewest_in_group(teams, rounds) for rounds in range(1, 13)]
    assert bounds == sorted(bounds)


def test_groups_of_all_sizes_sit_at_neighbouring_tables_fives_last() -> None:
    groups = in_groups(4, 5, 3, 4)
    tables = sizes_of_groups(groups)
    assert (tables.fours, tables.fives) == (11, 4)
    (first, *_) = plan = drawn(groups, 4)
    of_group = {team: number for number, group in enumerate(groups) for team in group}
    seated = [sorted({of_group[person[:3]] for person in table}) for table in first]
    assert seated == [[0]] * 4 + [[2]] * 3 + [[3]] * 4 + [[1]] * 4
    assert [len(table) for table in first] == [4] * 11 + [5] * 4
    assert figures(plan) == (2, 18 + 24)


def test_the_verifier_finds_groups_of_three_and_four_in_order() -> None:
    groups = in_groups(4, 4, 3)
    found = verdict(people_of(groups), drawn(groups, 4))
    assert (found["repeat_pairs"], found["same_team_pairs"]) == (18, 3 * 4)
    assert found["seat_imbalance_max"] == 0


@pytest.mark.parametrize("seed", list("abcde"))
def test_rounds_drawn_later_know_the_earlier_ones(seed) -> None:
    groups = in_groups(4, 3)
    before = drawn(groups, 2, "first")
    later = (*before, *drawn(groups, 2, seed, before))
    assert max(mates(later).values()) == 1
    of_four = tuple(tuple(table for table in tables if table[0] < "T04") for tables in later)
    assert figures(of_four) == (1, 0)


def test_equal_requests_have_equal_plans_and_other_seeds_other_ones() -> None:
    groups = in_groups(4, 3, 5)
    assert drawn(groups, 4) == drawn(groups, 4)
    assert drawn(groups, 4) != drawn(groups, 4, "y")


def test_everybody_sits_at_a_fixed_table_in_every_round() -> None:
    plan = drawn(in_groups(4, 4), 3, T05_2=1, T00_1=8)
    assert all("T05-2" in tables[0] and "T00-1" in tables[7] for tables in plan)


def test_two_fixed_tables_in_a_group_keep_their_people_apart() -> None:
    for tables in drawn(in_groups(4), 3, T00_0=1, T01_0=2):
        assert "T00-0" in tables[0]
        assert "T01-0" in tables[1]


@pytest.mark.parametrize(
    ("wishes", "rounds"),
    [({"T00_0": 1, "T01_0": 2}, 4), ({"T00_0": 1, "T00_1": 1}, 1), ({"T05_0": 1}, 1)],
)
def test_fixed_tables_that_no_plan_leaves_free_are_refused(wishes, rounds) -> None:
    """They meet in one of four rounds; mates never; a five does not sit at a table of four."""
    with pytest.raises(CannotDraw) as refused:
        drawn(in_groups(4, 5), rounds, **wishes)
    assert refused.value.code == "table_taken"


@pytest.mark.parametrize(
    ("groups", "people", "code", "params"),
    [
        ((), people_of(in_groups(4)), "no_team_groups", {}),
        (in_groups(2), people_of(in_groups(2)), "team_group_size", {"group": 1, "teams": 2}),
        (in_groups(4, 6), people_of(in_groups(4, 6)), "team_group_size", {"group": 2, "teams": 6}),
        (in_groups(3), people_of(in_groups(4)), "not_in_team_groups", {"person": "T03-0"}),
        (
            in_groups(3),
            (*people_of(in_groups(3)), Entrant("1")),
            "not_in_team_groups",
            {"person": "1"},
        ),
        (
            in_groups(3),
            people_of(in_groups(3))[1:],
            "team_not_of_four",
            {"team": "T00", "people": 3},
        ),
        (
            in_groups(3),
            (*people_of(in_groups(3)), Entrant("9", team="T02")),
            "team_not_of_four",
            {"team": "T02", "people": 5},
        ),
    ],
)
def test_what_fills_no_groups_is_refused(groups, people, code, params) -> None:
    with pytest.raises(CannotDraw) as refused:
        draw(DrawRequest(people, 1, "x", "groups", groups=groups))
    assert (refused.value.code, refused.value.params) == (code, params)


def test_a_team_in_two_groups_is_a_mistake_of_the_program() -> None:
    groups = (("A", "B", "C"), ("A", "D", "E"))
    with pytest.raises(ValueError, match="two groups"):
        draw(DrawRequest((), 1, "x", "groups", groups=groups))
