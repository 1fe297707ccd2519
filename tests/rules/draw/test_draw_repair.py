"""After a repair: positions stay even, tables of five are spread, wishes hold."""

from collections import Counter
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.factories.draws import field, shuffled_clubs, verdict
from tests.factories.effort import tries
from tournament.draw import DrawRequest, Entrant, Round, draw
from tournament.draw.changes import Change
from tournament.draw.quality import check_plan, seats_held
from tournament.draw.repair import repaired
from tournament.draw.repair.permutation import permute_seats
from tournament.draw.table_sizes import FIVE_TABLE


def repair_of(
    players: int, rounds: int, leaving: Sequence[str] = (), joining: Sequence[Entrant] = ()
) -> tuple[tuple[Entrant, ...], tuple[Round, ...], Change]:
    """Return everybody, the plan, and the change when these leave and join."""
    entrants = shuffled_clubs(players)
    planned = draw(DrawRequest(entrants, rounds, "repair")).rounds
    everybody = (*entrants, *joining)
    come = [one.id for one in joining]
    return everybody, planned, repaired(everybody, (), planned, leaving=leaving, joining=come)


def spread(rounds: Sequence[Round]) -> int:
    return max(max(held) - min(held) for held in seats_held(rounds).values())


def times_fifth(rounds: Sequence[Round]) -> Counter[str]:
    return Counter(t[4] for tables in rounds for t in tables if len(t) == FIVE_TABLE)


def times_at_fives(rounds: Sequence[Round]) -> Counter[str]:
    return Counter(one for tables in rounds for t in tables if len(t) == FIVE_TABLE for one in t)


def untouched(
    planned: Sequence[Round], changed: Sequence[Round]
) -> Iterator[tuple[object, object]]:
    """Return before and after: tables where nobody comes or goes."""
    for old, new in zip(planned, changed, strict=True):
        for was, becomes in zip(old, new, strict=False):
            if set(was) == set(becomes):
                yield was, becomes


@pytest.mark.parametrize("rounds", [3, 5, 8])
@pytest.mark.parametrize(
    ("players", "leaving", "joining"),
    [(64, 1, 0), (72, 1, 0), (72, 2, 0), (63, 0, 1), (60, 0, 1), (73, 1, 0), (48, 2, 1)],
)
def test_positions_stay_even_after_any_changes(
    players: int, leaving: int, joining: int, rounds: int
) -> None:
    come = [Entrant(f"late {number}") for number in range(joining)]
    *_, change = repair_of(players, rounds, ["7", "30"][:leaving], come)
    assert spread(change.rounds) <= 1
    assert max(times_fifth(change.rounds).values(), default=0) <= 1


@pytest.mark.parametrize(
    ("players", "rounds", "late", "most", "walks", "repeats"),
    [
        (60, 8, 1, 1, 7, 0),
        (61, 8, 1, 2, 6, 0),
        (62, 3, 1, 1, 2, 0),
        (62, 8, 1, 2, 6, 1),
        (70, 8, 1, 2, 6, 0),
        (60, 3, 2, 1, 4, 0),
        (62, 3, 3, 1, 9, 0),  # as many as before: those who come take turns
        (16, 3, 1, 2, 1, 4),
        (20, 5, 1, 5, 0, 0),  # everybody would meet two again: the fifth meets nobody
    ],
)
def test_late_entry_takes_turns_at_the_table_of_five(
    players: int, rounds: int, late: int, most: int, walks: int, repeats: int
) -> None:
    """At most one more change of table in a round, and no more than one repeated pair by it."""
    come = [Entrant(f"late {number}") for number in range(late)]
    everybody, _, change = repair_of(players, rounds, joining=come)
    assert max(times_at_fives(change.rounds)[one.id] for one in come) == most
    assert verdict(everybody, change.rounds, {})["repeat_pairs"] == repeats
    assert change.walks == walks


def test_late_entry_is_not_always_fifth() -> None:
    """Where everybody meets everybody there is no stand-in, so the latecomer is turned round."""
    *_, change = repair_of(20, 5, joining=[Entrant("late")])
    assert times_fifth(change.rounds)["late"] == 1
    assert sorted(seats_held(change.rounds)["late"]) == [1, 1, 1, 1]


def test_fixed_table_players_are_no_stand_ins() -> None:
    entrants = tuple(Entrant(one.id, table=int(one.id) % 15 + 1) for one in field(60))
    planned = draw(DrawRequest(entrants, 4, "fixed")).rounds
    late = Entrant("late")
    change = repaired((*entrants, late), (), planned, joining=["late"])
    assert change.walks == 0
    assert check_plan((*entrants, late), change.rounds) == ()


def test_late_entry_spared_the_table_of_five_keeps_the_fixed_table() -> None:
    late = Entrant("late", table=3)
    everybody, _, change = repair_of(60, 5, joining=[late])
    assert check_plan(everybody, change.rounds) == ()
    assert sum(len(tables[2]) == FIVE_TABLE for tables in change.rounds) == 1


def test_untouched_tables_keep_their_seats_where_others_suffice() -> None:
    _, planned, change = repair_of(60, 3, joining=[Entrant("late")])
    assert all(was == becomes for was, becomes in untouched(planned, change.rounds))


def test_first_round_is_turned_last_of_all() -> None:
    """Its lists may already hang on the wall: tables of later rounds are turned instead."""
    _, planned, change = repair_of(73, 8, ["7"])
    turned_tables = [
        sum(was != becomes for was, becomes in untouched([old], [new]))
        for old, new in zip(planned, change.rounds, strict=True)
    ]
    assert turned_tables[0] == 0
    assert sum(turned_tables) > 0


def test_nobody_is_turned_for_a_player_taking_a_free_seat() -> None:
    *_, change = repair_of(72, 5, ["7"], [Entrant("late")])
    assert {move.person for move in change.moves} == {"7", "late"}


@given(
    players=st.sampled_from([60, 61, 63, 64]),
    keep_none=st.sets(st.integers(1, 60), max_size=12),
    late_keeps_none=st.booleans(),
)
@settings(deadline=None, max_examples=25)
def test_player_who_keeps_no_list_never_sits_last(
    players: int, keep_none: set[int], late_keeps_none: bool
) -> None:
    entrants = tuple(
        Entrant(one.id, no_list=number in keep_none)
        for number, one in enumerate(field(players), start=1)
    )
    planned = draw(DrawRequest(entrants, 4, "no list")).rounds
    everybody = (*entrants, Entrant("late", no_list=late_keeps_none))
    change = repaired(everybody, (), planned, leaving=["60", "59"], joining=["late"])
    staying = [one for one in everybody if one.id not in ("60", "59")]
    assert check_plan(staying, change.rounds) == ()


@pytest.mark.parametrize(
    ("players", "rounds", "beyond", "most", "repeats"),
    [(72, 3, 3, 2, 0), (72, 5, 0, 2, 0), (72, 8, 7, 3, 5), (64, 5, 0, 2, 1), (64, 8, 12, 4, 6)],
)
def test_new_tables_of_five_go_to_different_people(
    players: int, rounds: int, beyond: int, most: int, repeats: int
) -> None:
    """Without one of them there are three tables of five in each round."""
    everybody, _, change = repair_of(players, rounds, ["7"])
    figures = verdict(everybody, change.rounds, {"7": {"to": 0}})
    assert figures["five_table_excess"] <= beyond
    assert figures["five_table_max"] <= most
    assert figures["repeat_pairs"] <= repeats


@pytest.mark.parametrize(
    ("players", "leaving", "table", "more_walks"),
    [
        (60, (), 3, 0),  # one more at that table of four
        (61, (), 15, 1),  # a table of five: somebody makes room
        (63, (), 2, 1),  # else at the new table
        (63, (), 16, 0),  # this is the new table
        (72, ("7",), 5, 1),  # else on the free seat
        (72, ("7", "8"), 5, 1),
    ],
)
def test_late_entry_gets_the_fixed_table_for_one_move(
    players: int, leaving: tuple[str, ...], table: int, more_walks: int
) -> None:
    *_, change = repair_of(players, 1, leaving, [Entrant("late", table=table)])
    *_, anywhere = repair_of(players, 1, leaving, [Entrant("late")])
    assert "late" in change.rounds[0][table - 1]
    assert change.walks == anywhere.walks + more_walks


def test_late_entry_with_an_unknown_table_number_gets_a_seat() -> None:
    *_, change = repair_of(60, 2, joining=[Entrant("late", table=17)])
    *_, anywhere = repair_of(60, 2, joining=[Entrant("late")])
    assert change.rounds == anywhere.rounds


def test_nobody_loses_a_fixed_table_to_a_late_entry() -> None:
    entrants = tuple(Entrant(one.id, table=1 if int(one.id) < 4 else None) for one in field(8))
    planned = draw(DrawRequest(entrants, 1, "fixed")).rounds
    late = Entrant("late", table=1)
    change = repaired((*entrants, late), (), planned, leaving=["8"], joining=["late"])
    assert set(change.rounds[0][0]) == {"1", "2", "3", "late"}


def test_turning_keeps_the_tables() -> None:
    first: Round = (("1", "2", "3", "4"), ("5", "6", "7", "8"))
    second: Round = (("1", "5", "2", "6"), ("3", "7", "4", "9"))
    (after,) = permute_seats([first], [(("1", "5", "2", "6"), ("3", "7", "4", "8"))], [second])
    assert after[0] == second[0]
    assert set(after[1]) == set(second[1])


def test_late_comer_is_spared_mates_in_rounds_nobody_knows() -> None:
    """Each pair less for one more change of table; first rounds, known already, are the same."""
    spared = 0
    for seed in range(tries(8, 40)):
        entrants = (*shuffled_clubs(64), Entrant("late", "C2"))
        gone = next(one.id for one in entrants if one.club != "C2")
        planned = draw(DrawRequest(entrants[:-1], 3, f"seed {seed}")).rounds
        known, unknown = (
            repaired(entrants, (), planned, leaving=[gone], joining=["late"], published=published)
            for published in (3, 1)
        )
        assert unknown.after.repeat_pairs <= known.after.repeat_pairs
        assert unknown.after.five_table_repeats <= known.after.five_table_repeats
        assert set(map(frozenset, unknown.rounds[0])) == set(map(frozenset, known.rounds[0]))
        fewer = known.after.same_club_pairs - unknown.after.same_club_pairs
        assert 0 <= unknown.walks - known.walks <= fewer
        spared += fewer
    assert spared > 0
