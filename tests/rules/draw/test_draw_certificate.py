"""Certificate, check of a manual plan, outlook and byes."""

from collections import Counter
from itertools import combinations

import pytest

from tests.factories.draws import field, shuffled_clubs
from tournament.draw import DrawRequest, Entrant, Round, draw
from tournament.draw.certificate import Figure, Wish, certificate
from tournament.draw.designs.lookup import what_if
from tournament.draw.plan import sitting_out
from tournament.draw.quality import PlanFinding, check_plan, fewest_repeats
from tournament.draw.table_sizes import CannotSeat, TableSizes, cannot_seat, table_sizes


def test_certificate_of_a_perfect_plan_is_best_in_everything() -> None:
    entrants = shuffled_clubs(73)
    paper = certificate(entrants, draw(DrawRequest(entrants, 5, "x")).rounds)
    assert paper.repeated_pairs == Figure(0, 0)
    assert paper.same_club_pairs.is_best
    assert paper.seat_spread == Figure(1, 1)
    assert paper.most_five_tables == Figure(1, 1)


def test_certificate_knows_that_everybody_meets_everybody() -> None:
    entrants = tuple(Entrant(str(n), "A" if n <= 4 else None, f"T{n % 8}") for n in range(1, 17))
    paper = certificate(entrants, draw(DrawRequest(entrants, 5, "x")).rounds)
    assert paper.same_club_pairs == Wish(6, 6)
    assert paper.same_team_pairs == Wish(8, 8)


def in_teams(people: int, size: int) -> tuple[Entrant, ...]:
    """Return entrants in as many teams of this size as there can be."""
    last = people - people % size
    return tuple(Entrant(str(n), team=f"T{n // size}" if n < last else None) for n in range(people))


def test_certificate_knows_that_mates_meet_where_all_others_have_met() -> None:
    """Of 14 people 84 pairs are no couple; whatever pairs have met beyond these are couples."""
    for people, size in ((14, 2), (17, 4)):
        entrants = in_teams(people, size)
        rounds = draw(DrawRequest(entrants, 5, "x")).rounds
        pairs = Counter(
            frozenset(pair)
            for tables in rounds
            for table in tables
            for pair in combinations(table, 2)
        )
        mates = people // size * (size * (size - 1) // 2)
        bound = len(pairs) - (people * (people - 1) // 2 - mates)
        found = certificate(entrants, rounds).same_team_pairs
        assert (found.best, found.by_tables) == (bound, 0)
        assert 0 < bound <= found.value


def test_certificate_knows_that_five_teams_would_be_a_sixth_round() -> None:
    """Twenty people have five rounds without a repeat, and no sixth: so teams of four meet."""
    fours, fives = in_teams(20, 4), in_teams(20, 5)
    rounds = draw(DrawRequest(fours, 5, "x")).rounds
    assert certificate(fours, rounds).same_team_pairs.best == 1
    assert certificate(fours, rounds[:4]).same_team_pairs.best == 0
    assert certificate(fives, rounds).same_team_pairs.best == 0
    assert certificate(fours[:16], rounds).same_team_pairs.best == 0


def test_certificate_knows_that_two_at_a_fixed_table_meet_again() -> None:
    entrants = (Entrant("a", table=1), Entrant("b", table=1), *field(70))
    paper = certificate(entrants, draw(DrawRequest(entrants, 3, "x")).rounds)
    assert paper.repeated_pairs == Figure(2, 2)


def test_certificate_ignores_seats_of_people_who_keep_no_list() -> None:
    entrants = (Entrant("a", no_list=True), *field(71))
    rounds = draw(DrawRequest(entrants, 9, "x")).rounds
    assert certificate(entrants, rounds).seat_spread.value <= 2


def test_certificate_of_nothing_is_all_zero() -> None:
    assert certificate(field(8), ()).repeated_pairs == Figure(0, 0)


@pytest.mark.parametrize(
    ("people", "rounds", "best"),
    [
        (72, 4, 0),
        (73, 3, 0),
        (16, 6, 24),
        (8, 3, 8),
        (5, 5, 40),
        (10, 0, 0),
    ],
)
def test_fewest_repeats_are_known_before_the_draw(people: int, rounds: int, best: int) -> None:
    assert fewest_repeats(table_sizes(people), rounds) == best


@pytest.mark.parametrize(
    ("people", "sizes", "rounds"),
    [
        (62, TableSizes(13, 2), 9),
        (63, TableSizes(12, 3), 9),
        (64, TableSizes(16, 0), 9),
        (12, TableSizes(3, 0), 1),
        (16, TableSizes(4, 0), 5),
        (19, TableSizes(1, 3), 1),
        (22, TableSizes(3, 2), 5),
        (24, TableSizes(6, 0), 7),
        (31, TableSizes(4, 3), 7),
        (92, TableSizes(23, 0), 23),
    ],
)
def test_outlook_gives_tables_and_rounds(people: int, sizes: TableSizes, rounds: int) -> None:
    outlook = what_if(people)
    assert (outlook.sizes, outlook.rounds_without_repeats) == (sizes, rounds)


def test_outlook_refuses_unseatable_numbers() -> None:
    with pytest.raises(CannotSeat):
        what_if(11)


@pytest.mark.parametrize(
    ("people", "way"),
    [
        (3, (0, 1)),
        (6, (1, 2)),
        (7, (2, 1)),
        (11, (1, 1)),
        (12, None),
    ],
)
def test_way_out_is_to_sit_out_or_to_bring_one_more(
    people: int, way: tuple[int, int] | None
) -> None:
    why_not = cannot_seat(people)
    assert way == (why_not and (why_not.sit_out, why_not.missing))


def test_byes_go_round() -> None:
    people = [entrant.id for entrant in field(11)]
    history: tuple[Round, ...] = ()
    out: list[str] = []
    for _ in range(11):
        (bye,) = sitting_out(people, history, 1, "seed")
        out.append(bye)
        playing = tuple(entrant for entrant in field(11) if entrant.id != bye)
        history += draw(DrawRequest(playing, 1, "seed", history=history)).rounds
    assert Counter(out) == Counter(people)


def test_check_accepts_a_drawn_plan() -> None:
    entrants = (Entrant("w", table=2, no_list=True), *field(29))
    assert check_plan(entrants, draw(DrawRequest(entrants, 3, "x")).rounds) == ()


def test_check_names_everything_that_is_wrong() -> None:
    entrants = (Entrant("1", no_list=True), Entrant("2", table=2), *field(8)[2:])
    tables = (("2", "3", "4", "1"), ("5", "6", "7", "7", "x"))
    assert check_plan(entrants, (tables,)) == (
        PlanFinding("missing", 1, (("person", "8"),)),
        PlanFinding("twice", 1, (("person", "7"),)),
        PlanFinding("unknown", 1, (("person", "x"),)),
        PlanFinding("too_many_fives", 1, (("fives", 1), ("enough", 0))),
        PlanFinding("wrong_table", 1, (("person", "2"), ("table", 1), ("fixed", 2))),
        PlanFinding("keeps_no_list", 1, (("person", "1"), ("table", 1))),
    )


def test_check_names_sizes_that_cannot_be_played() -> None:
    findings = check_plan(field(6), ((("1", "2", "3"), ("4", "5", "6")),))
    assert [finding.code for finding in findings] == ["table_size", "table_size", "cannot_seat"]


@pytest.mark.parametrize(
    ("people", "or_more"), [(16, False), (24, False), (28, False), (33, False), (63, True)]
)
def test_outlook_says_where_more_rounds_may_be_possible(people: int, *, or_more: bool) -> None:
    """28 people have met everybody after nine rounds; 63 have not, but nobody searched further."""
    assert what_if(people).or_more is or_more
