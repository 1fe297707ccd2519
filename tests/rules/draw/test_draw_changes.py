"""After the draw: no-shows, late entries, substitutes, swaps."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.factories.draws import field, shuffled_clubs, verdict
from tests.factories.effort import tries
from tournament.draw import DrawRequest, Entrant, Round, draw
from tournament.draw.changes import Move, Place, Repeat, substitute_person, swapped
from tournament.draw.repair import repaired
from tournament.draw.table_sizes import CannotSeat, table_sizes

MADE_BY_HAND: tuple[Round, ...] = (
    (("1", "2", "3", "4"), ("5", "6", "7", "8")),
    (("1", "5", "2", "6"), ("3", "7", "4", "8")),
)


def drawn(entrants: tuple[Entrant, ...], rounds: int) -> tuple[Round, ...]:
    return draw(DrawRequest(entrants, rounds, "changes")).rounds


@cache
def field_and_plan(players: int) -> tuple[tuple[Entrant, ...], tuple[Round, ...]]:
    """Return so many people and their four rounds; drawn once, not for every example."""
    entrants = shuffled_clubs(players)
    return entrants, drawn(entrants, 4)


@given(
    players=st.sampled_from([4, 5, 8, 9, 10, 12, 13, 15, 16, 17, 20, 23, 33, 36, 72, 74, 75]),
    leaving=st.integers(0, 4),
    joining=st.integers(0, 4),
    played=st.integers(0, 3),
)
@settings(deadline=None, max_examples=tries(15, 60))
def test_repaired_plan_is_valid_after_any_changes(
    players: int, leaving: int, joining: int, played: int
) -> None:
    entrants, rounds = field_and_plan(players)
    gone = [entrant.id for entrant in entrants[:leaving]]
    come = tuple(Entrant(f"late {number}", "C1") for number in range(joining))
    everybody = entrants + come
    try:
        table_sizes(players - len(gone) + joining)
    except CannotSeat:
        return
    change = repaired(
        everybody,
        rounds[:played],
        rounds[played:],
        leaving=gone,
        joining=[entrant.id for entrant in come],
    )
    stays = {person: {"to": played} for person in gone}
    stays |= {entrant.id: {"from": played + 1} for entrant in come}
    figures = verdict(everybody, (*rounds[:played], *change.rounds), stays)
    assert figures["repeat_pairs"] == change.after.repeat_pairs


@pytest.mark.parametrize(
    ("players", "leaving", "joining", "walks"),
    [
        (73, 0, 1, 0),  # joins a table of four
        (75, 0, 1, 3),  # with one of each five-table a table of their own
        (72, 1, 1, 0),  # takes the free seat
        (72, 1, 0, 4),  # the last table breaks up, and fills the gap
        (73, 2, 1, 1),  # one gap is left, and filled from the five-table
    ],
)
def test_fewest_possible_people_change_table(
    players: int, leaving: int, joining: int, walks: int
) -> None:
    entrants = field(players)
    rounds = drawn(entrants, 1)
    gone = list(rounds[0][0][:leaving])
    come = [f"late {number}" for number in range(joining)]
    change = repaired((*entrants, *map(Entrant, come)), (), rounds, leaving=gone, joining=come)
    assert change.walks == walks


def test_nobody_moves_when_one_leaves_a_five_table() -> None:
    entrants = field(73)
    rounds = drawn(entrants, 1)
    change = repaired(entrants, (), rounds, leaving=[rounds[0][-1][4]])
    assert [move.person for move in change.moves] == [rounds[0][-1][4]]
    assert change.moves[0].after is None


def test_repair_of_a_large_field_repeats_nobody() -> None:
    entrants = field(144)
    rounds = drawn(entrants, 5)
    change = repaired(entrants, rounds[:2], rounds[2:], leaving=["7"])
    assert (change.before.repeat_pairs, change.after.repeat_pairs, change.repeats) == (0, 0, ())


def test_repair_keeps_people_at_their_fixed_tables() -> None:
    entrants = (Entrant("w", table=3), *field(74))
    rounds = drawn(entrants, 3)
    late = Entrant("late", no_list=True)
    change = repaired((*entrants, late), (), rounds, joining=["late"])
    assert all("w" in tables[2] for tables in change.rounds)
    assert all(table[-1] != "late" for tables in change.rounds for table in tables)


def test_repair_refuses_a_number_that_fits_no_tables() -> None:
    entrants = field(12)
    with pytest.raises(CannotSeat):
        repaired(entrants, (), drawn(entrants, 1), leaving=["1"])


def test_repair_refuses_people_who_are_not_there() -> None:
    entrants = field(12)
    with pytest.raises(ValueError, match="seat"):
        repaired(entrants, (), drawn(entrants, 1), leaving=["somebody"])
    with pytest.raises(ValueError, match="seat"):
        repaired(entrants, (), drawn(entrants, 1), joining=["1"])


def test_swap_names_repeat_meetings() -> None:
    first, second = MADE_BY_HAND
    change = swapped(field(8), [first], [second], 2, "5", "3")
    assert change.rounds == ((("1", "3", "2", "6"), ("5", "7", "4", "8")),)
    assert change.repeats == (
        Repeat("1", "3", (1, 2)),
        Repeat("2", "3", (1, 2)),
        Repeat("5", "7", (1, 2)),
        Repeat("5", "8", (1, 2)),
    )
    assert change.moves == (
        Move(2, "5", Place(1, 2), Place(2, 1)),
        Move(2, "3", Place(2, 1), Place(1, 2)),
    )
    assert change.walks == 2
    assert change.after.repeat_pairs - change.before.repeat_pairs == 2


def test_swap_at_one_table_repeats_nobody() -> None:
    change = swapped(field(8), [], MADE_BY_HAND, 1, "1", "4")
    assert change.rounds[0][0] == ("4", "2", "3", "1")
    assert (change.repeats, change.walks) == ((), 0)


def test_swap_needs_a_planned_round_and_two_seated_in_it() -> None:
    with pytest.raises(ValueError, match="not planned"):
        swapped(field(8), MADE_BY_HAND[:1], MADE_BY_HAND[1:], 1, "1", "2")
    with pytest.raises(ValueError, match="seat"):
        swapped(field(8), [], MADE_BY_HAND, 1, "1", "somebody")


def test_substitute_takes_every_seat_of_the_leaver() -> None:
    assert substitute_person(MADE_BY_HAND, "6", "new") == (
        (("1", "2", "3", "4"), ("5", "new", "7", "8")),
        (("1", "5", "2", "new"), ("3", "7", "4", "8")),
    )


def test_field_of_fixed_tables_only_can_still_be_repaired():
    """One wish gives way; nobody is left without a seat."""
    people = tuple(Entrant(str(n), table=1 if n < 4 else 2) for n in range(9))
    planned = draw(DrawRequest(people, 1, "fixed")).rounds
    fewer = repaired(people, (), planned, leaving=["0"])
    more = repaired((*people, Entrant("9", table=1)), (), planned, joining=["9"])

    assert sorted(map(len, fewer.rounds[0])) == [4, 4]
    assert sorted(map(len, more.rounds[0])) == [5, 5]
